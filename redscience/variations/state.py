"""A match of a variation at one moment."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from threading import local
from typing import TYPE_CHECKING, Any

from redscience.errors import IllegalMove, MatchOver, NotActing, RedscienceError, UnreadableState
from redscience.interface import CHAOS, MAX_SEED, SPECTATOR, Outcome, State
from redscience.variations import moves as move_texts
from redscience.variations.engine import kernels
from redscience.variations.engine.movement import FAILED
from redscience.variations.engine.moves import PASS
from redscience.variations.engine.records import (
    COLUMNS,
    DRAW,
    LOSE,
    OFF,
    ONGOING,
    SCRATCH,
    SPECTATORS,
    WIN,
    Array,
    copy_of,
    record,
)
from redscience.variations.history import LEAVE, Event, PlannedMove, backward, history
from redscience.variations.notation import AGREE, REFUSE
from redscience.variations.packing import source_in, target_in
from redscience.variations.position import write_position
from redscience.variations.view import make_view

if TYPE_CHECKING:
    from redscience.variations.game import VariationGame

UNKNOWN_SEED = "?"
_MOST_DIGITS = len(str(MAX_SEED))
_OUTCOMES: Mapping[int, Outcome] = {LOSE: "lose", DRAW: "draw", WIN: "win"}
_own = local()


def room() -> Array:
    """This thread's SCRATCH."""
    if not hasattr(_own, "scratch"):
        _own.scratch = record(SCRATCH)
    return _own.scratch  # type: ignore[no-any-return]


