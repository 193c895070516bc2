"""Waiting for a flag, but not for ever; and flags by key, for streams that follow something."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncGenerator, Hashable
from contextlib import suppress
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)


async def woken(flag: asyncio.Event, within_s: float | None) -> None:
    """Returns when the flag is set, or when the time is over; None for as long as it takes."""
    with suppress(TimeoutError):
        async with asyncio.timeout(within_s):
            await flag.wait()


class Wakings(Generic[K]):
    """Those in this process who follow something, by its key."""

    def __init__(self) -> None:
        self._flags: defaultdict[K, set[asyncio.Event]] = defaultdict(set)

    def wake(self, key: K) -> None:
        """It may have changed."""
        for flag in self._flags.get(key, ()):
            flag.set()

    def wake_all(self) -> None:
        """Whatever is followed may have changed."""
        for key in tuple(self._flags):
            self.wake(key)

    async def of(self, key: K, backstop_s: float, pause_s: float = 0.0) -> AsyncGenerator[None]:
        """Yields at once, then whenever it may have changed, and without being told after so many seconds.

        Args:
            key: what is followed.
            backstop_s: the longest that it waits.
            pause_s: the shortest, however much changes.
        """
        flag = asyncio.Event()
        self._flags[key].add(flag)
        try:
            while True:
                flag.clear()
                yield
                if pause_s:
                    await asyncio.sleep(pause_s)
                await woken(flag, backstop_s)
        finally:
            self._flags[key].discard(flag)
            if not self._flags[key]:
                del self._flags[key]
