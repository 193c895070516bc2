"""What the match service expects of a game, of the real ones and of those that its tests make up."""

from __future__ import annotations

import json
import random

import pytest
from fixtures.cups import Cups
from fixtures.pennies import Pennies

import redscience
from redscience.errors import MatchOver, MoveError, NotActing
from redscience.interface import CHAOS, SPECTATOR, Game, State
from redscience.variations.language import read

BOARD = {"kind": "squares", "size": [4, 4, 1]}
SHAPES = {"O": {"reserve": {"black": 8, "white": 8}}}
TWO_MOVES = {"format": "redscience-rules/1", "name": "Two", "pieces_per_turn": 2, "board": BOARD, "shapes": SHAPES}
OFFERS = {"format": "redscience-rules/1", "name": "Offers", "agree_draw": True, "board": BOARD, "shapes": SHAPES}

GAMES: dict[str, Game] = {
    "Pennies": Pennies(3),
    "Cups": Cups(2),
    "Tic-Tac-Toe": redscience.game("Tic-Tac-Toe"),
    "Connect4": redscience.game("Connect4"),
    "two moves a turn": redscience.game(read(json.dumps(TWO_MOVES))),
    "draws can be offered": redscience.game(read(json.dumps(OFFERS))),
}


@pytest.fixture(params=GAMES.values(), ids=GAMES)
def game(request: pytest.FixtureRequest) -> Game:
    return request.param  # type: ignore[no-any-return]  # what params gives


def seats(game: Game) -> tuple[str, ...]:
    """All who act: the players, and Chaos where it has a seat."""
    return (*game.seats, CHAOS) if game.has_chaos else game.seats


def states(game: Game, seed: int) -> list[State]:
    """The states of a match of random moves."""
    dice = random.Random(seed)
    passed = [game.start(seed)]
    while passed[-1].outcome is None:
        seat = dice.choice(passed[-1].acting)
        passed.append(passed[-1].play({seat: dice.choice(passed[-1].legal(seat))}))
    return passed


@pytest.mark.parametrize("seed", range(5))
def test_somebody_is_to_act_until_there_is_an_outcome_for_everybody(game: Game, seed: int) -> None:
    *running, over = states(game, seed)
    assert all(state.acting and set(state.acting) <= set(seats(game)) for state in running)
    assert not any(state.is_mid_turn and len(state.acting) != 1 for state in running)
    assert over.acting == ()
    assert over.outcome is not None
    assert set(over.outcome) == set(game.seats)


@pytest.mark.parametrize("seed", range(5))
def test_whoever_acts_has_moves_with_weights_and_nobody_else_has(game: Game, seed: int) -> None:
    for state in states(game, seed):
        for seat in seats(game):
            assert len(state.weights(seat)) == len(state.legal(seat))
            assert bool(state.legal(seat)) == any(state.weights(seat)) == (seat in state.acting)


@pytest.mark.parametrize("seed", range(3))
def test_views_are_json_and_what_is_drawn_from_them_may_be_played(game: Game, seed: int) -> None:
    for state in states(game, seed):
        for viewer in (*seats(game), SPECTATOR):
            view = json.loads(json.dumps(state.view(viewer)))
            assert view["viewer"] == viewer
            assert [{"seat", "team"} <= seat.keys() for seat in view["table"]["seats"]] == [True] * len(seats(game))
            legal = [choice["move"] for choice in view["legal"]]
            assert legal == list(state.legal(viewer) if viewer in seats(game) else ())
            assert viewer not in state.acting or viewer in view["acting"]


@pytest.mark.parametrize("seed", range(3))
def test_a_state_is_a_value(game: Game, seed: int) -> None:
    for state in states(game, seed)[:-1]:
        before = str(state), state.view(SPECTATOR)
        state.play({state.acting[0]: state.legal(state.acting[0])[0]})
        state.leave(game.seats[0])
        with pytest.raises((MoveError, NotActing)):
            state.play({state.acting[0]: "nonsense"})
        assert before == (str(state), state.view(SPECTATOR))


def test_several_moves_are_all_or_nothing(game: Game) -> None:
    start = game.start(1)
    seat = start.acting[0]
    with pytest.raises((MoveError, NotActing)):
        start.play({seat: (start.legal(seat)[0], "nonsense")})


def test_to_leave_ends_a_match_of_two(game: Game) -> None:
    left = game.start(1).leave("white")
    assert left.outcome == {"black": "win", "white": "lose"}
    for act in (lambda: left.leave("black"), lambda: left.play({"black": "1,1"})):
        with pytest.raises(MatchOver):
            act()
