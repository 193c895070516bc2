"""Ends pauses on time, in the process that began them; what a restart forgets, the sweep finds."""

from __future__ import annotations

import asyncio
import heapq
import logging
from collections.abc import Awaitable, Callable

from redscience.errors import RedscienceError
from services.kit.clock import Clock
from services.kit.waking import woken

log = logging.getLogger(__name__)


class Alarms:
    """Which pauses end when."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._set: list[tuple[int, str]] = []
        self._is_set = asyncio.Event()
        self._ringing: set[asyncio.Task[None]] = set()

    def set(self, match_id: str, at_ms: int) -> None:
        """A pause of a match ends at an instant."""
        heapq.heappush(self._set, (at_ms, match_id))
        self._is_set.set()

    async def ring(self, wake: Callable[[str], Awaitable[object]]) -> None:
        """Calls `wake` with each match whose pause ends, until cancelled. It may be called for one that has ended."""
        while True:
            self._is_set.clear()
            now_ms = self._clock.now_ms()
            while self._set and self._set[0][0] <= now_ms:
                _, match_id = heapq.heappop(self._set)
                task = asyncio.create_task(_wake(wake, match_id))
                self._ringing.add(task)
                task.add_done_callback(self._ringing.discard)
            wait_s = (self._set[0][0] - now_ms) / 1000 if self._set else None
            await woken(self._is_set, wait_s)


async def _wake(wake: Callable[[str], Awaitable[object]], match_id: str) -> None:
    try:
        await wake(match_id)
    except RedscienceError as error:
        log.warning("a pause was not ended", extra={"match": match_id, "code": error.code, "why": error.message})
    except Exception:
        log.exception("a pause was not ended", extra={"match": match_id})
