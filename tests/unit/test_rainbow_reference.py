"""The engine of Tic-Tac-Rainbow beside the judge, step by step: random games are walked on both sides at once."""

from __future__ import annotations

from random import Random

import pytest
from fixtures.rainbow import game
from reference.rainbow import Judge

from redscience.rainbow.pegs import FACES
from redscience.rainbow.state import RainbowState

GAMES = [
    (players, ending, lines) for players in (2, 3) for ending in ("wins", "loses") for lines in ("square", "hexagon")
]
MATCHES = 8
"""Of each game; some dawdle, so that positions come again and matches get long."""


def is_same(state: RainbowState, judge: Judge) -> bool:
    """Whether both say who acts, what may be done, what lies where and how it ended."""
    pegs = state.view("spectator")["table"]["pegs"]
    return (
        state.acting == judge.acting
        and all(set(state.legal(seat)) == judge.legal(seat) for seat in judge.seats)
        and {(*peg["at"],): (peg["seat"], peg["peg"]) for peg in pegs}
        == {at: (peg.owner, peg.up + peg.down) for at, peg in judge.pieces.items()}
        and (state.outcome and dict(state.outcome)) == judge.outcome
        and set(state.left) == judge.left
    )


def chosen(state: RainbowState, dice: Random, *, dawdles: bool) -> str:
    """A random move; of those who dawdle mostly one that makes no line, and often a flip."""
    (seat,) = state.acting
    moves = list(state.legal(seat))
    dice.shuffle(moves)
    if not dawdles:
        return moves[0]
    moves.sort(key=lambda move: not (move.startswith("flip") and dice.random() < 0.9))
    return next((move for move in moves if state.play({seat: move}).outcome is None), moves[0])


def walk(players: int, ending: str, lines: str, seed: int) -> tuple[str, int]:
    """Walks a match on both sides; gives why it ended, and after how many plies."""
    dice = Random(f"{players} {ending} {lines} {seed}")
    state, judge = game(players=players, ending=ending, lines=lines).start(seed), Judge(players, ending, lines)
    while state.outcome is None:
        assert is_same(state, judge), str(state)
        if dice.random() < 0.004:
            leaver = dice.choice([seat for seat in judge.seats if seat not in judge.left])
            state = state.leave(leaver)
            judge.leave(leaver)
            continue
        (seat,) = state.acting
        move = chosen(state, dice, dawdles=seed % 2 == 1)
        state = state.play({seat: move})
        judge.play(seat, move)
    assert is_same(state, judge), str(state)
    outcome = state.view("spectator")["outcome"]
    if outcome["lines"]:
        told = {frozenset((x, y) for x, y in line["cells"]) for line in outcome["lines"]}
        assert told == set(map(frozenset, judge.rows))
        assert all(line["color"] in FACES for line in outcome["lines"])
    return outcome["text"].split(".")[0], judge.plies


@pytest.mark.slow
@pytest.mark.parametrize(("players", "ending", "lines"), GAMES)
def test_engine_and_judge_agree_step_by_step(players: int, ending: str, lines: str, walks: int) -> None:
    ends = dict(walk(players, ending, lines, seed) for seed in range(walks or MATCHES))
    assert len(ends) > 1
