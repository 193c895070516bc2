"""A match of a variation at one moment."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from redscience.arguments import each_move
from redscience.english import English
from redscience.errors import IllegalMove, MatchOver, NotActing
from redscience.interface import CHAOS, EVERYTHING, SPECTATOR, State, check_leavers
from redscience.random_games import Playouts
from redscience.state_text import UNKNOWN_SEED
from redscience.variations import moves as move_texts
from redscience.variations.engine import kernels
from redscience.variations.engine.hands import LEAST_HAND
from redscience.variations.engine.movement import FAILED
from redscience.variations.engine.moves import OFFER, PASS, RESERVE
from redscience.variations.engine.records import (
    ALL_KNOW,
    BY_AGREEMENT,
    BY_LEAVING,
    COLUMNS,
    ONGOING,
    Array,
    Record,
    copy_of,
)
from redscience.variations.history import LEAVE, Comparison, Event, PlannedMove, backward, history
from redscience.variations.notation import AGREE, REFUSE
from redscience.variations.packing import kind_in, source_in, target_in
from redscience.variations.playouts import playouts
from redscience.variations.position import write_position
from redscience.variations.prepared import PreparedGame
from redscience.variations.score import counts, criterion
from redscience.variations.situation import Situation, owes_rest, thread_scratch
from redscience.variations.view import make_view, seen_acting
from redscience.variations.view_text import write_replay, write_view


class VariationState(Situation, State):
    """See `redscience.interface.State`."""

    def __init__(self, game: PreparedGame, seed: int | None, position: Array, last: Event | None) -> None:
        super().__init__(game, position, last)
        self.seed = seed
        self._events_text: str | None = "" if last is None else None

    @property
    def counted(self) -> Mapping[str, int]:
        """What each seat has come to by what a final stalemate compares."""
        compared = self.game.once(criterion)[None]
        return {} if compared is None else counts(self, compared)

    def legal(self, seat: str) -> tuple[str, ...]:
        """The legal moves of a seat as texts."""
        text_of = self.game.text_of
        # Not by `map`: in C it would keep all other threads waiting until tens of thousands were written.
        return tuple([text_of(move) for move in self.choices(seat)[0]])

    def weights(self, seat: str) -> tuple[int, ...]:
        """In how many ways Random hits each of `legal(seat)`."""
        return self.choices(seat)[1]

    def forced(self, seat: str) -> str | None:
        """The only move of a seat that Random may hit."""
        moves, weights = self.choices(seat)
        if len(weights) - weights.count(0) != 1:
            return None
        return next(self.game.text_of(move) for move, weight in zip(moves, weights, strict=True) if weight)

    def owes_rest(self, seat: str) -> bool:
        """Whether a seat has made a part of its turn or of its plan; an answer to an offer is neither."""
        return seat in self.acting and owes_rest(self.game, self.record, self.now, self.number(seat))

    def seen_acting(self, viewer: str) -> tuple[str, ...]:
        """Neither who has planned nor, while spaces are cloaked, whose turn it is."""
        return seen_acting(self, viewer)

    def shows_turns(self, viewer: str) -> bool:
        """Not while spaces are cloaked: whose turn it is tells what moved there."""
        del viewer
        return not self.game.rule_set.phases[self.phase].cloaks

    def play(self, moves: Mapping[str, str | Sequence[str]]) -> VariationState:
        """The state after these moves: all or nothing."""
        state, unheard = self, frozenset[str]()
        for seat, text in each_move(moves):
            if seat in unheard and text in {AGREE, REFUSE} and not state.is_asking:
                unheard -= {seat}
                continue
            after = state._after(seat, text)
            if state.is_asking and not after.is_asking:
                unheard = frozenset(state.acting) - {seat}  # a refusal has ended the question before they answered
            state = after
        return state

    def silence(self, seat: str) -> str | None:
        """An offer of a draw is refused by silence; else who says nothing leaves."""
        return REFUSE if seat in self.acting and self.is_asking else None

    def leave(self, *seats: str) -> VariationState:
        """The state after seats have left at one moment."""
        leavers = 0
        self._refuse_if_over()
        check_leavers(seats)
        for seat in seats:
            number = self.number(seat)
            if seat == CHAOS:
                raise NotActing("Chaos never leaves.")
            if self.record[0]["left"] >> number & 1:
                raise NotActing(f"{seat.capitalize()} has left the match already.")
            leavers |= 1 << number
        after = copy_of(self.record)
        scratch = thread_scratch()
        kernels.leave(self.game.rules, after, scratch, leavers)
        in_order = tuple(seat for seat in self.game.all_seats if seat in seats)
        return self._with(after, scratch, in_order, LEAVE, 0)

    def view(self, viewer: str) -> dict[str, Any]:
        """All that a seat, or a spectator, may know."""
        if viewer != SPECTATOR:
            self.number(viewer)
        return make_view(self, viewer) | self._more()

    def _more(self) -> dict[str, str]:
        """What a view holds besides, where nothing is hidden: the state's text, so that a bot can search."""
        return {} if self.game.has_secrets or self.game.has_chance else {"state": self.public_text}

    def view_text(self, viewer: str) -> str:
        """The same as JSON text."""
        if viewer != SPECTATOR:
            self.number(viewer)
        return write_view(self, viewer, self._more())

    def revealed(self) -> dict[str, Any]:
        """The view of `everything`."""
        return make_view(self, EVERYTHING)

    @property
    def last_is_sealed(self) -> bool:
        """Whether the last event is a plan of the round that goes on, or an offer of a draw in its place."""
        event = self.last
        if event is None or not self.is_sealed or self.is_asking or event.carried_out:
            return False
        return event.is_plan or event.move == OFFER

    def replay_text(self, viewer: str) -> str:
        """What a viewer saw, without legal moves and the state's text, which are for choosing."""
        if viewer not in {SPECTATOR, EVERYTHING}:
            self.number(viewer)
        return write_replay(self, viewer)

    def playouts(
        self, games: int, *, seed: int = 0, cores: int = 1, progress: Callable[[int], None] | None = None
    ) -> Playouts:
        """Plays random games from here."""
        return playouts(self, self.record, games, seed=seed, cores=cores, progress=progress)

    @property
    def position(self) -> str:
        """All that is true now, in one line."""
        return write_position(self.game, self.record)

    @property
    def public_text(self) -> str:
        """The state's text without the seed, which nobody at the board may know."""
        return f"{self.game.digest} {UNKNOWN_SEED}{self._said()}"

    def __str__(self) -> str:
        seed = UNKNOWN_SEED if self.seed is None else self.seed
        return f"{self.game.digest} {seed}{self._said()}"

    def _said(self) -> str:
        """The events so far, as the state's text has them."""
        if self._events_text is None:
            self._events_text = "".join(map(_text_of_event, history(self.last)))
        return self._events_text

    def __eq__(self, other: object) -> bool:
        return isinstance(other, VariationState) and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))

    def __reduce__(self) -> tuple[Any, ...]:
        return self.game.read_state, (str(self),)

    def _refuse_if_over(self) -> None:
        if self.now.result != ONGOING:
            raise MatchOver("The match is over.")

    def _after(self, seat: str, text: str) -> VariationState:
        """The state after one move of one seat."""
        number = self.number(seat)
        self._refuse_if_over()
        if seat not in self.acting:
            raise NotActing(self._why_not_acting(seat))
        move = move_texts.read(self, seat, text)
        after, scratch = copy_of(self.record), thread_scratch()
        if not kernels.adjudicate(self.game.rules, after, scratch, number, move):
            raise IllegalMove(move_texts.why_illegal(self, seat, move))
        return self._with(after, scratch, (seat,), self.game.text_of(move), move)

    def _why_not_acting(self, seat: str) -> English:
        if self.is_sealed and not self.is_asking:
            return f"{seat.capitalize()} owes no plan now."
        return f"It is not {seat}'s turn but {' and '.join(self.acting)}'s."

    def _affected(self, now: Array, changed: Sequence[int], move: int) -> list[int]:
        """Where a move began, and from where it took something off the board.

        That is from its target, and from where nothing stands any more.
        """
        if not self.game.is_powered or self.game.has_gravity or self.is_sealed or kind_in(move) == 0:
            return []
        before, source, target = self.record[0]["kind"], source_in(move), target_in(move)
        spaces = (space for space in changed if space != source and (space == target or not now[space]))
        return [source, *(space for space in spaces if before[space])]

    def _compared(self, now: Record, made: Record) -> tuple[Comparison, ...]:
        """The hands that an event compared; they are told as long as all that they were made of is there to see."""
        told: list[Comparison] = []
        foots = self.game.rules[0]["foot"][: self.game.spaces.total]
        for row in range(made["n_compared"]):
            foot, hands = int(made["compared_at"][row]), made["compared"][row].tolist()
            stack = (foots == foot).nonzero()[0]
            kinds = now["kind"][stack]
            viewers = ALL_KNOW
            if self.game.is_cloaked:
                sees_all = (now["look"][:, stack] == kinds).all(axis=1)
                viewers = sum(1 << viewer for viewer in sees_all.nonzero()[0].tolist())
            if (kinds != 0).sum() != made["compared_pieces"][row]:
                viewers = 0
            by_color = ((color, hand) for color, hand in enumerate(hands) if hand >= LEAST_HAND)
            told.append(Comparison(foot, tuple(by_color), viewers))
        return tuple(told)

    def _with(self, after: Array, scratch: Array, seats: tuple[str, ...], text: str, move: int) -> VariationState:
        """The state whose record is `after`, which an event of these seats has led to; SCRATCH tells what it did."""
        before, now, made = self.record[0], after[0], scratch[0]
        n_movers = int(made["n_movers"])
        fates = made["mover_fate"][:n_movers].tolist() if n_movers else []
        failed = {int(made["mover_seat"][i]) for i, fate in enumerate(fates) if fate == FAILED}
        changed = (before["kind"] != now["kind"]).nonzero()[0].tolist()
        is_plan = self.is_sealed and move_texts.is_plan(move)
        # Who leaves or agrees to a draw may end the match before the round: what was planned is not made.
        is_carried_out = (
            self.is_sealed
            and now["reason"] not in {BY_AGREEMENT, BY_LEAVING}
            and (now["ply"] != before["ply"] or now["phase"] != before["phase"] or now["result"] != ONGOING)
        )
        moved, *captured = self._affected(now["kind"], changed, move) or [RESERVE]
        event = Event(
            seats=seats,
            text=text,
            move=move,
            changed=tuple(changed),
            looks=_looks_changed(before["look"], now["look"]) if self.game.is_cloaked else None,
            is_hidden=bool(failed) or self._is_hidden(changed, move),
            is_plan=is_plan,
            carried_out=self._round(seats[0], text, move, changed, int(now["left"])) if is_carried_out else (),
            failed=tuple(self.game.all_seats[each] for each in sorted(failed)),
            moved=0 if moved == RESERVE else int(before["kind"][moved]),
            captured=tuple(before["kind"][captured].tolist()) if captured else (),
            saw=_seen_before(before["look"], now["look"], moved, captured) if self.game.is_cloaked else None,
            compared=self._compared(now, made) if changed and self.game.has_gravity and self.game.is_powered else (),
            phase=self.phase,
            earlier=self.last,
        )
        state = VariationState(self.game, self.seed, after, event)
        if self._events_text is not None:
            # A long match is not read again from its beginning after each move.
            state._events_text = self._events_text + _text_of_event(event)
        return state

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

    def _round(self, seat: str, text: str, move: int, changed: list[int], left: int) -> tuple[PlannedMove, ...]:
        """All moves of the round, this one included, in order of seats, but for those of seats that have left since.

        Where spaces are cloaked whoever could do nothing is among them, so that others cannot tell.
        """
        plans = {each: list[PlannedMove]() for each in self.game.all_seats}
        if move_texts.is_plan(move):
            plans[seat].append(PlannedMove(seat, text, move, self._is_hidden(changed, move)))
        for event in backward(self.last):
            if event.carried_out or event.phase != self.phase:
                break
            if event.is_plan:
                hidden = self._is_hidden(changed, event.move)
                plans[event.seats[0]].insert(0, PlannedMove(event.seats[0], event.text, event.move, hidden))
        if self.game.cloaked[self.phase]:
            for idle in (each for each in self.game.seats_of[self.now.active] if not plans[each]):
                plans[idle].append(PlannedMove(idle, "", 0, is_hidden=True))
        gone = self.game.seats_of[left]
        return tuple(each for seat, some in plans.items() if seat not in gone for each in some)


def _text_of_event(event: Event) -> str:
    return f" {'+'.join(event.seats)}:{event.text}"


def _seen_before(before: Array, now: Array, moved: int, captured: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """By viewer, what was seen where a move began and of what it captured; 0 for what was not seen, or is still."""
    begun = [0] * len(before) if moved == RESERVE else before[:, moved].tolist()
    if not captured:
        return tuple((own,) for own in begun)
    gone = np.where(before[:, captured] != now[:, captured], before[:, captured], 0).tolist()
    return tuple((own, *others) for own, others in zip(begun, gone, strict=True))


def _looks_changed(before: Array, after: Array) -> tuple[tuple[int, ...], ...]:
    """By viewer, the spaces that look different; the looks are a row of COLUMNS spaces for each."""
    spaces: list[list[int]] = [[] for _ in before]
    for at in (before != after).ravel().nonzero()[0].tolist():
        spaces[at // COLUMNS].append(at % COLUMNS)
    return tuple(map(tuple, spaces))
