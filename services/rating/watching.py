"""Wakes the streams that follow a leaderboard, and ends them all when the service is told to stop."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator

from services.rating.leaderboard import Board

PAUSE_S = 0.25
"""A stream speaks no more often than this, however many matches end."""

BACKSTOP_S = 30.0
"""A hint may be lost; after this a stream looks again without one."""


class Watching:
    """Who waits for which leaderboard."""

    def __init__(self, *, pause_s: float = PAUSE_S, backstop_s: float = BACKSTOP_S) -> None:
        self._pause_s = pause_s
        self._backstop_s = backstop_s
        self._waiting: dict[Board, set[asyncio.Event]] = {}
        self._end = asyncio.Event()

    def wake(self, board: Board) -> None:
        """A leaderboard has changed: whoever follows it looks again."""
        for event in self._waiting.get(board, ()):
            event.set()

    async def end(self) -> None:
        """Ends every stream at once, and every later one after its first look."""
        self._end.set()
        for events in self._waiting.values():
            for event in events:
                event.set()

    async def looks(self, board: Board) -> AsyncGenerator[None]:
        """Now, and whenever the leaderboard may have changed, until `end`."""
        woken = asyncio.Event()
        self._waiting.setdefault(board, set()).add(woken)
        try:
            yield
            while not await _set_within(self._end, self._pause_s):
                await _set_within(woken, self._backstop_s)
                if self._end.is_set():
                    return
                woken.clear()
                yield
        finally:
            self._waiting[board].discard(woken)
            if not self._waiting[board]:
                del self._waiting[board]


async def _set_within(event: asyncio.Event, seconds: float) -> bool:
    """Whether the event is set, at once or after some waiting."""
    try:
        async with asyncio.timeout(seconds):
            await event.wait()
    except TimeoutError:
        return False
    return True
