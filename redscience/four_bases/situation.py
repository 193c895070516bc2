"""A match at one moment: what can be asked of it."""

from __future__ import annotations

from functools import cached_property

from redscience.errors import NotActing
from redscience.four_bases.engine import kernels
from redscience.four_bases.engine.records import ONGOING, Array
from redscience.four_bases.history import Event
from redscience.four_bases.layout import Layout, Space
from redscience.four_bases.notation import Order, write
from redscience.four_bases.packing import unpack
from redscience.four_bases.prepared import PreparedGame, results_of, thread_scratch
from redscience.interface import Outcome


class Situation:
    """A POSITION, the event that led to it, and the round that was carried out last.

    Attributes:
        prepared: the game.
        record: the POSITION.
        last: the event; None at the start.
        happened: the ROUND; None before the first.
    """

    def __init__(self, game: PreparedGame, record: Array, last: Event | None, happened: Array | None) -> None:
        self.prepared = game
        self.layout: Layout = game.layout
        self.record = record
        self.last = last
        self.happened = happened
        self._choices: dict[int, tuple[tuple[int, ...], tuple[int, ...]]] = {}

    def number(self, seat: str) -> int:
        """Of a seat, in order of play.

        Raises:
            NotActing: there is no such seat.
        """
        try:
            return self.layout.seats.index(seat)
        except ValueError:
            seats = ", ".join(self.layout.seats)
            raise NotActing(f"There is no seat {seat[:20]!r} in {self.prepared.name}; its seats are {seats}.") from None

    @cached_property
    def acting(self) -> tuple[str, ...]:
        """The seats that owe a plan."""
        now = self.record[0]
        if now["result"] != ONGOING:
            return ()
        planned, left = now["planned"].tolist(), now["left"].tolist()
        return tuple(seat for seat, *gone in zip(self.layout.seats, planned, left, strict=False) if not any(gone))

    @property
    def left(self) -> tuple[str, ...]:
        """The seats that have left, in order of play."""
        left = self.record[0]["left"]
        return tuple(seat for number, seat in enumerate(self.layout.seats) if left[number])

    @property
    def flags(self) -> tuple[str, ...]:
        """The seats whose flags are up."""
        flags = self.record[0]["flag"]
        return tuple(seat for number, seat in enumerate(self.layout.seats) if flags[number])

    @property
    def turn(self) -> int:
        """Its number, from 1."""
        return int(self.record[0]["turn"])

    @property
    def is_deserted(self) -> bool:
        """Whether everybody has left."""
        return bool(self.record[0]["deserted"])

    @cached_property
    def outcome(self) -> Outcome | None:
        """What became of the match; None while it goes on."""
        now = self.record[0]
        if now["result"] == ONGOING:
            return None
        results = results_of(self.layout.seats, int(now["result"]))
        shares = {seat: min(1.0, int(now["n_own_turns"][i]) / self.turn) for i, seat in enumerate(results)}
        shares |= {seat: 1.0 for seat in results if seat not in self.left}
        is_void = self.is_deserted or any(results[seat] == "win" for seat in self.left)
        return Outcome(results, weights=shares if self.left else {}, is_void=is_void)

    def choices(self, number: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The orders that a seat may give, as numbers, and their weights."""
        if number not in self._choices:
            scratch = thread_scratch()
            n = kernels.four_bases_legal(self.prepared.rules, self.record, scratch, number)
            legal, weights = scratch[0]["legal"][:n].tolist(), scratch[0]["weights"][:n].tolist()
            self._choices[number] = tuple(legal), tuple(weights)
        return self._choices[number]

    def refusal(self, number: int, order: int) -> int:
        """Why a seat may not give an order; 0 where it may."""
        return int(kernels.four_bases_refusal(self.prepared.rules, self.record, thread_scratch(), number, order))

    def plan(self, number: int) -> tuple[int, ...]:
        """The orders that a seat has sealed in this turn, as numbers."""
        now = self.record[0]
        return tuple(now["plan"][number][: now["n_plan"][number]].tolist())

    def order(self, number: int) -> Order:
        """The order of a number."""
        return unpack(self.layout, number)

    def text_of(self, number: int) -> str:
        """The text of an order of a number."""
        return write(self.order(number))

    def space(self, number: int) -> Space:
        """The space of a number."""
        return self.layout.space(number)
