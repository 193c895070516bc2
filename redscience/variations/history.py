"""What has happened in a match, and what each viewer saw of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

LEAVE = "leave"


@dataclass(frozen=True, slots=True)
class PlannedMove:
    """A move of a round that has been carried out.

    Attributes:
        seat: whose.
        text: in full notation; "" of whoever could do nothing.
        move: as the engine's integer; 0 of whoever could do nothing.
        is_hidden: whether it names cloaked spaces, so that others are not told.
    """

    seat: str
    text: str
    move: int
    is_hidden: bool


@dataclass(frozen=True, slots=True)
class Comparison:
    """The hands that have met on a stack.

    Attributes:
        foot: the number of its lowest space.
        hands: the value of each owner's hand, by colour.
        viewers: who sees all that the hands are made of, a bit each.
    """

    foot: int
    hands: tuple[tuple[int, int], ...]
    viewers: int


@dataclass(frozen=True, slots=True)
class Event:
    """What seats did at one moment, and what it changed.

    Attributes:
        seats: who; several only where they left together.
        text: the move in full notation, or "leave".
        move: as the engine's integer; 0 for leaving.
        changed: numbers of the spaces on which something else stands now.
        looks: by viewer (seats in order of play, padded, then spectators) the spaces that look different now; None
            where nothing is cloaked.
        is_hidden: whether it names or changes cloaked spaces.
        is_plan: whether it was sealed, for a round.
        carried_out: the moves of the round that it completed.
        failed: the seats whose move failed on something unseen.
        moved: the engine's kind of what stood where the move began; 0 for what was in reserve, on stacks and in rounds.
        captured: the engine's kinds of what a move took off the board; of rounds and on stacks nothing is told.
        saw: by viewer, what was seen before of `moved` and of each of `captured`; 0 for nothing, and for what looks as
            it did. None where nothing is cloaked.
        compared: the hands that met.
        phase: the phase in which it was made, from 0.
        earlier: the event before, None for the first.
    """

    seats: tuple[str, ...]
    text: str
    move: int
    changed: tuple[int, ...]
    looks: tuple[tuple[int, ...], ...] | None
    is_hidden: bool
    is_plan: bool
    carried_out: tuple[PlannedMove, ...]
    failed: tuple[str, ...]
    moved: int
    captured: tuple[int, ...]
    saw: tuple[tuple[int, ...], ...] | None
    compared: tuple[Comparison, ...]
    phase: int
    earlier: Event | None

    def seen_by(self, viewer: int) -> tuple[int, ...]:
        """The spaces that look different to a viewer since."""
        return self.changed if self.looks is None else self.looks[viewer]


def history(last: Event | None) -> list[Event]:
    """All events up to `last`, oldest first."""
    events = list(backward(last))
    events.reverse()
    return events


def backward(last: Event | None) -> Iterator[Event]:
    """All events, `last` first."""
    while last is not None:
        yield last
        last = last.earlier
