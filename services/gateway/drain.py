"""Event streams end when the process is told to stop."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager


class Drain:
    """Knows how to end each open event stream. For the event loop; any thread may ask `begun`."""

    def __init__(self) -> None:
        self._begun = False
        self._ends: dict[object, Callable[[], None]] = {}

    @property
    def open(self) -> int:
        """How many streams are open."""
        return len(self._ends)

    @property
    def begun(self) -> bool:
        """Whether the process is to stop."""
        return self._begun

    def begin(self) -> None:
        """Ends every stream that is open; none is to open from now on."""
        self._begun = True
        for end in tuple(self._ends.values()):
            end()

    @contextmanager
    def ends(self, end: Callable[[], None]) -> Iterator[None]:
        """Has `end` called if the drain begins within the block."""
        place = object()
        self._ends[place] = end
        try:
            yield
        finally:
            del self._ends[place]
