"""Random games per second, beside OpenSpiel's C++ rollouts of the same game.

OpenSpiel's rollouts run natively, without a step through Python, when an MCTSBot makes one simulation of n rollouts.
Both sides run on one core, in turn, in short rounds; what is reported is the median over the rounds of the ratio of
games per second of CPU time. The target is what the project has promised for that game.

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

ROUNDS = 9
ROUND_SECONDS = 0.25


@dataclass(frozen=True, slots=True)
class Peer:
    """A game of ours, OpenSpiel's name for the same game, and the ratio promised."""

    game: str
    open_spiel: str
    target: float


PEERS = (
    Peer("Tic-Tac-Toe", "tic_tac_toe", 6),
    Peer("3on15line", "mnk(m=15,n=1,k=3)", 6),
    Peer("4on7sq", "mnk(m=7,n=7,k=4)", 150),
    Peer("5on15sq", "gomoku(size=15)", 28),
    Peer("Qubic-4", "gomoku(size=4,connect=4,dims=3)", 6),
    Peer("Connect4", "connect_four", 14),
)


def ours(name: str) -> Callable[[int], None]:
    """Runs so many random games of ours."""
    game = redscience.game(name)

    def run(games: int) -> None:
        redscience.playouts(game, games, seed=games)

    return run


def theirs(name: str) -> Callable[[int], None]:
    """Runs so many random games of OpenSpiel's."""
    game = pyspiel.load_game(name)

    def run(games: int) -> None:
        evaluator = pyspiel.RandomRolloutEvaluator(games, 1)
        pyspiel.MCTSBot(game, evaluator, 1.0, 1, 10, False, 1, False).step(game.new_initial_state())  # noqa: FBT003 - its signature

    return run


def games_per_second(run: Callable[[int], None], games: int) -> float:
    """Games per second of CPU time."""
    start = time.process_time()
    run(games)
    return games / (time.process_time() - start)


def batch(run: Callable[[int], None]) -> int:
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


def main(names: list[str]) -> int:
    """Prints a line a game; the exit code is 1 where a target is missed."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    known = {peer.game for peer in PEERS}
    if unknown := set(names) - known:
        print(f"no such game here: {', '.join(sorted(unknown))}; there are {', '.join(sorted(known))}", file=sys.stderr)
        return 2
    missed = False
    print(f"{'game':12} {'redscience':>12} {'OpenSpiel':>12} {'ratio':>8} {'promised':>9}   (random games per second)")
    for peer in PEERS:
        if names and peer.game not in names:
            continue
        mine, other = ours(peer.game), theirs(peer.open_spiel)
        my_batch, other_batch = batch(mine), batch(other)
        rounds = [(games_per_second(mine, my_batch), games_per_second(other, other_batch)) for _ in range(ROUNDS)]
        ratio = statistics.median(m / o for m, o in rounds)
        missed = missed or ratio < peer.target
        print(
            f"{peer.game:12} {statistics.median(m for m, _ in rounds):12,.0f} "
            f"{statistics.median(o for _, o in rounds):12,.0f} {ratio:7.1f}x {peer.target:8.0f}x"
            f"{'   MISSED' if ratio < peer.target else ''}",
            flush=True,
        )
    return int(missed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
