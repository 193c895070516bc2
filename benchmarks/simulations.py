"""Simulations per second of our search beside OpenSpiel's C++ MCTSBot, both for the first move of a game.

Each thinks as long as for a move in a match, and begins with an empty tree. Both run on one core in turn; what is
reported is the median over the rounds of what they did per second of their thread's CPU time, and of the ratio.

    python -m benchmarks.simulations [GAME …]
"""

from __future__ import annotations

import argparse
import itertools
import statistics
import time
from collections.abc import Callable

import pyspiel
from openspiel.games import ADAPTERS

from benchmarks.strength import game_of
from redscience.search import Searcher

WANTED = {"tic_tac_toe": 3, "connect_four": 8, "gomoku": 20, "othello": 12, "breakthrough": 5}
THINKS_SECONDS = 0.1
"""As long as in the shorter of the two measures of strength."""
ROUNDS = 9
ROUND_SECONDS = 0.4
PART = 500
A_FEW = 200
UCT_C = 1.4
"""Does not matter here."""


def their_game_name(name: str) -> str:
    """The name of a game of OpenSpiel's that is ours as well, as an argument."""
    if name not in ADAPTERS:
        raise argparse.ArgumentTypeError(f"OpenSpiel has none of ours named {name!r}; there is {', '.join(ADAPTERS)}")
    return name


def rate(work: Callable[[], int]) -> float:
    """How much is done per second of CPU time, by work that returns how much it did."""
    done, began = 0, time.thread_time()
    while (took := time.thread_time() - began) < ROUND_SECONDS:
        done += work()
    return done / took


def ours(name: str) -> Callable[[], int]:
    """A search of ours, which ends earlier where it has solved the game."""
    game = game_of(ADAPTERS.get(name), name)
    searcher: Searcher = game.searcher()
    start = game.start(1)
    seat = start.acting[0]
    moved = start.play({seat: start.legal(seat)[0]})
    seeds = itertools.count(1)  # a search that solves the game ends early or late, by the luck of its draws

    def work() -> int:
        ends_at = time.thread_time() + THINKS_SECONDS
        searcher.begin([moved], moved.acting[0], 1)  # from where nothing leads back: no tree is kept
        searcher.begin([start], seat, next(seeds))
        n = done = searcher.search(PART)
        while done == PART and time.thread_time() < ends_at:
            done = searcher.search(PART)
            n += done
        return n

    work()
    return work


def theirs(name: str) -> Callable[[], int]:
    """A search of theirs, without its solver, which would end it early."""
    game = pyspiel.load_game(ADAPTERS[name].peer)
    solves, tells = False, False

    def think(n: int) -> int:
        bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, 1), UCT_C, n, 1000, solves, 1, tells)
        bot.mcts_search(game.new_initial_state())
        return n

    n = int(rate(lambda: think(A_FEW)) * THINKS_SECONDS)
    return lambda: think(n)


def main() -> None:
    """Prints a line for each game."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("games", nargs="*", type=their_game_name, help=f"{', '.join(WANTED)} if none is named")
    for name in parser.parse_args().games or WANTED:
        work, their_work = ours(name), theirs(name)
        rounds = [(rate(work), rate(their_work)) for _ in range(ROUNDS)]
        own, other = (statistics.median(each[side] for each in rounds) for side in (0, 1))
        ratio = statistics.median(own / other for own, other in rounds)
        print(f"{name:14} {own:12,.0f} {other:12,.0f} {ratio:6.1f} times, wanted {WANTED.get(name, '-')}", flush=True)


if __name__ == "__main__":
    main()
