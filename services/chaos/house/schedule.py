"""Whose turn it is to think, and for how long: strength gives way where many wait, not the clock."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from math import inf
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)

WITHIN_S = 0.7
"""So long after it was asked a decision is to be answered where others wait: a second is enough for all of it."""
ALONE_S = 0.9
"""The same where nobody else does."""


@dataclass(frozen=True, slots=True)
class Turn(Generic[K]):
    """Whoever is to think now, and for how long; 0 where there is no time left to think."""

    key: K
    seconds: float


@dataclass(frozen=True, slots=True)
class _Wish:
    asked_at_s: float
    seconds: float
    due_at_s: float

    def until_s(self, within_s: float) -> float:
        """When it is to be answered."""
        return min(self.asked_at_s + within_s, self.due_at_s)


class Schedule(Generic[K]):
    """Those who wait to think, whoever is to be answered first before the others.

    That is who was asked first, but for those who have less time: they come before. Nobody waits for them longer than
    for anybody else, since who was asked long ago is to be answered first, too.

    Args:
        threads: on which is thought.
    """

    def __init__(self, threads: int) -> None:
        self._threads = threads
        self._waiting: dict[K, _Wish] = {}

    def add(self, key: K, seconds: float, now_s: float, due_at_s: float = inf) -> None:
        """Somebody is asked who would think for so long.

        Args:
            key: who; nobody waits twice.
            seconds: that they would like to have.
            now_s: the present instant, which does not go back.
            due_at_s: when it is of no use any more.
        """
        self._waiting[key] = _Wish(now_s, seconds, due_at_s)

    def withdraw(self, key: K) -> None:
        """Whoever it is waits no more."""
        self._waiting.pop(key, None)

    def take(self, now_s: float) -> Turn[K] | None:
        """Whose turn it is on a thread that is free; None where nobody waits.

        They have the seconds that they would like, or as many as leave as many to each of those who wait.
        """
        if not self._waiting:
            return None
        within_s = WITHIN_S if len(self._waiting) > 1 else ALONE_S
        # None may take longer than one thread has, nor all before somebody longer than all threads have.
        in_order = sorted(self._waiting, key=lambda key: self._waiting[key].until_s(within_s))
        fair = min(
            (self._waiting[key].until_s(within_s) - now_s) * min(1.0, self._threads / place)
            for place, key in enumerate(in_order, start=1)
        )
        wish = self._waiting.pop(in_order[0])
        return Turn(in_order[0], max(0.0, min(wish.seconds, fair)))
