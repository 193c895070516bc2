"""One move from Python, `state.play({seat: text})`: read, judged, carried out and written, beside OpenSpiel's `child`.

A move of each ready game, taken at random from random games, is timed against one of OpenSpiel's
tic_tac_toe, which copies its state and plays an action as well, but knows neither texts nor the history of what each
viewer saw. Both sides run on one pinned core, in turn, in rounds; what is reported is the median over the rounds of the
mean CPU time of a move. The target is what the project has promised.

    python -m benchmarks.single_moves [GAME …]
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

import pyspiel

import redscience
from benchmarks.arguments import game_name
from benchmarks.playouts import stay_on_one_core
from redscience import families

MOVES = 400
ROUNDS = 9
MOST_MICROSECONDS = 50


def ours(name: str) -> Callable[[], None]:
    """Plays each of some moves of random games once more."""
    game, chance = redscience.game(name), random.Random(name)
    made = list[tuple[redscience.State, dict[str, str]]]()
    while len(made) < 4 * MOVES:
        state = game.start(chance.getrandbits(64))
        while state.outcome is None and len(made) < 4 * MOVES:
            seat = chance.choice(state.acting)
            move = chance.choice(state.legal(seat))
            made.append((state, {seat: move}))
            state = state.play({seat: move})
    some = chance.sample(made, MOVES)

    def run() -> None:
        for state, moves in some:
            state.play(moves)

    return run


def theirs(name: str) -> Callable[[], None]:
    """The same with OpenSpiel's game of a name."""
    game, chance = pyspiel.load_game(name), random.Random(name)
    made = list[tuple[Any, int]]()
    while len(made) < 4 * MOVES:
        state = game.new_initial_state()
        while not state.is_terminal():
            action = chance.choice(state.legal_actions())
            made.append((state, action))
            state = state.child(action)
    some = chance.sample(made, MOVES)

    def run() -> None:
        for state, action in some:
            state.child(action)

    return run


def microseconds(run: Callable[[], None]) -> float:
    """The mean CPU time of a move."""
    start = time.process_time()
    run()
    return (time.process_time() - start) / MOVES * 1e6


def main() -> int:
    """Prints a line a game; the exit code is 1 where a target is missed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("games", nargs="*", type=game_name, help="all that come with the library if none is named")
    names = parser.parse_args().games
    stay_on_one_core()
    missed, peer = 0, theirs("tic_tac_toe")
    print(f"{'microseconds a move':24} {'redscience':>12} {'tic_tac_toe':>12} {'ratio':>8} {'promised':>9}")
    for name in names or families.names():
        run = ours(name)
        rounds = [(microseconds(run), microseconds(peer)) for _ in range(ROUNDS)]
        mine, other = (statistics.median(side) for side in zip(*rounds, strict=True))
        ratio = statistics.median(one / two for one, two in rounds)
        missed += mine > MOST_MICROSECONDS
        verdict = "" if mine <= MOST_MICROSECONDS else "   MISSED"
        print(f"{name:24} {mine:12.1f} {other:12.1f} {ratio:7.1f}x {MOST_MICROSECONDS:9}{verdict}", flush=True)
    return int(missed > 0)


if __name__ == "__main__":
    sys.exit(main())
