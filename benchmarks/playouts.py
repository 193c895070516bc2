"""Random play on one core, beside OpenSpiel's C++ rollouts.

OpenSpiel's rollouts run natively, without a step through Python, when an MCTSBot makes one simulation of n rollouts.
Both sides run on one pinned core, in turn, in short rounds; what is reported is the median over the rounds of the ratio
of what they did per second of CPU time. Where OpenSpiel has the same game, whole games are compared. Where it has not,
plies are, with those of its tic_tac_toe: a game of the same size, without movement and without memory of repetition.
The target is what the project has promised: a ratio, or plies per second.

    python -m benchmarks.playouts [GAME …]
"""

from __future__ import annotations

import os
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass

import pyspiel

import redscience
from redscience import families

ROUNDS = 9
ROUND_SECONDS = 0.25


@dataclass(frozen=True, slots=True)
class Same:
    """A game of ours, OpenSpiel's name for the same game, and the ratio of games per second that is promised."""

    game: str
    open_spiel: str
    ratio: float


@dataclass(frozen=True, slots=True)
class Alone:
    """A game that OpenSpiel has not, and the plies per second that are promised."""

    game: str
    plies: float


SAME = (
    Same("Tic-Tac-Toe", "tic_tac_toe", 6),
    Same("3on15line", "mnk(m=15,n=1,k=3)", 6),
    Same("4on7sq", "mnk(m=7,n=7,k=4)", 150),
    Same("5on15sq", "gomoku(size=15)", 40),
    Same("Qubic-4", "gomoku(size=4,connect=4,dims=3)", 6),
    Same("Connect4", "connect_four", 24),
    Same("Reversi", "othello", 14),
    Same("Breakthrough", "breakthrough", 6.5),
)
PLIES = {
    "Tapatan": 5e6,
    "Achi": 5e6,
    "9-Holes": 5e6,
    "Reversi": 1e6,
    "EnglishDraughts": 1e6,
    "Breakthrough": 1e6,
    "ChessWithoutCheck": 1e6,
    "Tic-Tac-Rainbow": 5e6,
    "Tic-Tac-Rainbow-Misere": 5e6,
    "3P-Tic-Tac-Rainbow": 5e6,
    "Stratego": 1e6,
    "Stratego-Barrage": 1e6,
    # 200,000 order sets, each of about three orders, `done` among them.
    "FourBases-4P": 6.3e5,
    "FourBases-3P": 6.3e5,
    "FourBases-2P": 6.3e5,
}
LEAST_PLIES = 1e5
ALONE = tuple(
    Alone(name, PLIES.get(name, LEAST_PLIES))
    for name in families.names()
    if name in PLIES or name not in {same.game for same in SAME}
)
TIC_TAC_TOE_PLIES = 7.6266
"""The mean length of a random game of Tic-Tac-Toe."""


def ours(name: str) -> Callable[[int], float]:
    """Runs so many random games of ours; returns the plies."""
    game = redscience.game(name)
    return lambda games: redscience.playouts(game, games, seed=games).plies


def theirs(name: str) -> Callable[[int], float]:
    """Runs so many random games of OpenSpiel's; returns the plies where they are those of Tic-Tac-Toe."""
    game = pyspiel.load_game(name)

    def run(games: int) -> float:
        evaluator = pyspiel.RandomRolloutEvaluator(games, 1)
        pyspiel.MCTSBot(game, evaluator, 1.0, 1, 10, False, 1, False).step(game.new_initial_state())  # noqa: FBT003 - its signature
        return games * TIC_TAC_TOE_PLIES

    return run


def speed(run: Callable[[int], float], games: int) -> tuple[float, float]:
    """Games and plies per second of CPU time."""
    start = time.process_time()
    plies = run(games)
    spent = time.process_time() - start
    return games / spent, plies / spent


def batch(run: Callable[[int], float]) -> int:
    """How many games fill a round."""
    run(1)
    games = 16
    while True:
        start = time.process_time()
        run(games)
        spent = time.process_time() - start
        if spent > ROUND_SECONDS / 8:
            return max(1, round(games * ROUND_SECONDS / spent))
        games *= 4


def race(game: str, peer: str, measure: int) -> tuple[float, float, float]:
    """Ours, theirs and the ratio of the two: medians over the rounds of games (0) or plies (1) per second."""
    mine, other = ours(game), theirs(peer)
    my_batch, other_batch = batch(mine), batch(other)
    rounds = [(speed(mine, my_batch)[measure], speed(other, other_batch)[measure]) for _ in range(ROUNDS)]
    return (
        statistics.median(m for m, _ in rounds),
        statistics.median(o for _, o in rounds),
        statistics.median(m / o for m, o in rounds),
    )


def stay_on_one_core() -> None:
    """Keeps this process on one core, where the system can."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})


def main(names: list[str]) -> int:
    """Prints a line a game; the exit code is 1 where a target is missed."""
    stay_on_one_core()
    known = {same.game for same in SAME} | {alone.game for alone in ALONE}
    if unknown := set(names) - known:
        print(f"no such game here: {', '.join(sorted(unknown))}; there are {', '.join(sorted(known))}", file=sys.stderr)
        return 2
    missed = 0
    print(f"{'random games per second':24} {'redscience':>12} {'OpenSpiel':>12} {'ratio':>8} {'promised':>9}")
    for same in SAME:
        if not names or same.game in names:
            mine, other, ratio = race(same.game, same.open_spiel, 0)
            missed += ratio < same.ratio
            verdict = "" if ratio >= same.ratio else "   MISSED"
            print(f"{same.game:24} {mine:12,.0f} {other:12,.0f} {ratio:7.1f}x {same.ratio:8.0f}x{verdict}", flush=True)
    print(f"\n{'plies per second':24} {'redscience':>12} {'tic_tac_toe':>12} {'ratio':>8} {'promised':>11}")
    for alone in ALONE:
        if not names or alone.game in names:
            mine, other, ratio = race(alone.game, "tic_tac_toe", 1)
            missed += mine < alone.plies
            verdict = "" if mine >= alone.plies else "   MISSED"
            print(
                f"{alone.game:24} {mine:12,.0f} {other:12,.0f} {ratio:7.1f}x {alone.plies:11,.0f}{verdict}", flush=True
            )
    return int(missed > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
