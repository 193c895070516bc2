"""What everybody outside a family expects of its games: of all that are registered, and of those that tests make up."""

from __future__ import annotations

import hashlib
import json
import os
import random
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from functools import cache, partial
from itertools import pairwise
from math import isfinite
from pathlib import Path
from typing import Any

import pytest
from fixtures.cups import Cups
from fixtures.pennies import Pennies
from fixtures.race import Race
from fixtures.schemas import check_view
from numpy import int64

from redscience import families
from redscience.agents.belief import Belief, Effort
from redscience.errors import MatchOver, MoveError, NotActing, UnreadableState
from redscience.interface import CHAOS, EVERYTHING, LEAVE, MAX_SEED, SPECTATOR, Game, State
from redscience.random_games import draw, has_choice
from redscience.variations.game import VariationGame
from redscience.variations.language import read

BOARD = {"kind": "squares", "size": [4, 4, 1]}
SHAPES = {"O": {"reserve": {"black": 8, "white": 8}}}
TWO_MOVES = {"format": "redscience-rules/1", "name": "Two", "pieces_per_turn": 2, "board": BOARD, "shapes": SHAPES}
OFFERS = {"format": "redscience-rules/1", "name": "Offers", "agree_draw": True, "board": BOARD, "shapes": SHAPES}

MADE_UP: dict[str, Game] = {
    "Pennies": Pennies(3),
    "Cups": Cups(2),
    "Race": Race(),
    "two moves a turn": VariationGame(read(json.dumps(TWO_MOVES))),
    "draws can be offered": VariationGame(read(json.dumps(OFFERS))),
}
SEEDS = range(2)
SOME = 6
"""So many states of a match are looked at more closely."""

every_game = pytest.mark.parametrize("name", [*families.names(), *MADE_UP])
registered = pytest.mark.parametrize("name", families.names())


@cache
def game_of(name: str) -> Game:
    return MADE_UP[name] if name in MADE_UP else families.get(name).game()


def seats(game: Game) -> tuple[str, ...]:
    """All who act: the players, and Chaos where it has a seat."""
    return (*game.seats, CHAOS) if game.has_chaos else game.seats


@cache
def match(name: str, seed: int) -> tuple[State, ...]:
    """The states of a match of random moves."""
    dice = random.Random(seed)
    passed = [game_of(name).start(seed)]
    while passed[-1].outcome is None:
        seat = dice.choice(passed[-1].acting)
        passed.append(passed[-1].play({seat: dice.choice(passed[-1].legal(seat))}))
    return tuple(passed)


def some_of(name: str, seed: int) -> list[State]:
    """Some states of a match, the first and the last among them."""
    first, *rest, last = match(name, seed)
    return [first, *random.Random(seed).sample(rest, min(SOME, len(rest))), last]


@pytest.mark.parametrize("name", [name for name in families.names() if families.get(name).bound is not None])
@pytest.mark.parametrize("seed", SEEDS)
def test_no_position_costs_more_than_its_family_says(name: str, seed: int) -> None:
    bound, game = families.get(name).bound, game_of(name)
    assert bound is not None
    assert bound.turn_us > 0
    for state in some_of(name, seed):
        assert all(len(state.legal(seat)) <= bound.legal_moves for seat in seats(game))
        assert all(len(state.view_text(who).encode()) <= bound.view_bytes for who in (*seats(game), SPECTATOR))


@every_game
@pytest.mark.parametrize("seed", SEEDS)
def test_somebody_is_to_act_until_there_is_an_outcome_for_everybody(name: str, seed: int) -> None:
    *running, over = match(name, seed)
    game = game_of(name)
    assert all(state.acting and set(state.acting) <= set(seats(game)) for state in running)
    assert over.acting == ()
    assert over.outcome is not None
    assert tuple(over.outcome) == game.seats
    assert len({(game.teams[seat], result) for seat, result in over.outcome.items()}) == len(set(game.teams.values()))
    for told in (over.outcome.weights, over.outcome.statistics):
        assert set(told) <= set(game.seats)
    assert all(0 <= weight <= 1 for weight in over.outcome.weights.values())
    for numbers in over.outcome.statistics.values():
        assert name in MADE_UP or set(numbers) <= set(families.get(name).family.statistics)
        assert all(map(isfinite, numbers.values()))


@registered
@pytest.mark.parametrize("seed", SEEDS)
def test_the_text_of_an_outcome_says_who_wins_loses_or_draws(name: str, seed: int) -> None:
    # It is all that is told of the end in a terminal.
    said = match(name, seed)[-1].view(SPECTATOR)["outcome"]["text"]
    assert re.search(r"\b(wins?|draws?|loses?)\b", said), said


