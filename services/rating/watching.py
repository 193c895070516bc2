"""Wakes the streams that follow a leaderboard."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator

from services.rating.leaderboard import Board

PAUSE_S = 0.25
"""A stream looks no more often than this, however many matches end."""

BACKSTOP_S = 30.0
"""A hint may be lost; after this a stream looks again without one."""


class Watching:
    """Who waits for which leaderboard."""

    def __init__(self) -> None:
        self._waiting: dict[Board, set[asyncio.Event]] = {}

    def wake(self, board: Board) -> None:
        """A leaderboard has changed: whoever follows it looks again."""
        for woken in self._waiting.get(board, ()):
            woken.set()

    async def looks(self, board: Board) -> AsyncGenerator[None]:
        """Now, and whenever the leaderboard may have changed."""
        woken = asyncio.Event()
        self._waiting.setdefault(board, set()).add(woken)
        try:
            while True:
                woken.clear()
                yield
                await asyncio.sleep(PAUSE_S)
                await _set_within(woken, BACKSTOP_S)
        finally:
            self._waiting[board].discard(woken)
            if not self._waiting[board]:
                del self._waiting[board]


async def _set_within(event: asyncio.Event, seconds: float) -> None:
    """Returns when the event is set, or the time is over."""
    try:
        async with asyncio.timeout(seconds):
            await event.wait()
    except TimeoutError:
        pass
