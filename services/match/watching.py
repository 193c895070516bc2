"""Wakes the streams that follow a match, here at once and in other replicas by a hint."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncGenerator, Iterator
from contextlib import contextmanager, suppress

from services.kit.bus import Bus
from services.match.events import hint_subject

BACKSTOP_S = 5.0
"""How long a change may stay unseen by a watcher whose hint was lost."""


class Watchers:
    """Those who follow matches in this process."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus
        self._waking: defaultdict[str, set[asyncio.Event]] = defaultdict(set)
        self._untold: dict[str, None] = {}
        self._has_untold = asyncio.Event()

    async def listen(self) -> None:
        """Wakes on the hints of other replicas from now on."""
        await self._bus.on_hint(hint_subject("*"), self._on_hint)

    def changed(self, match_id: str) -> None:
        """A match has changed here."""
        self._wake(match_id)
        self._untold[match_id] = None
        self._has_untold.set()

    def all_changed(self) -> None:
        """Whatever is followed here may have changed."""
        for match_id in tuple(self._waking):
            self._wake(match_id)

    async def tell_others(self) -> None:
        """Sends hints of what changed here, until cancelled; whoever is not reached looks again by themself."""
        while True:
            await self._has_untold.wait()
            self._has_untold.clear()
            untold, self._untold = self._untold, {}
            for match_id in untold:
                await self._bus.hint(hint_subject(match_id))

    async def wakings(self, match_id: str) -> AsyncGenerator[None]:
        """Yields at once, then whenever the match may have changed."""
        with self._following(match_id) as wake:
            while True:
                wake.clear()
                yield
                with suppress(TimeoutError):
                    async with asyncio.timeout(BACKSTOP_S):
                        await wake.wait()

    @contextmanager
    def _following(self, match_id: str) -> Iterator[asyncio.Event]:
        wake = asyncio.Event()
        self._waking[match_id].add(wake)
        try:
            yield wake
        finally:
            self._waking[match_id].discard(wake)
            if not self._waking[match_id]:
                del self._waking[match_id]

    def _wake(self, match_id: str) -> None:
        for wake in self._waking.get(match_id, ()):
            wake.set()

    async def _on_hint(self, subject: str, _: bytes) -> None:
        self._wake(subject.rpartition(".")[2])
