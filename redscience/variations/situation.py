"""A match of a variation at one moment, as far as it can be asked: what is where, who is to act, who sees what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from threading import local

from redscience.errors import NotActing
from redscience.interface import SPECTATOR, Outcome
from redscience.random_games import Result
from redscience.variations.engine import kernels
from redscience.variations.engine.records import (
    DRAW,
    LOSE,
    OFF,
    ONGOING,
    SCRATCH,
    SPECTATORS,
    WIN,
    Array,
    record,
)
from redscience.variations.history import Event
from redscience.variations.prepared import PreparedGame

_RESULTS: Mapping[int, Result] = {LOSE: "lose", DRAW: "draw", WIN: "win"}
_own = local()


def thread_scratch() -> Array:
    """This thread's SCRATCH."""
    if not hasattr(_own, "scratch"):
        _own.scratch = record(SCRATCH)
    return _own.scratch  # type: ignore[no-any-return]


class Situation:
    """A position and what led to it; `VariationState` adds what can be done.

    Attributes:
        record: the engine's record of what is true now.
        last: the last event, None before the first.
    """

    def __init__(self, game: PreparedGame, position: Array, last: Event | None) -> None:
        self._game = game
        self.record = position
        self.last = last
        self._choices: dict[str, tuple[tuple[int, ...], tuple[int, ...]]] = {}

    @property
    def game(self) -> PreparedGame:
        """What is played."""
        return self._game

    @cached_property
    def acting(self) -> tuple[str, ...]:
        """The seat to move, those whose plan is not complete, or who are asked for a draw; none at the end."""
        now, seats = self.record[0], self.game.all_seats
        if now["result"] != ONGOING:
            return ()
        if self.is_asking:
            owing = int(now["asked"])
        elif self.is_sealed:
            owing = int(now["active"]) & ~int(now["planned"]) & ~int(now["offered"])
        else:
            owing = 1 << int(now["seat"])
        return tuple(seat for number, seat in enumerate(seats) if owing >> number & 1)

    @cached_property
    def phase(self) -> int:
        """The number of the phase, from 0."""
        return int(self.record[0]["phase"])

    @cached_property
    def is_sealed(self) -> bool:
        """Whether the moves of this phase are planned in secret, and made at once."""
        return self.game.rule_set.phases[self.phase].order != "sequential"

    @cached_property
    def is_asking(self) -> bool:
        """Whether an offer of a draw is to be answered."""
        return bool(self.record[0]["asked"])

    @property
    def is_mid_turn(self) -> bool:
        """Whether some moves of the turn are made, and some not."""
        now = self.record[0]
        if now["result"] != ONGOING or self.is_sealed:
            return False
        return bool(now["moves_left"] < self.game.rule_set.pieces_per_turn or now["chain"])

    @cached_property
    def outcome(self) -> Outcome | None:
        """What became of each player's seat; None while the match goes on."""
        results = results_of(self.game.seats, int(self.record[0]["result"]))
        return None if results is None else Outcome(results)

    def choices(self, seat: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The legal moves of a seat as the engine's integers, and their weights."""
        found = self._choices.get(seat)
        if found is None:
            scratch = thread_scratch()
            n = kernels.list_legal(self.game.rules, self.record, self.number(seat), scratch)
            found = tuple(scratch[0]["moves"][:n].tolist()), tuple(scratch[0]["weights"][:n].tolist())
            self._choices[seat] = found
        return found

    def sees(self, viewer: str) -> Array:
        """What a viewer sees on each space, as the engine's kinds; all that there is once the match is over."""
        now = self.record[0]
        if not self.game.is_cloaked or now["result"] != ONGOING:
            return now["kind"]  # type: ignore[no-any-return]
        return now["look"][SPECTATORS if viewer == SPECTATOR else self.number(viewer)]  # type: ignore[no-any-return]

    def rest(self, viewer: str, foot: int) -> int | None:
        """Where a piece would come to rest on a stack, as far as a seat sees; None if the stack is full."""
        if self.game.is_cloaked:
            space = int(kernels.rest_of(self.game.rules, self.record, self.number(viewer), foot))
        else:
            space = self._rests[foot]
        return None if space == OFF else space

    @cached_property
    def _rests(self) -> list[int]:
        """By foot of a stack, where a piece would come to rest; OFF if it is full."""
        return self.record[0]["rest"][: self.game.spaces.total].tolist()  # type: ignore[no-any-return]

    def number(self, seat: str) -> int:
        """The engine's number of a seat.

        Raises:
            NotActing: there is no such seat.
        """
        try:
            return self.game.all_seats.index(seat)
        except ValueError:
            known = ", ".join(self.game.all_seats)
            raise NotActing(f"There is no seat {seat!r} in {self.game.name}; its seats are {known}.") from None


def results_of(seats: Sequence[str], result: int) -> Mapping[str, Result] | None:
    """Unpacks a result of the engine; None for ONGOING."""
    if result == ONGOING:
        return None
    return {seat: _RESULTS[result >> 2 * number & 3] for number, seat in enumerate(seats)}
