"""What has happened in a match, as a chain from the last event back to the first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum


class Came(Enum):
    """What came of an attack, for the attacker."""

    WON = "won"
    LOST = "lost"
    TIED = "tied"


@dataclass(frozen=True, slots=True)
class Attack:
    """An attack, by the kinds of both pieces: everybody has seen them."""

    attacker: str
    defender: str
    came: Came


@dataclass(frozen=True, slots=True)
class Event:
    """What was done at one moment.

    Attributes:
        seats: who did it; both only where they left together.
        text: the move, or "leave".
        plies: how many moves had been made on the board after it.
        is_placing: whether it was part of a set-up.
        attack: what came of it, where it was one.
        earlier: the event before, None for the first.
        attacked: the last attack before it, None where there was none.
    """

    seats: tuple[str, ...]
    text: str
    plies: int
    is_placing: bool
    attack: Attack | None
    earlier: Event | None
    attacked: Event | None

    def __str__(self) -> str:
        return f"{'+'.join(self.seats)}:{self.text}"

    @property
    def is_move(self) -> bool:
        """Whether a piece moved on the board."""
        return ">" in self.text


def backward(last: Event | None) -> Iterator[Event]:
    """All events, `last` first."""
    while last is not None:
        yield last
        last = last.earlier


def attacks(last: Event | None) -> Iterator[Event]:
    """All attacks, the last first."""
    event = last if last is None or last.attack else last.attacked
    while event is not None:
        yield event
        event = event.attacked
