"""Event streams end when the process is told to stop."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager


class Drain:
    """Knows the tasks that write event streams, and ends them. For the event loop; any thread may ask `begun`."""

    def __init__(self) -> None:
        self._begun = False
        self._streams: set[asyncio.Task[None]] = set()

    @property
    def begun(self) -> bool:
        """Whether the process is to stop."""
        return self._begun

    def begin(self) -> None:
        """Cancels every task whose stream is open; none is to open from now on."""
        self._begun = True
        for task in tuple(self._streams):
            task.cancel()

    @contextmanager
    def ends(self, task: asyncio.Task[None]) -> Iterator[None]:
        """Has `task` cancelled if the drain begins within the block."""
        self._streams.add(task)
        try:
            yield
        finally:
            self._streams.discard(task)
