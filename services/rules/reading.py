"""What the rules of saved games say and cost.

To read them takes some 30 ms for large ones: on a thread, since nobody else is to wait for it, and once for those games
that are asked for most.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from typing import NamedTuple

from redscience import families
from redscience.interface import Bound

_MOST_KEPT = 512


class Reading(NamedTuple):
    """What the rules of a game say in English, and what a turn may cost; None where the family does not tell."""

    english: Sequence[str]
    bound: Bound | None


class Readings:
    """Reads games, and keeps what it has read of those asked for last."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Reading] = OrderedDict()

    async def of(self, rule_set: str) -> Reading:
        """What a game's file says.

        Raises:
            UnplayableGame: this release does not read it.
        """
        reading = self._kept.pop(rule_set, None)
        if reading is None:
            reading = await asyncio.to_thread(_read, rule_set)
        self._kept[rule_set] = reading
        if len(self._kept) > _MOST_KEPT:
            self._kept.popitem(last=False)
        return reading


def _read(rule_set: str) -> Reading:
    source = families.saved(rule_set)
    return Reading(source.english, source.bound)
