"""The engine of Stratego beside the judge, step by step: random games are walked on both sides at once."""

from __future__ import annotations

from random import Random

import pytest
from fixtures.stratego import game
from reference.stratego import Judge

from redscience.errors import RedscienceError
from redscience.interface import SPECTATOR
from redscience.stratego.seats import SEATS
from redscience.stratego.state import StrategoState

GAMES = {"Stratego": 4, "Stratego-Barrage": 12}
LOOKS = 16
"""Every so many steps what each viewer knows is compared, too."""


def is_same(state: StrategoState, judge: Judge) -> bool:
    """Whether both say who acts, what may be done and how it ended."""
    return (
        state.acting == judge.acting
        and all(set(state.legal(seat)) == judge.legal(seat) for seat in SEATS)
        and (state.outcome and dict(state.outcome)) == judge.outcome
    )


def knows_the_same(state: StrategoState, judge: Judge) -> bool:
    """Whether each viewer is told the same of every piece."""
    for viewer in (*SEATS, SPECTATOR):
        pieces = state.view(viewer)["table"]["pieces"]
        told = {p["at"]: (p["seat"], p.get("kind"), p.get("revealed", False), p.get("moved", False)) for p in pieces}
        known = judge.knows(viewer).items()
        if told != {at: (seen.owner, seen.kind, seen.revealed, seen.moved) for at, seen in known}:
            return False
    return True


def chosen(state: StrategoState, seat: str, dice: Random) -> str:
    """A move of a seat, seldom a draw offer."""
    moves, weights = state.legal(seat), state.weights(seat)
    if "draw" in moves and dice.random() < 0.01:
        return "draw"
    if state.is_asking:
        return "refuse" if dice.random() < 0.9 else "agree"
    # Back and forth, so that the shuttle rule is met.
    last = state.view(seat)["table"]["log"]
    back = [move for entry in last[-2:] if entry["seat"] == seat for move in [">".join(entry["move"].split(">")[::-1])]]
    if back and back[0] in moves and dice.random() < 0.3:
        return back[0]
    return dice.choices(moves, weights)[0]


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_engine_and_judge_agree_step_by_step(name: str, walks: int) -> None:
    for seed in range(walks or GAMES[name]):
        walk(name, seed)


def walk(name: str, seed: int) -> None:
    dice, of = Random(f"{name} {seed}"), game(name)
    state, judge = of.start(seed), Judge("full" if name == "Stratego" else "barrage")
    steps = 0
    while state.outcome is None:
        assert is_same(state, judge), f"{name} {seed}: {state}"
        if steps % LOOKS == 0:
            assert knows_the_same(state, judge), f"{name} {seed}: {state}"
        seat = dice.choice(state.acting)
        move = chosen(state, seat, dice)
        state = state.play({seat: move})
        judge.play(seat, move)
        steps += 1
    assert is_same(state, judge), f"{name} {seed}: {state}"
    for seat in SEATS:
        counted = {key: value for key, value in state.outcome.statistics[seat].items() if not key.startswith("moves")}
        assert counted == {key: judge.statistics[seat][key] for key in counted}
        lost = state.view(SPECTATOR)["table"]["captured"][seat]
        assert {kind: judge.captured[seat].count(kind) for kind in of.army if kind in judge.captured[seat]} == lost


@pytest.mark.parametrize("seed", range(4))
def test_they_agree_when_somebody_leaves(seed: int) -> None:
    dice, state, judge = Random(seed), game("Stratego-Barrage").start(seed), Judge("barrage")
    for _ in range(seed * 12):
        if state.outcome is not None:
            return
        seat = dice.choice(state.acting)
        move = chosen(state, seat, dice)
        state = state.play({seat: move})
        judge.play(seat, move)
    leavers = dice.sample(SEATS, dice.randint(1, 2))
    judge.leave(*leavers)
    assert state.leave(*leavers).outcome == judge.outcome


def test_what_the_judge_refuses_the_engine_refuses() -> None:
    dice = Random(8)
    state, judge = game("Stratego-Barrage").start(), Judge("barrage")
    moves = [f"{a}{b}>{c}{d}" for a in "FGH" for b in "34" for c in "FGH" for d in "34"] + [
        "G4:scout",
        "A3:spy",
        "agree",
    ]
    for _ in range(60):
        if state.outcome is not None:
            break
        for seat in SEATS:
            for move in moves:
                try:
                    state.play({seat: move})
                except RedscienceError:
                    assert move not in judge.legal(seat)
                else:
                    assert move in judge.legal(seat)
        seat = dice.choice(state.acting)
        move = chosen(state, seat, dice)
        state = state.play({seat: move})
        judge.play(seat, move)
