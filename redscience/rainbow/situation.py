"""A match at one moment, as far as it can be asked: who is to act, what may be done, what decided."""

from __future__ import annotations

from functools import cached_property
from threading import local
from typing import NamedTuple

from redscience.interface import Outcome
from redscience.rainbow.engine import kernels
from redscience.rainbow.engine.records import ONGOING, SCRATCH, Array, record
from redscience.rainbow.prepared import PreparedGame
from redscience.rainbow.results import results_of

_own = local()


class Event(NamedTuple):
    """What happened last: a move of one seat, as its text, or "leave" of some."""

    seats: tuple[str, ...]
    text: str


class Situation:
    """A position and what led to it; `RainbowState` adds what can be done.

    Attributes:
        record: the engine's POSITION.
        last: the last event; None before the first.
        result: the engine's.
    """

    def __init__(self, game: PreparedGame, position: Array, last: Event | None) -> None:
        self._game = game
        self.record = position
        self.last = last
        self.result = int(position[0]["result"])

    @property
    def game(self) -> PreparedGame:
        """What is played."""
        return self._game

    @property
    def acting(self) -> tuple[str, ...]:
        """The seat to move."""
        return (self.game.seats[self.record[0]["seat"]],) if self.result == ONGOING else ()

    @property
    def left(self) -> tuple[str, ...]:
        """The seats that have left."""
        left = int(self.record[0]["left"])
        return tuple(seat for number, seat in enumerate(self.game.seats) if left >> number & 1)

    @property
    def outcome(self) -> Outcome | None:
        """What became of each seat."""
        return None if self.result == ONGOING else Outcome(results_of(self.game.seats, self.result))

    @cached_property
    def choices(self) -> tuple[int, ...]:
        """The legal moves of the seat to move, as the engine's numbers."""
        scratch = _scratch()
        n = kernels.rainbow_list(self.record, int(self.record[0]["seat"]), scratch)
        return tuple(scratch[0]["moves"][:n].tolist())

    @property
    def lines(self) -> tuple[int, ...]:
        """The complete lines through the cell that changed last, as sets of cells."""
        scratch = _scratch()
        n = kernels.rainbow_lines(self.game.rules, self.record, scratch)
        return tuple(scratch[0]["lines"][:n].tolist())


def _scratch() -> Array:
    """This thread's SCRATCH."""
    if not hasattr(_own, "scratch"):
        _own.scratch = record(SCRATCH)
    return _own.scratch  # type: ignore[no-any-return]
