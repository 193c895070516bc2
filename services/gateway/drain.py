"""Streams end when the process is told to stop."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol


class Cancellable(Protocol):
    """A call that can be ended from another thread."""

    def cancel(self) -> object:
        """Ends the call; whoever reads from it is woken."""
        ...


class Drain:
    """Knows the open streams of the process, and ends them.

    `begin` only raises a flag, so that a signal handler may call it; a thread does the rest.
    """

    def __init__(self) -> None:
        self._begun = threading.Event()
        self._lock = threading.Lock()
        self._calls: set[Cancellable] = set()
        threading.Thread(target=self._end_streams, name="drain", daemon=True).start()

    @property
    def begun(self) -> bool:
        """Whether the process is to stop."""
        return self._begun.is_set()

    def begin(self) -> None:
        """Ends every stream that is open, and every one that opens from now on."""
        self._begun.set()

    def pause(self, seconds: float) -> None:
        """Waits, but not beyond the beginning of the drain."""
        self._begun.wait(seconds)

    @contextmanager
    def ends(self, stream: Cancellable) -> Iterator[None]:
        """Has `stream` cancelled if the drain begins meanwhile, and in any case on leaving."""
        with self._lock:
            self._calls.add(stream)
        try:
            if self.begun:
                stream.cancel()
            yield
        finally:
            with self._lock:
                self._calls.discard(stream)
            stream.cancel()

    def _end_streams(self) -> None:
        self._begun.wait()
        with self._lock:
            calls = list(self._calls)
        for stream in calls:
            stream.cancel()
