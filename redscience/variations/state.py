"""A match of a variation at one moment."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from redscience.engine import kernels
from redscience.engine.records import DRAW, LOSE, ONGOING, SCRATCH, WIN, Array, record
from redscience.errors import IllegalMove, MatchOver, NotActing, RedscienceError, UnreadableState
from redscience.interface import MAX_SEED, SPECTATOR, Outcome, State
from redscience.notation import REFUSE
from redscience.variations import moves as move_texts
from redscience.variations.position import write_position
from redscience.variations.view import make_view

if TYPE_CHECKING:
    from redscience.variations.game import VariationGame

LEAVE = "leave"
UNKNOWN_SEED = "?"
_MOST_DIGITS = len(str(MAX_SEED))
_OUTCOMES: Mapping[int, Outcome] = {LOSE: "lose", DRAW: "draw", WIN: "win"}


@dataclass(frozen=True, slots=True)
class Event:
    """What one seat did, and which spaces it changed.

    Attributes:
        seat: who.
        text: the move in full notation, or "leave".
        changed: numbers of the spaces that look different now.
        earlier: the event before, None for the first.
    """

    seat: str
    text: str
    changed: tuple[int, ...]
    earlier: Event | None


def history(last: Event | None) -> list[Event]:
    """All events up to `last`, oldest first."""
    events: list[Event] = []
    while last is not None:
        events.append(last)
        last = last.earlier
    events.reverse()
    return events


class VariationState(State):
    """See `redscience.interface.State`."""

    def __init__(self, game: VariationGame, seed: int | None, position: Array, last: Event | None) -> None:
        self.game = game
        self.seed = seed
        self.record = position
        self.last = last

    @property
    def acting(self) -> tuple[str, ...]:
        """The seat to move, or those who are asked for a draw; none at the end."""
        now = self.record[0]
        if now["result"] != ONGOING:
            return ()
        if now["asked"]:
            return tuple(seat for number, seat in enumerate(self.game.seats) if now["asked"] >> number & 1)
        return (self.game.seats[now["seat"]],)

    @property
    def is_mid_turn(self) -> bool:
        """Whether some moves of the turn are made, and some not."""
        now = self.record[0]
        return bool(now["result"] == ONGOING and now["moves_left"] < self.game.rule_set.pieces_per_turn)

    @cached_property
    def outcome(self) -> Mapping[str, Outcome] | None:
        """What became of each seat; None while the match goes on."""
        return outcomes(self.game.seats, int(self.record[0]["result"]))

    def choices(self, seat: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The legal moves of a seat as the engine's integers, and their weights."""
        scratch = record(SCRATCH)
        n = kernels.list_legal(self.game.rules, self.record, self._number(seat), scratch)
        return tuple(scratch[0]["moves"][:n].tolist()), tuple(scratch[0]["weights"][:n].tolist())

    def legal(self, seat: str) -> tuple[str, ...]:
        """The legal moves of a seat as texts."""
        return tuple(move_texts.write(self.game, move) for move in self.choices(seat)[0])

    def weights(self, seat: str) -> tuple[int, ...]:
        """In how many ways Random hits each of `legal(seat)`."""
        return self.choices(seat)[1]

    def play(self, moves: Mapping[str, str | Sequence[str]]) -> VariationState:
        """The state after these moves: all or nothing."""
        state = self
        for seat, texts in moves.items():
            for text in (texts,) if isinstance(texts, str) else texts:
                state = state._after(seat, text)
        return state

    def silence(self, seat: str) -> str | None:
        """An offer of a draw is refused by silence; else who says nothing leaves."""
        return REFUSE if seat in self.acting and self.record[0]["asked"] else None

    def leave(self, *seats: str) -> VariationState:
        """The state after seats have left, one after the other."""
        state = self
        for seat in seats:
            state = state._left(seat)
        return state

    def _left(self, seat: str) -> VariationState:
        number = self._number(seat)
        self._refuse_if_over()
        if not self.record[0]["active"][number]:
            raise NotActing(f"{seat.capitalize()} has left the match already.")
        after = self.record.copy()
        kernels.leave(self.game.rules, after, number)
        return VariationState(self.game, self.seed, after, Event(seat, LEAVE, (), self.last))

    def view(self, viewer: str) -> dict[str, Any]:
        """All that a seat, or a spectator, may know."""
        if viewer != SPECTATOR:
            self._number(viewer)
        return make_view(self, viewer)

    @property
    def position(self) -> str:
        """All that is true now, in one line."""
        return write_position(self.game, self.record)

    @property
    def public_text(self) -> str:
        """The state's text without the seed, which nobody at the board may know."""
        return str(VariationState(self.game, None, self.record, self.last))

    def __str__(self) -> str:
        events = "".join(f" {event.seat}:{event.text}" for event in history(self.last))
        seed = UNKNOWN_SEED if self.seed is None else self.seed
        return f"{self.game.rule_set.digest} {seed}{events}"

    def __repr__(self) -> str:
        return f"<{self.game.name}: {self.position}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, VariationState) and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))

    def __reduce__(self) -> tuple[Any, ...]:
        return read_state, (self.game, str(self))

    def _number(self, seat: str) -> int:
        try:
            return self.game.seats.index(seat)
        except ValueError:
            known = ", ".join(self.game.seats)
            raise NotActing(f"There is no seat {seat!r} in {self.game.name}; its seats are {known}.") from None

    def _refuse_if_over(self) -> None:
        if self.record[0]["result"] != ONGOING:
            raise MatchOver("The match is over.")

    def _after(self, seat: str, text: str) -> VariationState:
        """The state after one move of one seat."""
        number = self._number(seat)
        self._refuse_if_over()
        if seat not in self.acting:
            raise NotActing(f"It is not {seat}'s turn but {' and '.join(self.acting)}'s.")
        move = move_texts.read(self, seat, text)
        after = self.record.copy()
        if not kernels.adjudicate(self.game.rules, after, number, move):
            raise IllegalMove(move_texts.why_illegal(self, seat, move))
        changed = tuple(np.flatnonzero(self.record[0]["kind"] != after[0]["kind"]).tolist())
        event = Event(seat, move_texts.write(self.game, move), changed, self.last)
        return VariationState(self.game, self.seed, after, event)


