"""What has happened in a match, event by event."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from redscience.interface import LEAVE


@dataclass(frozen=True, slots=True)
class Event:
    """An order of a seat, or seats that left at one moment.

    Attributes:
        seats: who; several only where they left.
        text: the order, or "leave".
        resolved: whether it completed the plans of a round, which was carried out.
        earlier: the event before; None for the first.
    """

    seats: tuple[str, ...]
    text: str
    resolved: bool
    earlier: Event | None

    @property
    def is_leave(self) -> bool:
        """Whether seats left."""
        return self.text == LEAVE

    @property
    def is_seen(self) -> bool:
        """Whether everybody has seen something of it."""
        return self.is_leave or self.resolved

    def __str__(self) -> str:
        return f"{'+'.join(self.seats)}:{self.text.replace(' ', '_')}"


def backward(last: Event | None) -> Iterator[Event]:
    """All events, the last first."""
    while last is not None:
        yield last
        last = last.earlier


def last_seen(last: Event | None) -> Event | None:
    """The last event of which everybody has seen something."""
    return next((event for event in backward(last) if event.is_seen), None)
