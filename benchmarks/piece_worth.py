"""What a piece more is worth in Stratego, learnt from random games: the logits by which it makes winning likelier.

Positions are taken from random games now and then, with what each side had lost by then of each kind, and with who won
in the end; the worths are those by which that is told best (logistic regression). `redscience.stratego.thinking` has
them.

    python -m benchmarks.piece_worth [--games 1000]
"""

from __future__ import annotations

import argparse
from random import Random
from typing import Any, cast

import numpy as np
import numpy.typing as npt

import redscience
from redscience.stratego.engine import kernels
from redscience.stratego.engine.records import FLAG, MOST_MOVES, ONGOING, ROW, SIDE, WIN, copy_of
from redscience.stratego.game import StrategoGame
from redscience.stratego.notation import KINDS
from redscience.stratego.search.table import NEAR
from redscience.stratego.state import StrategoState

EVERY = 20
STEPS = 20
STEADY = 1.0
"""Worths are drawn to 0 by so much."""
Floats = npt.NDArray[np.float64]


def lessons(game: StrategoGame, games: int, seed: int) -> tuple[Floats, Floats]:
    """Of some positions, what blue had lost more than red of each kind, and what became of red: 0, 0.5 or 1."""
    chance, moves = Random(seed), np.zeros(MOST_MOVES, np.int32)
    ahead, worth = [], []
    for _ in range(games):
        record, own = copy_of(_set_up(game, chance).record), []
        now = record[0]
        while now["result"] == ONGOING:
            side = int(now["turn"])
            n = kernels.stratego_legal(record, side, moves)
            kernels.stratego_play(record, side, int(moves[chance.randrange(n)]))
            if now["plies"] % EVERY == 0 and now["result"] == ONGOING:
                own.append(np.append(now["lost"][1].astype(float) - now["lost"][0], _nearer(now)))
        red = int(now["result"]) & 3
        ahead += own
        worth += [(red - 1) / (WIN - 1)] * len(own)
    return np.array(ahead)[:, 1:], np.array(worth)


def _nearer(now: Any) -> Floats:
    """How many pieces more red has so many steps from blue's flag than blue from red's."""
    counts = np.zeros(NEAR)
    for side in (0, 1):
        flag = int((now["cell"] == (1 - side) * SIDE + FLAG).nonzero()[0][0])
        cells = now["movers"][side][: now["n_movers"][side]].astype(int)
        away = abs(cells // ROW - flag // ROW) + abs(cells % ROW - flag % ROW)
        counts += (1 - 2 * side) * np.bincount(away, minlength=NEAR)[:NEAR]
    return counts


def _set_up(game: StrategoGame, chance: Random) -> StrategoState:
    state = game.start(1)
    while state.is_setting_up:
        seat = state.acting[0]
        state = state.play({seat: chance.choices(state.legal(seat), state.weights(seat))[0]})
    return state


def worths(ahead: Floats, worth: Floats) -> Floats:
    """By kind, by Newton's method."""
    found = np.zeros(ahead.shape[1])
    for _ in range(STEPS):
        told = 1 / (1 + np.exp(-ahead @ found))
        curve = (ahead * (told * (1 - told))[:, None]).T @ ahead + STEADY * np.eye(len(found))
        found += np.linalg.solve(curve, ahead.T @ (worth - told) - STEADY * found)
    return found


def main() -> None:
    """Prints the worths for each army."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=1000)
    chosen = parser.parse_args()
    for name in ("Stratego", "Stratego-Barrage"):
        ahead, worth = lessons(cast("StrategoGame", redscience.game(name)), chosen.games, 1)
        found = worths(ahead, worth).round(3).tolist()
        print(name, len(ahead), dict(zip(KINDS, found, strict=False)), "near", found[len(KINDS) :], flush=True)


if __name__ == "__main__":
    main()
