"""Several states that the present one may be, searched in turn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

S = TypeVar("S")
AT_ONCE = 16
"""So many simulations are played from one of several states before it is the next one's turn."""


class InTurn(Generic[S]):
    """Shares simulations among states; goes on with the next one where it left off.

    Attributes:
        states: as they were given.
    """

    def __init__(self, states: Sequence[S] = ()) -> None:
        self.states = states
        self._next = 0

    def search(self, simulations: int, search: Callable[[S, int], object]) -> None:
        """Has `search` play so many simulations, a few from each state."""
        left = simulations
        while left > 0:
            search(self.states[self._next % len(self.states)], min(AT_ONCE, left))
            self._next += 1
            left -= AT_ONCE