class VariationState(State):
    """See `redscience.interface.State`."""

    def __init__(self, game: VariationGame, seed: int | None, position: Array, last: Event | None) -> None:
        self.game = game
        self.seed = seed
        self.record = position
        self.last = last

    @property
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

    @property
    def is_mid_turn(self) -> bool:
        """Whether some moves of the turn are made, and some not."""
        now = self.record[0]
        if now["result"] != ONGOING or self.is_sealed:
            return False
        return bool(now["moves_left"] < self.game.rule_set.pieces_per_turn or now["chain"])

    @cached_property
    def outcome(self) -> Mapping[str, Outcome] | None:
        """What became of each player's seat; None while the match goes on."""
        return outcomes(self.game.seats, int(self.record[0]["result"]))

    def choices(self, seat: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The legal moves of a seat as the engine's integers, and their weights."""
        scratch = room()
        n = kernels.list_legal(self.game.rules, self.record, self.number(seat), scratch)
        return tuple(scratch[0]["moves"][:n].tolist()), tuple(scratch[0]["weights"][:n].tolist())

    def legal(self, seat: str) -> tuple[str, ...]:
        """The legal moves of a seat as texts."""
        return tuple(map(self.game.text_of, self.choices(seat)[0]))

    def weights(self, seat: str) -> tuple[int, ...]:
        """In how many ways Random hits each of `legal(seat)`."""
        return self.choices(seat)[1]

    def sees(self, viewer: str) -> Array:
        """What a viewer sees on each space, as the engine's kinds; all that there is once the match is over."""
        now = self.record[0]
        if not self.game.is_cloaked or now["result"] != ONGOING:
            return now["kind"]  # type: ignore[no-any-return]
        return now["look"][SPECTATORS if viewer == SPECTATOR else self.number(viewer)]  # type: ignore[no-any-return]

    def rest(self, viewer: str, foot: int) -> int | None:
        """Where a piece would come to rest on a stack, as far as a seat sees; None if the stack is full."""
        space = int(kernels.rest_of(self.game.rules, self.record, self.number(viewer), foot))
        return None if space == OFF else space

    def play(self, moves: Mapping[str, str | Sequence[str]]) -> VariationState:
        """The state after these moves: all or nothing."""
        state, unheard = self, frozenset[str]()
        for seat, texts in moves.items():
            for text in (texts,) if isinstance(texts, str) else texts:
                if seat in unheard and text in {AGREE, REFUSE} and not state.is_asking:
                    unheard -= {seat}
                    continue
                after = state._after(seat, text)
                if state.is_asking and not after.is_asking:
                    unheard = frozenset(state.acting) - {seat}  # a refusal has ended the question before they answered
                state = after
        return state

    @property
    def is_asking(self) -> bool:
        """Whether an offer of a draw is to be answered."""
        return bool(self.record[0]["asked"])

    def silence(self, seat: str) -> str | None:
        """An offer of a draw is refused by silence; else who says nothing leaves."""
        return REFUSE if seat in self.acting and self.is_asking else None

    def leave(self, *seats: str) -> VariationState:
        """The state after seats have left at one moment."""
        leavers = 0
        self._refuse_if_over()
        for seat in seats:
            number = self.number(seat)
            if seat == CHAOS:
                raise NotActing("Chaos never leaves.")
            if self.record[0]["left"] >> number & 1:
                raise NotActing(f"{seat.capitalize()} has left the match already.")
            leavers |= 1 << number
        after = copy_of(self.record)
        scratch = room()
        kernels.leave(self.game.rules, after, scratch, leavers)
        in_order = tuple(seat for seat in self.game.all_seats if seat in seats)
        return self._with(after, scratch, in_order, LEAVE, 0)

    def view(self, viewer: str) -> dict[str, Any]:
        """All that a seat, or a spectator, may know."""
        if viewer != SPECTATOR:
            self.number(viewer)
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
        events = "".join(f" {'+'.join(event.seats)}:{event.text}" for event in history(self.last))
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

    def _refuse_if_over(self) -> None:
        if self.record[0]["result"] != ONGOING:
            raise MatchOver("The match is over.")

    def _after(self, seat: str, text: str) -> VariationState:
        """The state after one move of one seat."""
        number = self.number(seat)
        self._refuse_if_over()
        if seat not in self.acting:
            raise NotActing(self._why_not_acting(seat))
        move = move_texts.read(self, seat, text)
        after, scratch = copy_of(self.record), room()
        if not kernels.adjudicate(self.game.rules, after, scratch, number, move):
            raise IllegalMove(move_texts.why_illegal(self, seat, move))
        return self._with(after, scratch, (seat,), self.game.text_of(move), move)

    def _why_not_acting(self, seat: str) -> str:
        if self.is_sealed and not self.is_asking:
            return f"{seat.capitalize()} owes no plan now."
        return f"It is not {seat}'s turn but {' and '.join(self.acting)}'s."

    def _with(self, after: Array, scratch: Array, seats: tuple[str, ...], text: str, move: int) -> VariationState:
        """The state whose record is `after`, which an event of these seats has led to; SCRATCH tells what it did."""
        before, now, made = self.record[0], after[0], scratch[0]
        fates = made["mover_fate"][: made["n_movers"]].tolist()
        failed = {int(made["mover_seat"][i]) for i, fate in enumerate(fates) if fate == FAILED}
        changed = (before["kind"] != now["kind"]).nonzero()[0].tolist()
        is_plan = self.is_sealed and move_texts.is_plan(move)
        is_carried_out = self.is_sealed and (
            now["ply"] != before["ply"] or now["phase"] != before["phase"] or now["result"] != ONGOING
        )
        event = Event(
            seats=seats,
            text=text,
            move=move,
            changed=tuple(changed),
            looks=_looks_changed(before["look"], now["look"]) if self.game.is_cloaked else None,
            is_hidden=bool(failed) or self._is_hidden(changed, move),
            is_plan=is_plan,
            carried_out=self._round(seats[0], text, move, changed) if is_carried_out else (),
            failed=tuple(self.game.all_seats[each] for each in sorted(failed)),
            phase=self.phase,
            earlier=self.last,
        )
        return VariationState(self.game, self.seed, after, event)

    def _is_hidden(self, changed: list[int], move: int) -> bool:
        """Whether a move names spaces that are cloaked, so that its text tells too much.

        On stacks that is where it came to rest, among the spaces that have changed.
        """
        cloaked = self.game.cloaked[self.phase]
        if not cloaked or not move_texts.is_plan(move):
            return False
        if move == PASS or source_in(move) in cloaked:
            return True
        target = target_in(move)
        if not self.game.has_gravity:
            return target in cloaked
        stack = (self.game.rules[0]["foot"][: self.game.spaces.total] == target).nonzero()[0].tolist()
        landed = [space for space in changed if space in stack] or stack
        return not cloaked.isdisjoint(landed)

    def _round(self, seat: str, text: str, move: int, changed: list[int]) -> tuple[PlannedMove, ...]:
        """All moves of the round, this one included, in order of seats."""
        plans = {each: list[PlannedMove]() for each in self.game.all_seats}
        if move_texts.is_plan(move):
            plans[seat].append(PlannedMove(seat, text, move, self._is_hidden(changed, move)))
        for event in backward(self.last):
            if event.carried_out or event.phase != self.phase:
                break
            if event.is_plan and event.seats[0] not in self._gone():
                hidden = self._is_hidden(changed, event.move)
                plans[event.seats[0]].insert(0, PlannedMove(event.seats[0], event.text, event.move, hidden))
        return tuple(each for some in plans.values() for each in some)

    def _gone(self) -> set[str]:
        left = int(self.record[0]["left"])
        return {seat for number, seat in enumerate(self.game.all_seats) if left >> number & 1}


def _looks_changed(before: Array, after: Array) -> tuple[tuple[int, ...], ...]:
    """By viewer, the spaces that look different; the looks are a row of COLUMNS spaces for each."""
    spaces: list[list[int]] = [[] for _ in before]
    for at in (before != after).ravel().nonzero()[0].tolist():
        spaces[at // COLUMNS].append(at % COLUMNS)
    return tuple(map(tuple, spaces))


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
            state = state.leave(*seat.split("+")) if move == LEAVE else state.play({seat: move})
        except RedscienceError as error:
            raise UnreadableState(f"Event {number} of the state, {word[:60]!r}, cannot be: {error}") from error
    return state


def _read_seed(text: str) -> int | None:
    if text == UNKNOWN_SEED:
        return None
    if text.isascii() and text.isdecimal() and len(text) <= _MOST_DIGITS and int(text) <= MAX_SEED:
        return int(text)
    raise UnreadableState(f"After the digest stands {text[:40]!r}; the seed should, 0 … 2**128-1, or ?.")
