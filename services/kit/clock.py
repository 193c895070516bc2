"""The time, as something that is passed in."""

from __future__ import annotations

import time
from typing import Protocol


class Clock(Protocol):
    """Tells the time. Instants are integer milliseconds since 1970, UTC."""

    def now_ms(self) -> int:
        """The present instant."""
        ...


class SystemClock:
    """The machine's clock."""

    def now_ms(self) -> int:
        """The present instant."""
        return time.time_ns() // 1_000_000


class ManualClock:
    """A clock that stands still until it is moved, for tests."""

    def __init__(self, now_ms: int = 1_700_000_000_000) -> None:
        self._now_ms = now_ms

    def now_ms(self) -> int:
        """The instant it was last moved to."""
        return self._now_ms

    def advance(self, ms: int) -> None:
        """Moves it forward."""
        self._now_ms += ms
