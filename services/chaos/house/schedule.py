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
PACE_S = 0.05
"""Who asks more often than this comes after others, by as much as they are ahead of it."""
LONGEST_AHEAD_S = 5.0
"""Nobody counts as further ahead, so that who has asked much before is soon like everybody else."""
_MOST_REMEMBERED = 1_000


@dataclass(frozen=True, slots=True)
class Turn(Generic[K]):
    """Whoever is to think now, and for how long; 0 where there is no time left to think."""

    key: K
    seconds: float


@dataclass(frozen=True, slots=True)
class _Wish:
    payer: Hashable
    asked_at_s: float
    seconds: float
    due_at_s: float
    ahead_s: float

    def until_s(self, within_s: float) -> float:
        """When it is to be answered."""
        return min(self.asked_at_s + within_s, self.due_at_s)

    def place_s(self, within_s: float) -> float:
        """Its place among the others: the least is the next."""
        return self.until_s(within_s) + self.ahead_s


class Schedule(Generic[K]):
    """Those who wait to think, whoever is to be answered first before the others.

    That is who was asked first, but for those who have less time: they come before. Nobody waits for them longer than
    for anybody else, since who was asked long ago is to be answered first, too.

    Whoever has others think waits for themself alone: the threads are shared evenly by those who wait for anything, and
    who asks faster than `PACE_S` comes after the others (as with a server of constant bandwidth, M. Spuri, G. Buttazzo
    1996).

    Args:
        threads: on which is thought.
    """

    def __init__(self, threads: int) -> None:
        self._threads = threads
        self._waiting: dict[K, _Wish] = {}
        # By payer, from when on their next wish is not ahead of their pace.
        self._paced_until_s: dict[Hashable, float] = {}

    def add(self, key: K, seconds: float, now_s: float, due_at_s: float = inf, payer: Hashable = None) -> None:
        """Somebody is asked who would think for so long.

        Args:
            key: who; nobody waits twice.
            seconds: that they would like to have.
            now_s: the present instant, which does not go back.
            due_at_s: when it is of no use any more.
            payer: who has them think; nobody else where that is None.
        """
        payer = key if payer is None else payer
        paced_s = min(max(now_s, self._paced_until_s.get(payer, now_s)), now_s + LONGEST_AHEAD_S)
        self._waiting[key] = _Wish(payer, now_s, seconds, due_at_s, paced_s - now_s)
        self._paced_until_s[payer] = paced_s + PACE_S
        if len(self._paced_until_s) > _MOST_REMEMBERED:
            self._paced_until_s = {each: until_s for each, until_s in self._paced_until_s.items() if until_s > now_s}

    def withdraw(self, key: K) -> None:
        """Whoever it is waits no more."""
        self._waiting.pop(key, None)

    def take(self, now_s: float) -> Turn[K] | None:
        """Whose turn it is on a thread that is free; None where nobody waits.

        They have the seconds that they would like, or as many as leave as many to each for whom the same payer waits.
        """
        if not self._waiting:
            return None
        within_s = WITHIN_S if len(self._waiting) > 1 else ALONE_S
        key = min(self._waiting, key=lambda key: self._waiting[key].place_s(within_s))
        fair = self._fair_s(self._waiting[key].payer, now_s, within_s)
        wish = self._waiting.pop(key)
        return Turn(key, max(0.0, min(wish.seconds, fair)))

    def _fair_s(self, payer: Hashable, now_s: float, within_s: float) -> float:
        """How long each may think for a payer, so that all who wait can be answered in time."""
        fair, own, payers = inf, 0, set[Hashable]()
        for wish in sorted(self._waiting.values(), key=lambda wish: wish.until_s(within_s)):
            payers.add(wish.payer)
            own += wish.payer == payer
            if own:
                # None may take longer than one thread has until then, nor all of a payer's longer than their threads.
                left_s = wish.until_s(within_s) - now_s
                fair = min(fair, left_s * min(1.0, self._threads / (len(payers) * own)))
        return fair
