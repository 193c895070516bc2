"""A match at one moment: what can be done."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from redscience.arguments import each_move
from redscience.errors import MatchOver, NotActing
from redscience.four_bases import notation, refusals
from redscience.four_bases.engine import kernels
from redscience.four_bases.engine.records import ONGOING, Array, copy_of
from redscience.four_bases.history import Event, backward
from redscience.four_bases.packing import pack
from redscience.four_bases.playouts import playouts
from redscience.four_bases.position import write_position
from redscience.four_bases.prepared import PreparedGame, thread_round, thread_scratch
from redscience.four_bases.situation import Situation
from redscience.four_bases.view import make_view, seen_acting
from redscience.interface import EVERYTHING, LEAVE, SPECTATOR, State, check_leavers
from redscience.random_games import Playouts
from redscience.state_text import UNKNOWN_SEED


class FourBasesState(Situation, State):
    """See `redscience.interface.State`."""

    def __init__(
        self,
        game: PreparedGame,
        seed: int | None,
        record: Array,
        last: Event | None = None,
        happened: Array | None = None,
    ) -> None:
        super().__init__(game, record, last, happened)
        self.seed = seed

    @property
    def game(self) -> PreparedGame:
        """What is played."""
        return self.prepared

    def seen_acting(self, viewer: str) -> tuple[str, ...]:
        """Not who else has made its plan."""
        return tuple(seen_acting(self, viewer))

    def owes_rest(self, seat: str) -> bool:
        """Whether a seat has sealed orders and is not done."""
        return seat in self.acting and bool(self.record[0]["n_plan"][self.number(seat)])

    def legal(self, seat: str) -> tuple[str, ...]:
        """The orders that a seat may still give beside those of its plan."""
        number = self.number(seat)
        return tuple(map(self.text_of, self.choices(number)[0])) if seat in self.acting else ()

    def weights(self, seat: str) -> tuple[int, ...]:
        """In how many ways Random hits each of them: a new piece of any kind as often as a move to a space."""
        number = self.number(seat)
        return self.choices(number)[1] if seat in self.acting else ()

    def play(self, moves: Mapping[str, str | Sequence[str]]) -> FourBasesState:
        """The state after these orders: all or nothing."""
        state = self
        for seat, text in each_move(moves):
            state = state._after(seat, text)
        return state

    def _after(self, seat: str, text: str) -> FourBasesState:
        number = self.number(seat)
        self._refuse_if_over()
        if seat not in self.acting:
            raise NotActing(f"{seat.capitalize()} {'has left' if seat in self.left else 'has given all orders'}.")
        order = notation.read(text)
        if not all(space is None or self.layout.has(space) for space in (order.first, order.second)):
            raise refusals.off_the_board(order, self.layout.size)
        after, happened = copy_of(self.record), thread_round()
        rules, scratch = self.game.rules, thread_scratch()
        why = kernels.four_bases_play(rules, after, scratch, happened, number, pack(self.layout, order))
        if why:
            raise refusals.refused(order, why)
        return self._with(after, happened, (seat,), notation.write(order))

    def leave(self, *seats: str) -> FourBasesState:
        """The state after seats were handed to the bot; a plan that was not complete is given up."""
        self._refuse_if_over()
        check_leavers(seats)
        leavers = 0
        for seat in seats:
            leavers |= 1 << self.number(seat)
            if seat in self.left:
                raise NotActing(f"{seat.capitalize()} has left the match already.")
        after, happened = copy_of(self.record), thread_round()
        kernels.four_bases_leave(self.game.rules, after, thread_scratch(), happened, leavers)
        return self._with(after, happened, tuple(seat for seat in self.layout.seats if seat in seats), LEAVE)

    def _with(self, after: Array, happened: Array, seats: tuple[str, ...], text: str) -> FourBasesState:
        resolved = bool(happened[0]["turn"])
        event = Event(seats, text, resolved, self.last)
        return FourBasesState(self.game, self.seed, after, event, copy_of(happened) if resolved else self.happened)

    def _refuse_if_over(self) -> None:
        if self.record[0]["result"] != ONGOING:
            raise MatchOver("The match is over.")

    def view(self, viewer: str) -> dict[str, Any]:
        """All that a seat, or a spectator, may know."""
        if viewer != SPECTATOR:
            self.number(viewer)
        return make_view(self, viewer)

    def revealed(self) -> dict[str, Any]:
        """The view of `everything`: what all pieces are."""
        return make_view(self, EVERYTHING)

    @property
    def last_is_sealed(self) -> bool:
        """Whether the last event is an order of a round that goes on."""
        return self.last is not None and not self.last.is_seen

    @property
    def position(self) -> str:
        """All that is true now, in one line."""
        return write_position(self.layout, self.record)

    def playouts(
        self, games: int, *, seed: int = 0, cores: int = 1, progress: Callable[[int], None] | None = None
    ) -> Playouts:
        """Plays random games from here."""
        self._refuse_if_over()
        rules, seats = self.game.rules, self.layout.seats
        return playouts(rules, self.record, seats, games, seed=seed, cores=cores, progress=progress)

    def __str__(self) -> str:
        seed = UNKNOWN_SEED if self.seed is None else str(self.seed)
        events = [str(event) for event in backward(self.last)]
        return " ".join([self.game.digest, seed, *reversed(events)])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, FourBasesState) and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))

    def __reduce__(self) -> tuple[Any, ...]:
        return _read_state, (self.prepared, str(self))


def _read_state(game: PreparedGame, text: str) -> State:
    return game.read_state(text)
