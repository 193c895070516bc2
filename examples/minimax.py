"""Looks a few moves ahead wherever nothing is hidden or left to chance, and draws lots elsewhere.

    REDSCIENCE_SECRET=… python examples/minimax.py [http://127.0.0.1:8000]

The rules are the platform's own: `decision.state()` is the position, `state.play` the judge. It takes all others for
one enemy, and what it cannot see the end of for a draw.
"""

import os
import random
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from redscience import State
from redscience.client import DEFAULT_SERVER, Bot, Decision

WORTH = {"win": 1, "draw": 0, "lose": -1}
LONGEST_S = 1.0
DEEPEST = 6


class OutOfTimeError(Exception):
    """The search was not finished."""


def choose(decision: Decision) -> str:
    """The best move of the deepest search that was finished in time."""
    state, best = decision.state(), random.choices(decision.legal, decision.weights)[0]
    if state is None or len(state.acting) != 1:
        return best
    left_s = decision.seconds_left
    search = Search(decision.seat, time.monotonic() + (LONGEST_S if left_s is None else min(LONGEST_S, left_s / 4)))
    with suppress(OutOfTimeError):
        for depth in range(DEEPEST):
            move, value = search.best(state, decision.legal, depth)
            if value >= 0 or depth == 0:  # what loses late is no worse than what loses at once
                best = move
            if value != 0:
                break
    return best


@dataclass(frozen=True)
class Search:
    """Looks for what is best for a seat, until an instant of `time.monotonic`."""

    seat: str
    until: float

    def best(self, state: State, moves: Sequence[str], depth: int) -> tuple[str, int]:
        """A best move and what it is worth, with so many moves looked ahead after it."""
        values = {move: self.worth(state.play({self.seat: move}), depth, -1, 1) for move in moves}
        value = max(values.values())
        return random.choice([move for move in moves if values[move] == value]), value

    def worth(self, state: State, depth: int, low: int, high: int) -> int:
        """What a position is worth: 1 is won, -1 lost, 0 drawn or not seen to its end (alpha-beta)."""
        if time.monotonic() > self.until:
            raise OutOfTimeError
        if state.outcome is not None:
            return WORTH[state.outcome[self.seat]]
        if depth == 0 or len(state.acting) != 1:
            return 0
        (mover,) = state.acting
        for move in state.legal(mover):
            value = self.worth(state.play({mover: move}), depth - 1, low, high)
            low, high = (max(low, value), high) if mover == self.seat else (low, min(high, value))
            if low >= high:
                break
        return low if mover == self.seat else high


def main() -> None:
    """Plays until Ctrl-C."""
    secret = os.environ.get("REDSCIENCE_SECRET", "")
    if not secret:
        sys.exit("Set REDSCIENCE_SECRET to the secret of your bot, as its owner was shown it.")
    server = sys.argv[1] if len(sys.argv) > 1 else DEFAULT_SERVER
    Bot(choose, secret=secret, server=server, on_over=print).run()


if __name__ == "__main__":
    main()
