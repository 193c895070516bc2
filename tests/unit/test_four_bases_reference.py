"""The engine of Four Bases beside the judge, order by order: random matches are walked on both sides at once."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest
from fixtures.bases import game
from reference.four_bases import Judge

from redscience.four_bases.state import FourBasesState

MATCHES = 4
"""Of each game."""
USUAL_TURNS = 25
GAMES = [(players, reveal) for players in (2, 3, 4) for reveal in ("involved", "nothing")]


def same_orders(state: FourBasesState, judge: Judge, seat: str) -> bool:
    """Whether a seat may give the same orders.

    The judge has trains tow from any space beside them; that an opposing piece is never towed (seed: Phase 7) is
    refused here before it is tried.
    """
    opposing = {
        f"tow {x},{y} by"
        for piece in state.view("spectator")["table"]["pieces"]
        if piece["seat"] != seat
        for x, y in [piece["at"]]
    }
    told = {order for order in judge.legal(seat) if not order.startswith(tuple(opposing) or ("-",))}
    return set(state.legal(seat)) == told


def knows(state: FourBasesState, viewer: str) -> dict[tuple[int, int], tuple[str, str | None]]:
    pieces = state.view(viewer)["table"]["pieces"]
    return {(piece["at"][0], piece["at"][1]): (piece["seat"], piece.get("kind")) for piece in pieces}


def assert_same(state: FourBasesState, judge: Judge, seats: Sequence[str]) -> None:
    """Fails where the two do not say the same of who acts, and of what seats may order."""
    assert state.acting == judge.acting, str(state)
    assert (state.outcome and dict(state.outcome)) == judge.outcome, str(state)
    for seat in seats:
        assert same_orders(state, judge, seat), str(state)


def assert_same_board(state: FourBasesState, judge: Judge) -> None:
    """Fails where the two do not say the same of what stands where, what each viewer knows, and who owns the bases."""
    for viewer in (*judge.seats, "spectator"):
        told = {at: (seen.owner, seen.kind) for at, seen in judge.knows(viewer).items()}
        assert knows(state, viewer) == told, f"{viewer}: {state}"
    owners = {base["seat"]: base["owner"] for base in state.view("spectator")["table"]["bases"]}
    assert owners == {seat: judge.owner_of_base(at) for seat, at in judge.bases.items()}, str(state)


def assert_same_end(state: FourBasesState, judge: Judge) -> None:
    """Fails where the two do not say the same of how much of the match each has played."""
    assert state.outcome is not None
    assert state.outcome.is_void == judge.is_void
    shares = dict.fromkeys(judge.seats, 1.0) | dict(state.outcome.weights)
    assert state.outcome.is_void or shares == pytest.approx(judge.shares), str(state)


def give_bots(state: FourBasesState, judge: Judge) -> None:
    """Has the judge's bots give the orders that the engine's have drawn."""
    told = [event for event in state.revealed()["last"] if event["move"] not in {"leave", "done"}]
    for seat in judge.waiting_for_bot:
        judge.bot(seat, [*(event["move"] for event in told if event["seat"] == seat), "done"])


def walk(players: int, reveal: str, seed: int) -> tuple[int, str]:
    """Walks a match on both sides; gives its turns, and how it ended."""
    dice = Random(f"{players} {reveal} {seed}")
    state, judge = game(players, reveal=reveal).start(seed), Judge(players, reveal)
    assert_same(state, judge, judge.seats)
    while state.outcome is None:
        turn, there = state.turn, [seat for seat in judge.seats if seat not in state.left]
        seat = dice.choice(state.acting)
        if dice.random() < 0.002 and len(there) > 1:
            state = state.leave(seat)
            judge.leave(seat)
        else:
            move = drawn(state, seat, dice)
            state = state.play({seat: move})
            judge.play(seat, move)
        is_new = (state.turn, state.outcome) != (turn, None)
        if is_new:
            give_bots(state, judge)
        assert_same(state, judge, judge.seats if is_new else [seat])
        if is_new and state.outcome is None:
            assert_same_board(state, judge)
    assert_same_end(state, judge)
    return state.turn, state.view("spectator")["outcome"]["text"]


def drawn(state: FourBasesState, seat: str, dice: Random) -> str:
    """A random order; flags go up late, so that there is much to be settled."""
    moves, weights = state.legal(seat), list(state.weights(seat))
    for number, move in enumerate(moves):
        if move.startswith("flag"):
            weights[number] = 2 if state.turn > USUAL_TURNS else 0
    return dice.choices(moves, weights)[0]


@pytest.mark.slow
@pytest.mark.parametrize(("players", "reveal"), GAMES)
def test_engine_and_judge_agree_order_by_order(players: int, reveal: str, walks: int) -> None:
    ends = [walk(players, reveal, seed) for seed in range(walks or MATCHES)]
    assert max(turn for turn, _ in ends) > USUAL_TURNS
