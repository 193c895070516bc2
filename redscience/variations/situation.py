"""A match of a variation at one moment, as far as it can be asked: what is where, who is to act, who sees what."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from struct import Struct
from threading import local
from typing import NamedTuple

from redscience.errors import NotActing
from redscience.interface import EVERYTHING, SPECTATOR, Outcome
from redscience.random_games import Result
from redscience.variations.engine import kernels
from redscience.variations.engine.records import (
    DRAW,
    LOSE,
    ONGOING,
    POSITION,
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
_CHOICE_BYTES = 48
"""What a legal move takes: an integer, and its places in two tuples."""


def thread_scratch() -> Array:
    """This thread's SCRATCH."""
    if not hasattr(_own, "scratch"):
        _own.scratch = record(SCRATCH)
    return _own.scratch  # type: ignore[no-any-return]


class Now(NamedTuple):
    """The numbers of a POSITION by which turns go: each a field of that name."""

    result: int
    phase: int
    seat: int
    moves_left: int
    chain: int
    offered: int
    asked: int
    active: int
    left: int
    folded: int
    out: int
    disqualified: int
    planned: int


def _layout() -> tuple[Struct, int, int]:
    """How `Now` lies in the bytes of a POSITION: its form, where it begins, and where it ends."""
    fields = [(*POSITION.fields[name][:2],) for name in Now._fields]  # type: ignore[index]  # it has fields
    begins_at = end = fields[0][1]
    form = "="
    for kind, at in fields:
        form += f"{at - end}x{kind.char}"
        end = at + kind.itemsize
    return Struct(form), begins_at, end


# To read a number of a record by its name costs as much as to read all of these.
_NOW, _BEGINS_AT, _ENDS_AT = _layout()


def now_of(position: Array) -> Now:
    """These numbers of a POSITION."""
    return following(position)()


def following(position: Array) -> Callable[[], Now]:
    """What gives these numbers of a POSITION that is changed in its place, as they are when it is called."""
    numbers = position.view("u1")[_BEGINS_AT:_ENDS_AT]
    return lambda: Now._make(_NOW.unpack(numbers.tobytes()))


def owing(now: Now, *, is_sealed: bool) -> int:
    """Who owes a decision, a bit each; `is_sealed` says of the phase whether its moves are planned in secret."""
    if now.result != ONGOING:
        return 0
    if now.asked:
        return now.asked
    return now.active & ~now.planned & ~now.offered if is_sealed else 1 << now.seat


def is_mid_turn(game: PreparedGame, now: Now) -> bool:
    """Whether some moves of the turn are made, and some not."""
    if now.result != ONGOING or game.is_sealed[now.phase]:
        return False
    return now.moves_left < game.rule_set.pieces_per_turn or now.chain != 0


def owes_rest(game: PreparedGame, position: Array, now: Now, number: int) -> bool:
    """Whether a seat that is to act has made a part of its turn or of its plan; an answer to an offer is neither."""
    if now.asked:
        return False
    return is_mid_turn(game, now) or bool(game.is_sealed[now.phase] and position[0]["n_plan"][number])


class Situation:
    """A position and what led to it; `VariationState` adds what can be done.

    Attributes:
        game: what is played.
        record: the engine's record of what is true now.
        now: some numbers of it.
        last: the last event, None before the first.
        phase: the number of the phase, from 0.
        is_sealed: whether the moves of this phase are planned in secret, and made at once.
        is_asking: whether an offer of a draw is to be answered.
        acting: the seat to move, those whose plan is not complete, or who are asked for a draw; none at the end.
    """

    __slots__ = ("_choices", "acting", "game", "is_asking", "is_sealed", "last", "now", "phase", "record")

    def __init__(self, game: PreparedGame, position: Array, last: Event | None) -> None:
        self.game = game
        self.record = position
        self.last = last
        self.now = now = now_of(position)
        self.phase = now.phase
        self.is_sealed = game.is_sealed[now.phase]
        self.is_asking = now.asked != 0
        self.acting = game.seats_of[owing(now, is_sealed=self.is_sealed)]
        self._choices: dict[str, tuple[tuple[int, ...], tuple[int, ...]]] = {}

    @property
    def is_mid_turn(self) -> bool:
        """Whether some moves of the turn are made, and some not."""
        return is_mid_turn(self.game, self.now)

    @property
    def outcome(self) -> Outcome | None:
        """What became of each player's seat; None while the match goes on."""
        return None if self.now.result == ONGOING else self._outcome

    @cached_property
    def _outcome(self) -> Outcome | None:
        results = results_of(self.game.seats, self.now.result)
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

    @property
    def kept_bytes(self) -> int:
        """About how many bytes the legal moves take that were asked for."""
        count = 0
        for moves, _ in tuple(self._choices.values()):
            count += len(moves)
        return count * _CHOICE_BYTES

    def forget(self) -> None:
        """Drops them."""
        self._choices.clear()

    def is_known_legal(self, seat: str, move: int) -> bool:
        """Whether a move is among the legal ones of a seat, if those have been asked for."""
        found = self._choices.get(seat)
        return found is not None and move in found[0]

    def is_open_to(self, viewer: str) -> bool:
        """Whether a viewer may know all that is and was: everybody once the match is over, until then `everything`."""
        return self.now.result != ONGOING or viewer == EVERYTHING

    def sees(self, viewer: str) -> Array:
        """What a viewer sees on each space, as the engine's kinds; all that there is where it is open to them."""
        now = self.record[0]
        if not self.game.is_cloaked or self.is_open_to(viewer):
            return now["kind"]  # type: ignore[no-any-return]
        return now["look"][SPECTATORS if viewer == SPECTATOR else self.number(viewer)]  # type: ignore[no-any-return]

    def rest(self, viewer: str, foot: int) -> int:
        """Where a piece would come to rest on a stack, as far as a seat sees; OFF if the stack is full."""
        if self.game.is_cloaked:
            return int(kernels.rest_of(self.game.rules, self.record, self.number(viewer), foot))
        return self._rests[foot]

    @cached_property
    def _rests(self) -> list[int]:
        """By foot of a stack, where a piece would come to rest, if nothing is cloaked; OFF if it is full."""
        return self.record[0]["rest"][: self.game.spaces.total].tolist()  # type: ignore[no-any-return]

    def number(self, seat: str) -> int:
        """The engine's number of a seat.

        Raises:
            NotActing: there is no such seat.
        """
        try:
            return self.game.numbers[seat]
        except KeyError:
            known = ", ".join(self.game.all_seats)
            raise NotActing(f"There is no seat {seat!r} in {self.game.name}; its seats are {known}.") from None


def results_of(seats: Sequence[str], result: int) -> Mapping[str, Result] | None:
    """Unpacks a result of the engine; None for ONGOING."""
    if result == ONGOING:
        return None
    return {seat: _RESULTS[result >> 2 * number & 3] for number, seat in enumerate(seats)}
