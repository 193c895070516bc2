"""Wakes the streams that follow a tournament, and whoever rates its games."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator

from services.kit.bus import Bus

PAUSE_S = 0.4
"""A stream looks no more often than this, however many games end."""
BACKSTOP_S = 5.0
"""A hint may be lost, and what is left of the time is told anew; after this a stream looks again without one."""
RATED = "hint.batch-rated"
"""The hint that there are games to be rated."""


def hint_subject(tournament_id: str) -> str:
    """The hint that a tournament has changed."""
    return f"hint.tournament.{tournament_id}"


class Watching:
    """Who waits for which tournament.

    Args:
        bus: tells other replicas.
    """

    def __init__(self, bus: Bus) -> None:
        self._bus = bus
        self._waiting: dict[str, set[asyncio.Event]] = {}

    async def listen(self) -> None:
        """Begins to hear what other replicas have changed."""
        await self._bus.on_hint(hint_subject("*"), self._hear)

    async def changed(self, tournament_id: str, *, rated: bool = False) -> None:
        """A tournament has changed: whoever follows it looks again, anywhere."""
        self._wake(tournament_id)
        await self._bus.hint(hint_subject(tournament_id))
        if rated:
            await self._bus.hint(RATED)

    async def looks(self, tournament_id: str) -> AsyncGenerator[None]:
        """Now, and whenever the tournament may have changed."""
        woken = asyncio.Event()
        self._waiting.setdefault(tournament_id, set()).add(woken)
        try:
            while True:
                woken.clear()
                yield
                await asyncio.sleep(PAUSE_S)
                await _set_within(woken, BACKSTOP_S)
        finally:
            self._waiting[tournament_id].discard(woken)
            if not self._waiting[tournament_id]:
                del self._waiting[tournament_id]

    async def _hear(self, subject: str, _: bytes) -> None:
        self._wake(subject.rpartition(".")[2])

    def _wake(self, tournament_id: str) -> None:
        for woken in self._waiting.get(tournament_id, ()):
            woken.set()


async def _set_within(event: asyncio.Event, seconds: float) -> None:
    """Returns when the event is set, or the time is over."""
    try:
        async with asyncio.timeout(seconds):
            await event.wait()
    except TimeoutError:
        pass
