"""Simulations per second of our search beside OpenSpiel's C++ MCTSBot, both from the start of a game, without its tree.

Both run on one core in turn, in short rounds; what is reported is the median over the rounds of what they did per
second of their thread's CPU time, and of the ratio.

    python -m benchmarks.simulations [GAME …]
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable

import pyspiel
from openspiel.games import ADAPTERS

from benchmarks.strength import game_of
from redscience.search import Searcher

WANTED = {"tic_tac_toe": 3, "connect_four": 8, "gomoku": 20, "othello": 12, "breakthrough": 5}
A_SEARCH = {"tic_tac_toe": 30_000, "connect_four": 4_000, "gomoku": 400, "othello": 300, "breakthrough": 600}
"""Simulations of one search of theirs, about a twentieth of a second."""
ROUNDS = 9
ROUND_SECONDS = 0.2
PART = 50
UCT_C = 1.4
"""Does not matter here."""


def rate(work: Callable[[], int]) -> float:
    """How much is done per second of CPU time, by work that returns how much it did."""
    done, began = 0, time.thread_time()
    while (took := time.thread_time() - began) < ROUND_SECONDS:
        done += work()
    return done / took


def ours(name: str) -> Callable[[], int]:
    """Simulations of ours, as far as an open match needs them: what is solved is begun anew."""
    game = game_of(ADAPTERS.get(name), name)
    searcher: Searcher = game.searcher()
    start = game.start(1)
    seat = start.acting[0]
    moved = start.play({seat: start.legal(seat)[0]})

    def begin_anew() -> None:
        searcher.begin([moved], moved.acting[0], 1)  # from where nothing leads back: no tree is kept
        searcher.begin([start], seat, 1)

    def work() -> int:
        done = searcher.search(PART)
        if done < PART:
            begin_anew()
        return done

    begin_anew()
    work()
    return work


def theirs(name: str) -> Callable[[], int]:
    """Searches of theirs, without its solver, which would end them early."""
    game = pyspiel.load_game(ADAPTERS[name].peer)
    n, solves, tells = A_SEARCH.get(name, 500), False, False

    def work() -> int:
        bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, 1), UCT_C, n, 1000, solves, 1, tells)
        bot.mcts_search(game.new_initial_state())
        return n

    return work


def main() -> None:
    """Prints a line for each game."""
    for name in sys.argv[1:] or WANTED:
        work, their_work = ours(name), theirs(name)
        rounds = [(rate(work), rate(their_work)) for _ in range(ROUNDS)]
        own, other = (statistics.median(each[side] for each in rounds) for side in (0, 1))
        ratio = statistics.median(own / other for own, other in rounds)
        print(f"{name:14} {own:12,.0f} {other:12,.0f} {ratio:6.1f} times, wanted {WANTED.get(name, '-')}", flush=True)


if __name__ == "__main__":
    main()
