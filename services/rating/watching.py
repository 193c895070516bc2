"""Wakes the streams that follow a leaderboard."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator

from services.rating.leaderboard import LeaderboardKey

PAUSE_S = 0.25
"""A stream looks no more often than this, however many matches end."""

BACKSTOP_S = 30.0
"""A hint may be lost; after this a stream looks again without one."""


class Watching:
    """Who waits for which leaderboard."""

    def __init__(self) -> None:
        self._waiting: dict[LeaderboardKey, set[asyncio.Event]] = {}

    def wake(self, key: LeaderboardKey) -> None:
        """A leaderboard has changed: whoever follows it looks again."""
        for woken in self._waiting.get(key, ()):
            woken.set()

    async def looks(self, key: LeaderboardKey) -> AsyncGenerator[None]:
        """Now, and whenever the leaderboard may have changed."""
        woken = asyncio.Event()
        self._waiting.setdefault(key, set()).add(woken)
        try:
            while True:
                woken.clear()
                yield
                await asyncio.sleep(PAUSE_S)
                await _set_within(woken, BACKSTOP_S)
        finally:
            self._waiting[key].discard(woken)
            if not self._waiting[key]:
                del self._waiting[key]


async def _set_within(event: asyncio.Event, seconds: float) -> None:
    """Returns when the event is set, or the time is over."""
    try:
        async with asyncio.timeout(seconds):
            await event.wait()
    except TimeoutError:
        pass