def outcomes(seats: Sequence[str], result: int) -> Mapping[str, Outcome] | None:
    """Unpacks a result of the engine; None for ONGOING."""
    if result == ONGOING:
        return None
    return {seat: _OUTCOMES[result >> 2 * number & 3] for number, seat in enumerate(seats)}


def read_state(game: VariationGame, text: str) -> VariationState:
    """Reads the text of a state.

    Raises:
        UnreadableState: it is no state of this game; the message says where it stops making sense.
    """
    words: Iterator[str] = iter(text.split(" "))
    digest, seed = next(words, ""), next(words, "")
    if digest != game.rule_set.digest:
        raise UnreadableState(f"The state is of a game with the digest {digest[:40]!r}, not of {game.name}.")
    state = game.start(_read_seed(seed))
    for number, word in enumerate(words, 1):
        seat, _, move = word.partition(":")
        try:
            state = state.leave(seat) if move == LEAVE else state.play({seat: move})
        except RedscienceError as error:
            raise UnreadableState(f"Event {number} of the state, {word[:60]!r}, cannot be: {error}") from error
    return state


def _read_seed(text: str) -> int | None:
    if text == UNKNOWN_SEED:
        return None
    if text.isascii() and text.isdecimal() and len(text) <= _MOST_DIGITS and int(text) <= MAX_SEED:
        return int(text)
    raise UnreadableState(f"After the digest stands {text[:40]!r}; the seed should, 0 … 2**128-1, or ?.")