@every_game
@pytest.mark.parametrize("seed", SEEDS)
def test_whoever_acts_has_moves_with_weights_and_nobody_else_has(name: str, seed: int) -> None:
    for state in some_of(name, seed):
        for seat in seats(game_of(name)):
            assert len(state.weights(seat)) == len(state.legal(seat))
            assert state.forced(seat) == State.forced(state, seat)
            assert bool(state.legal(seat)) == any(state.weights(seat)) == (seat in state.acting)
            assert not state.owes_rest(seat) or seat in state.acting
            assert seat not in state.acting or (state.allowed_ms(seat) or 1) > 0


@every_game
@pytest.mark.parametrize("seed", SEEDS)
def test_views_are_json_and_what_is_drawn_from_them_may_be_played(name: str, seed: int) -> None:
    game = game_of(name)
    for state in some_of(name, seed):
        for viewer in (*seats(game), SPECTATOR):
            view = json.loads(json.dumps(state.view(viewer)))
            assert state.view_text(viewer) == json.dumps(view, ensure_ascii=False, separators=(",", ":"))
            if name not in MADE_UP:
                check_view(view)
            assert (view["viewer"], view["game"]) == (viewer, game.name)
            assert [choice["move"] for choice in view["legal"]] == list(
                state.legal(viewer) if viewer != SPECTATOR else ()
            )
            assert [choice["weight"] for choice in view["legal"]] == list(
                state.weights(viewer) if viewer != SPECTATOR else ()
            )
            assert (viewer in view["acting"]) == (viewer in state.acting)
            assert view["acting"] == list(state.seen_acting(viewer))
            assert game.has_secrets or state.shows_turns(viewer)
            assert (view["outcome"] and view["outcome"]["seats"]) == (state.outcome and dict(state.outcome))


@every_game
def test_what_is_done_to_a_view_changes_no_other(name: str) -> None:
    for state in some_of(name, 0):
        for viewer in (*seats(game_of(name)), SPECTATOR):
            text, revealed = json.dumps(state.view(viewer)), json.dumps(state.revealed())
            emptied(state.view(viewer))
            emptied(state.revealed())
            assert (json.dumps(state.view(viewer)), json.dumps(state.revealed())) == (text, revealed)


def emptied(value: Any) -> None:
    """Takes all that there is out of JSON values."""
    if isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            emptied(each)
        value.clear()


@pytest.mark.parametrize("name", [*families.names(), "two moves a turn", "draws can be offered"])
@pytest.mark.parametrize("seed", SEEDS)
def test_what_a_state_remembers_leads_to_it_again(name: str, seed: int) -> None:
    game = game_of(name)
    started, played = game.start(seed), game.random_game(seed).moves
    assert started.history == ()
    state = started
    for seat, move in played:
        state = state.play({seat: move})
    assert sorted(state.history) == sorted(played)  # sealed moves of a round may stand in another order
    for ended in (state, started.leave(game.seats[-1]), started.leave(*game.seats)):
        again = started
        for who, move in ended.history:
            again = again.leave(*who.split("+")) if move == LEAVE else again.play({who: move})
        assert (str(again), again.position) == (str(ended), ended.position)


@every_game
@pytest.mark.parametrize("seed", SEEDS)
def test_what_a_state_forgets_it_works_out_again(name: str, seed: int) -> None:
    for state in some_of(name, seed):
        known = [(state.legal(seat), state.weights(seat), state.view(seat)) for seat in seats(game_of(name))]
        kept_bytes = state.kept_bytes
        state.forget()
        assert state.kept_bytes == 0 <= kept_bytes
        assert known == [(state.legal(seat), state.weights(seat), state.view(seat)) for seat in seats(game_of(name))]


@every_game
@pytest.mark.parametrize("seed", SEEDS)
def test_a_replay_shows_what_each_viewer_saw_but_for_what_helps_to_choose(name: str, seed: int) -> None:
    for state in some_of(name, seed):
        for viewer in (*seats(game_of(name)), SPECTATOR):
            seen = {**state.view(viewer), "legal": []}
            replayed = json.loads(state.replay_text(viewer))
            assert replayed == {key: seen[key] for key in replayed}
            assert seen.keys() - replayed.keys() <= {"state"}


