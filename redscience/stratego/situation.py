"""A match of Stratego at one moment, as far as it can be asked."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from threading import local

import numpy as np

from redscience.errors import NotActing
from redscience.interface import Outcome
from redscience.stratego.engine import kernels
from redscience.stratego.engine.legality import AGREE, OFFER, REFUSE
from redscience.stratego.engine.records import MOST_MOVES, ONGOING, Array
from redscience.stratego.history import Event
from redscience.stratego.prepared import PreparedGame
from redscience.stratego.seats import SEATS, other
from redscience.stratego.verdict import outcome_of

_own = local()


def _thread_moves() -> Array:
    """This thread's working memory for lists of moves."""
    if not hasattr(_own, "moves"):
        _own.moves = np.zeros(MOST_MOVES, np.int32)
    return _own.moves  # type: ignore[no-any-return]


class Situation:
    """A position and what led to it; `StrategoState` adds what can be done.

    Attributes:
        game: what is played.
        record: the engine's record of what is true now.
        last: the last event, None before the first.
        acting: the seats whose set-up is not complete; then who is to move, or to answer; none at the end.
        is_over: whether the match is.
        is_setting_up: whether an army is still to be set up.
        is_asking: whether the offer of a draw is to be answered.
    """

    __slots__ = ("acting", "game", "is_asking", "is_over", "is_setting_up", "last", "record")

    def __init__(self, game: PreparedGame, record: Array, last: Event | None) -> None:
        self.game = game
        self.record = record
        self.last = last
        now = record[0]
        to_place = now["to_place"].tolist()
        self.is_over = bool(now["result"] != ONGOING)
        self.is_setting_up = any(to_place)
        self.is_asking = bool(now["asked"])
        self.acting = self._who_acts(to_place, int(now["turn"]))

    def _who_acts(self, to_place: Sequence[int], turn: int) -> tuple[str, ...]:
        if self.is_over:
            return ()
        if self.is_setting_up:
            return tuple(seat for seat, rest in zip(SEATS, to_place, strict=True) if rest)
        return (other(SEATS[turn]) if self.is_asking else SEATS[turn],)

    @cached_property
    def outcome(self) -> Outcome | None:
        """What became of the match."""
        return outcome_of(self.record) if self.is_over else None

    def numbers(self, seat: str) -> tuple[int, ...]:
        """The legal moves of a seat as the engine's integers, in order; words last."""
        side = self.side(seat)
        if seat not in self.acting:
            return ()
        if self.is_asking:
            return AGREE, REFUSE
        found = _thread_moves()
        n = kernels.stratego_legal(self.record, side, found)
        offers = () if self.is_setting_up or self.record[0]["offered"] else (OFFER,)
        return (*sorted(found[:n].tolist()), *offers)

    def weights(self, seat: str) -> tuple[int, ...]:
        """Each piece of the tray by itself; nobody is drawn to offer a draw."""
        numbers = self.numbers(seat)
        if self.is_setting_up:
            tray = self.record[0]["tray"][self.side(seat)].tolist()
            return tuple(tray[number >> 8] for number in numbers)
        return tuple(int(number != OFFER) for number in numbers)

    def side(self, seat: str) -> int:
        """The engine's number of a seat.

        Raises:
            NotActing: there is no such seat.
        """
        if seat not in SEATS:
            raise NotActing(f"There is no seat {seat!r} in {self.game.name}; its seats are red, blue.")
        return SEATS.index(seat)
