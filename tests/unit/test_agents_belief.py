"""What an agent holds for possible: states that agree with all that its seat has been told, match after match."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from random import Random
from typing import Any

import pytest
from strategies import thrown_rule_sets

import redscience
from redscience import families
from redscience.agents.belief import MOST, Belief, Effort
from redscience.interface import Game, State
from redscience.random_games import draw
from redscience.variations.game import VariationGame
from redscience.variations.language import SHAPES
from redscience.variations.packing import shape_of

ENOUGH = 4_000
View = Mapping[str, Any]


def moved(state: State, seat: str, chance: Random) -> str:
    """A move as Random draws it."""
    return draw(state.legal(seat), state.weights(seat), chance)


def decisions(game: Game, seat: str, seed: int, most: int) -> Iterator[tuple[State, View, str]]:
    """The first decisions of a seat in a random match, with the moves that are drawn there."""
    state, chance = game.start(seed), Random(seed)
    while state.outcome is None and most:
        acting = seat if seat in state.acting else state.acting[0]
        move = moved(state, acting, chance)
        if acting == seat:
            yield state, state.view(seat), move
            most -= 1
        state = state.play({acting: move})


@pytest.mark.parametrize(
    ("name", "least"), [("SmallStratego", 0.95), ("4P-Blind-TTT-1.6", 0.8), ("3P-9X-HideSeek-R", 0.8), ("Shopping9", 1)]
)
def test_states_are_found_throughout_a_match(name: str, least: float) -> None:
    game, found, asked = redscience.game(name), 0, 0
    for seed in range(4):
        seat = game.seats[seed % 2]
        belief = Belief(game, seat, Random(seed))
        for _, view, move in decisions(game, seat, seed, 25):
            states = belief.states(view, Effort(ENOUGH), most=8)
            assert all(each.view(seat) == view for each in states)
            found, asked = found + bool(states), asked + 1
            belief.chose(view, move)
    assert found / asked >= least, (found, asked)


@pytest.mark.parametrize("name", ["SmallStratego", "3P-9X-HideSeek-R", "Shopping9"])
def test_what_could_not_be_followed_for_lack_of_time_is_followed_later(name: str) -> None:
    game = redscience.game(name)
    belief = Belief(game, game.seats[0], Random(1))
    for number, (_, view, move) in enumerate(decisions(game, game.seats[0], 5, 5)):
        states = belief.states(view, Effort(0 if number in {1, 2, 3} else 20_000))
        assert bool(states) == (number in {0, 4})
        assert all(each.view(game.seats[0]) == view for each in states)
        belief.chose(view, move)


def test_a_decision_that_was_not_thought_about_is_followed_too() -> None:
    game = redscience.game("SmallStratego")
    belief = Belief(game, "black", Random(1))
    for number, (_, view, move) in enumerate(decisions(game, "black", 3, 8)):
        if number in {0, 4, 7}:
            assert len(belief.states(view, Effort(20_000))) == MOST
        belief.chose(view, move)


@pytest.mark.parametrize("loosely", [False, True])
def test_pieces_that_have_moved_may_be_others_as_far_as_the_seat_can_tell(loosely: bool) -> None:  # noqa: FBT001
    game, exchanged = redscience.game("SmallStratego"), set[tuple[str, str]]()
    middle = [number for number, place in enumerate(game.places) if 2 < place[1] < 5]  # empty at first
    for seed in range(6):
        for number, (state, view, _) in enumerate(decisions(game, "black", seed, 25)):
            varied = game.varied(state, "black", seed * 100 + number, loosely=loosely)
            assert varied.view("black") == view
            kinds, others = (each.record[0]["kind"].tolist() for each in (state, varied))  # type: ignore[attr-defined]
            assert sorted(kinds) == sorted(others)
            exchanged |= {
                (SHAPES[shape_of(kinds[at])], SHAPES[shape_of(others[at])]) for at in middle if kinds[at] != others[at]
            }
    alike = {(one, other) for one in "PS+" for other in "PS+" if one != other}
    assert exchanged >= alike
    assert (
        (exchanged - alike <= {(one, other) for one in "PS+T" for other in "PS+T"}) if loosely else exchanged == alike
    )


@pytest.mark.parametrize("name", families.names())
def test_a_state_resembles_its_own_view_and_the_next_of_the_seat_that_moved(name: str) -> None:
    game = redscience.game(name)
    seat, before = game.seats[-1], None
    for state, view, move in decisions(game, seat, 2, 12):
        assert game.resembling(view)(state)
        assert before is None or game.resembling(view, before=True)(before)
        after = state.play({seat: move})
        before = after if after.outcome is None else None


def test_what_nobody_can_tell_apart_stays_so_in_any_rule_set() -> None:
    for rules in islice(thrown_rule_sets(Random(3)), 60):
        game = VariationGame(rules)
        seat, before = game.seats[0], None
        for number, (state, view, move) in enumerate(decisions(game, seat, 1, 8)):
            assert game.resembling(view)(state)
            assert before is None or game.resembling(view, before=True)(before)
            if game.has_secrets:
                assert game.varied(state, seat, number, loosely=bool(number % 2)).view(seat) == view
            after = state.play({seat: move})
            before = after if after.outcome is None else None


def test_a_state_with_other_pieces_does_not_resemble_a_view() -> None:
    game = redscience.game("SmallStratego")
    assert isinstance(game, VariationGame)
    (first, view, move), (second, later, _) = decisions(game, "black", 1, 2)
    assert not game.resembling(later)(first)
    assert not game.resembling(view)(second)
    own = first.play({"black": move})
    assert game.resembling(later, before=True)(own)
    assert not game.resembling(later, before=True)(first)