@every_game
@pytest.mark.parametrize("seed", SEEDS)
def test_everything_is_what_all_see_where_nothing_is_hidden_or_the_match_is_over(name: str, seed: int) -> None:
    for state in some_of(name, seed):
        revealed = json.loads(state.replay_text(EVERYTHING))
        assert (revealed["viewer"], revealed["legal"], revealed["plan"]) == (EVERYTHING, [], [])
        if name not in MADE_UP:
            check_view(revealed)
        if state.outcome is not None or not game_of(name).has_secrets:
            assert revealed == {**json.loads(state.replay_text(SPECTATOR)), "viewer": EVERYTHING}


@every_game
@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_sealed_is_seen_by_nobody_else(name: str, seed: int) -> None:
    game = game_of(name)
    state, dice = game.start(seed), random.Random(seed)
    for _ in range(30):
        if state.outcome is not None or not game.has_secrets:
            break
        before, seat = state, dice.choice(state.acting)
        state = state.play({seat: dice.choice(state.legal(seat))})
        others = [viewer for viewer in (*seats(game), SPECTATOR) if viewer != seat]
        is_unseen = all(state.view(viewer) == before.view(viewer) for viewer in others)
        assert is_unseen or not state.last_is_sealed
        is_round = len(before.acting) > 1 and state.outcome is None
        assert state.last_is_sealed or not (is_unseen and is_round)


def shared(view: dict[str, Any]) -> dict[str, Any]:
    """What a view shows to all of whom nothing is hidden."""
    return {key: value for key, value in view.items() if key not in {"viewer", "legal"}}


@every_game
@pytest.mark.parametrize("seed", SEEDS)
def test_all_see_the_same_where_nothing_is_hidden_or_the_match_is_over(name: str, seed: int) -> None:
    # Where `has_secrets` is not said anybody may replay a match that goes on, with everybody's eyes.
    for state in some_of(name, seed):
        if state.outcome is not None or not game_of(name).has_secrets:
            seen = [shared(state.view(viewer)) for viewer in (*seats(game_of(name)), SPECTATOR)]
            assert all(each == seen[-1] for each in seen)


@every_game
@pytest.mark.parametrize("seed", SEEDS)
def test_nobody_sees_in_which_order_a_sealed_round_was_planned(name: str, seed: int) -> None:
    game, dice = game_of(name), random.Random(seed)
    state = game.start(seed)
    for _ in range(30):
        if state.outcome is not None:
            break
        if len(state.acting) > 1:
            plans = [(seat, dice.choice(state.legal(seat))) for seat in dice.sample(state.acting, 2)]
            one, other = in_order(state, plans), in_order(state, plans[::-1])
            if one is not None and other is not None:
                assert one.position == other.position
                assert all(one.view(viewer) == other.view(viewer) for viewer in (*seats(game), SPECTATOR))
        seat = dice.choice(state.acting)
        state = state.play({seat: dice.choice(state.legal(seat))})


def in_order(state: State, plans: Sequence[tuple[str, str]]) -> State | None:
    """The state after these moves one after the other; None where one cannot be made any more."""
    for seat, move in plans:
        if move not in state.legal(seat):
            return None
        state = state.play({seat: move})
    return state


@every_game
def test_a_state_is_a_value(name: str) -> None:
    for state in some_of(name, 0)[:-1]:
        before = str(state), state.position, state.view(SPECTATOR)
        state.play({state.acting[0]: state.legal(state.acting[0])[0]})
        state.leave(state.game.seats[0])
        with pytest.raises((MoveError, NotActing)):
            state.play({state.acting[0]: "nonsense"})
        assert before == (str(state), state.position, state.view(SPECTATOR))


@every_game
def test_several_moves_are_all_or_nothing(name: str) -> None:
    start = game_of(name).start(1)
    seat = start.acting[0]
    with pytest.raises((MoveError, NotActing, MatchOver)):
        start.play({seat: (start.legal(seat)[0], "nonsense")})


@every_game
def test_who_is_not_there_neither_plays_nor_sees(name: str) -> None:
    start = game_of(name).start(1)
    for ask in (start.legal, start.weights, start.view, start.replay_text):
        with pytest.raises(NotActing):
            ask("nobody")
    for view in (start.view, start.view_text):
        with pytest.raises(NotActing):
            view(EVERYTHING)
    for leavers in ((), ("nobody",)):
        with pytest.raises(NotActing):
            start.leave(*leavers)
    with pytest.raises(NotActing):
        start.play({"nobody": "1"})


