"""Pauses between tries."""

from __future__ import annotations

import random


class Backoff:
    """How long to wait before the next try: about twice as long each time, to a bound.

    No two wait alike: after a restart everybody comes back, and not all at the same time.

    Args:
        first_s: the longest that the first pause may be.
        longest_s: the longest that any may be.
    """

    def __init__(self, first_s: float, longest_s: float) -> None:
        self._first_s = self._next_s = first_s
        self._longest_s = longest_s

    def next_s(self, at_least_s: float = 0.0) -> float:
        """The next pause; where a shortest one was asked for, it comes on top of that."""
        pause_s = self._next_s * random.uniform(0.5, 1.0)
        self._next_s = min(2 * self._next_s, self._longest_s)
        return at_least_s + pause_s

    def reset(self) -> None:
        """Has the next pause be as the first was: a try has succeeded."""
        self._next_s = self._first_s