@every_game
def test_when_all_have_left_the_match_is_over(name: str) -> None:
    game = game_of(name)
    left = game.start(1).leave(*game.seats)
    assert left.outcome is not None
    if name not in MADE_UP:
        last = left.view(SPECTATOR)["last"]
        assert [(event["seat"], event["move"]) for event in last] == [(seat, LEAVE) for seat in game.seats]
    for act in (lambda: left.leave(game.seats[0]), lambda: left.play({game.seats[0]: "1,1"})):
        with pytest.raises(MatchOver):
            act()


@registered
@pytest.mark.parametrize("seed", SEEDS)
def test_the_text_of_a_state_is_read_back(name: str, seed: int) -> None:
    game = game_of(name)
    for state in some_of(name, seed)[-2:]:
        again = game.read_state(str(state))
        assert (str(again), again.position) == (str(state), state.position)
        assert [again.view(seat) for seat in game.seats] == [state.view(seat) for seat in game.seats]
        texts = [str(each) for each in game.read_states(str(state))]
        assert texts[-1] == str(state)
        assert all(later.startswith(f"{earlier} ") for earlier, later in pairwise(texts))
        if type(game).read_states is not Game.read_states:
            assert len(texts) == str(state).count(" ")
    left = game.start(MAX_SEED).leave(game.seats[-1])
    assert str(game.read_state(str(left))) == str(left)
    digest, *_ = str(left).split()
    for nonsense in ("nonsense", f"{digest} {'9' * 5000}"):
        with pytest.raises(UnreadableState):
            game.read_state(nonsense)


@registered
@pytest.mark.parametrize("seed", [-1, MAX_SEED + 1, 1.5, "7"])
def test_a_seed_is_a_whole_number_up_to_the_largest(name: str, seed: Any) -> None:
    game = game_of(name)
    for ask in (game.start, partial(game.random_game, most_moves=1)):
        with pytest.raises(ValueError, match=re.escape(f"seed is {seed!r}; it must be a whole number from 0 to")):
            ask(seed)
    # Whatever Python takes for a number: the text of the state has it as one.
    for one in (True, int64(1)):
        assert str(game.start(one)) == str(game.start(1))


@registered
def test_random_games_are_counted_and_the_same_for_the_same_seed(name: str) -> None:
    game = game_of(name)
    played = game.playouts(5, seed=3)
    assert (played.games, sum(played.counts.values())) == (5, 5)
    assert played.plies >= len(played.counts)
    assert all(len(results) == len(game.seats) for results in played.counts)
    assert game.playouts(5, seed=3) == played
    assert game.start(3).playouts(2, seed=1).games == 2
    over = match(name, 0)[-1]
    with pytest.raises(MatchOver):
        over.playouts(1)


A_SEED = 245_103_877_916_354_820_117_346_905_528_914_003
"""Such a number stands in no view by chance."""
MOST_DECISIONS = 8
HERE = Path(__file__).parent


def walked(name: str, *seeds: int | None, most: int = 25) -> Iterator[tuple[State, ...]]:
    """States of matches of these seeds in which the same moves are made, drawn among those of the first."""
    dice, states = random.Random(7), tuple(map(game_of(name).start, seeds))
    for _ in range(most):
        yield states
        if states[0].outcome is not None:
            return
        seat = dice.choice(states[0].acting)
        move = dice.choice(states[0].legal(seat))
        states = tuple(state.play({seat: move}) for state in states)


@every_game
def test_nobody_is_told_the_seed_of_a_match_that_goes_on(name: str) -> None:
    # Whoever knows it knows all cards and dice to come.
    viewers = (*seats(game_of(name)), SPECTATOR)
    for (state,) in walked(name, A_SEED):
        told = "".join(text for who in viewers for text in (state.view_text(who), state.replay_text(who)))
        assert str(A_SEED) not in told
        assert f"{A_SEED:x}" not in told.lower()


@every_game
def test_a_game_without_chance_is_the_same_with_every_seed(name: str) -> None:
    # Where `has_chance` is not said, views carry the state and moves are taken back.
    game = game_of(name)
    if not game.has_chance:
        for one, other in walked(name, 1, A_SEED):
            for seat in seats(game):
                assert one.legal(seat) == other.legal(seat)
                assert one.view(seat) == other.view(seat)


@every_game
def test_a_match_whose_seed_is_not_known_can_be_played(name: str) -> None:
    for (state,) in walked(name, None):
        assert all(state.view(seat)["viewer"] == seat for seat in seats(game_of(name)))


@every_game
def test_what_is_not_legal_is_refused(name: str) -> None:
    """A move of another moment or another seat, too; one that is written otherwise comes to a legal one."""
    game, dice = game_of(name), random.Random(1)
    passed = match(name, 0)
    known = sorted({move for state in passed[:40] for seat in state.acting for move in state.legal(seat)[:40]})
    for state in some_of(name, 0)[:-1]:
        tried = dice.sample(known, min(12, len(known)))
        for seat in seats(game):
            legal = state.legal(seat)
            for move in tried:
                if move in legal:
                    continue
                try:
                    after = state.play({seat: move})
                except (MoveError, NotActing):
                    continue
                assert seat in state.acting, f"{seat} is not to act, and may play {move!r}"
                assert after.position in {state.play({seat: each}).position for each in legal}, f"{move!r} is not legal"


@every_game
@pytest.mark.parametrize("seed", SEEDS)
def test_a_match_goes_on_without_those_who_leave_it(name: str, seed: int) -> None:
    game, dice = game_of(name), random.Random(seed)
    state, gone = game.start(seed), list[str]()
    while state.outcome is None:
        if dice.random() < 1 / 6 and len(gone) < len(game.seats):
            seat = dice.choice([seat for seat in game.seats if seat not in gone])
            state = state.leave(seat)
            gone.append(seat)
            for again in gone:
                with pytest.raises((NotActing, MatchOver)):
                    state.leave(again)
        else:
            seat = dice.choice(state.acting)
            state = state.play({seat: dice.choice(state.legal(seat))})
        assert state.outcome is not None or state.acting, "nobody is to act, and there is no outcome"
        assert not set(gone) & set(state.acting), "somebody who has left is to act"
        if state.outcome is None:
            told = state.view(SPECTATOR).get("left", ())
            assert sorted(told) == sorted(gone), "`left` of a view names those who have left"
    # Where something plays on for them, the outcome says how much of the match was their own.
    assert all(state.outcome[seat] != "win" or seat in state.outcome.weights for seat in gone), "who has left has won"


@cache
def told_elsewhere() -> dict[str, str]:
    """What `digest_of` says of each registered game in a process that orders what is in sets in another way."""
    code = "from test_game_contract import *; print(json.dumps({name: digest_of(name) for name in families.names()}))"
    environment = {**os.environ, "PYTHONHASHSEED": "1", "PYTHONPATH": os.pathsep.join([str(HERE), *sys.path])}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    told: dict[str, str] = json.loads(done.stdout)
    return told


def digest_of(name: str) -> str:
    """Of the moves of a match and of what everybody sees in it."""
    viewers, said = (*seats(game_of(name)), SPECTATOR), hashlib.sha256()
    for (state,) in walked(name, 5):
        for viewer in viewers:
            said.update(state.view_text(viewer).encode())
    return said.hexdigest()


@registered
def test_a_match_is_the_same_in_every_process(name: str) -> None:
    # Another process goes on with it after a restart, and replays it.
    assert digest_of(name) == told_elsewhere()[name]


@registered
def test_the_state_that_a_view_carries_is_read_on_from_the_one_before(name: str) -> None:
    """Events of its text are `seat:move`, blanks of a move written as `_`: agents read on by them."""
    beliefs = {seat: Belief(game_of(name), seat, random.Random(1)) for seat in game_of(name).seats}
    for (state,) in walked(name, 3):
        for seat in set(state.acting) & set(beliefs):
            view = state.view(seat)
            if "state" in view:
                (read,) = beliefs[seat].states(view, Effort(1))
                assert (read.position, read.legal(seat)) == (state.position, state.legal(seat))


@registered
def test_agents_find_states_that_may_be_what_a_view_shows(name: str) -> None:
    """By its `state`, or `Game.imagined`, `start_like` and `fitting`; where they find none they play as Random does."""
    game, found = game_of(name), list[bool]()
    for seed in SEEDS:
        belief, chance = Belief(game, game.seats[-1], random.Random(1)), random.Random(seed)
        state = game.start(seed)
        while state.outcome is None and len(found) < MOST_DECISIONS * (seed + 1):
            seat = chance.choice(state.acting)
            move = draw(state.legal(seat), state.weights(seat), chance)
            if seat == game.seats[-1] and has_choice(state.weights(seat)):
                view = state.view(seat)
                found.append(bool(belief.states(view, Effort(2_000), most=1)))
                belief.chose(view, move)
            state = state.play({seat: move})
    assert 3 * sum(found) >= len(found), f"they find some in {sum(found)} of {len(found)} decisions"
