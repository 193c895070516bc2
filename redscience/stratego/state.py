"""A match of Stratego at one moment."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from redscience.arguments import each_move
from redscience.english import English
from redscience.errors import IllegalMove, MatchOver, NotActing
from redscience.interface import EVERYTHING, LEAVE, SPECTATOR, State, check_leavers
from redscience.random_games import Playouts
from redscience.state_text import UNKNOWN_SEED
from redscience.stratego import moves, notation
from redscience.stratego.engine import kernels
from redscience.stratego.engine.records import LOST, TIED, WON, Array, copy_of
from redscience.stratego.history import Attack, Came, Event, attacks, backward
from redscience.stratego.playouts import playouts
from redscience.stratego.position import write_position
from redscience.stratego.prepared import PreparedGame
from redscience.stratego.seats import SEATS
from redscience.stratego.situation import Situation
from redscience.stratego.view import seen_acting, view_of

SET_UP_MS = 300_000
_CAME = {WON: Came.WON, LOST: Came.LOST, TIED: Came.TIED}


class StrategoState(Situation, State):
    """See `redscience.interface.State`."""

    def __init__(self, game: PreparedGame, seed: int | None, record: Array, last: Event | None) -> None:
        super().__init__(game, record, last)
        self.seed = seed

    def seen_acting(self, viewer: str) -> tuple[str, ...]:
        """Not whether the other's set-up is complete."""
        return tuple(seen_acting(self, viewer))

    def owes_rest(self, seat: str) -> bool:
        """Whether a seat has begun its set-up, and not completed it."""
        if not self.is_setting_up or seat not in self.acting:
            return False
        return bool(self.record[0]["to_place"][SEATS.index(seat)] < self.game.army_size)

    def allowed_ms(self, seat: str) -> int | None:
        """Minutes for the set-up."""
        del seat
        return max(SET_UP_MS, self.game.seconds_per_turn * 1000) if self.is_setting_up else None

    def legal(self, seat: str) -> tuple[str, ...]:
        """The legal moves of a seat as texts."""
        return tuple(map(moves.text_of, self.numbers(seat)))

    def play(self, moves: Mapping[str, str | Sequence[str]]) -> StrategoState:
        """The state after these moves: all or nothing."""
        state = self
        for seat, text in each_move(moves):
            state = state._after(seat, text)
        return state

    def _after(self, seat: str, text: str) -> StrategoState:
        """The state after one move of one seat."""
        side = self.side(seat)
        self._refuse_if_over()
        if seat not in self.acting:
            raise NotActing(self._why_not_acting(seat))
        move = moves.number_of(notation.read(text))
        after = copy_of(self.record)
        if not kernels.stratego_play(after, side, move):
            raise IllegalMove(moves.why_illegal(self.record, side, move))
        event = self._event((seat,), moves.text_of(move), after, is_move=not self.is_setting_up and move >> 8 > 0)
        return StrategoState(self.game, self.seed, after, event)

    def _event(self, seats: tuple[str, ...], text: str, after: Array, *, is_move: bool) -> Event:
        now = after[0]
        attack = None
        if is_move and now["battle"]:
            attacker, defender = (notation.KINDS[now[role] - 1] for role in ("attacker", "defender"))
            attack = Attack(attacker, defender, _CAME[int(now["battle"])])
        is_placing = self.is_setting_up and text != LEAVE
        attacked = next(attacks(self.last), None)
        return Event(seats, text, int(now["plies"]), is_placing, attack, self.last, attacked)

    def silence(self, seat: str) -> str | None:
        """An offer of a draw is refused by silence."""
        return notation.REFUSE if self.is_asking and seat in self.acting else None

    def leave(self, *seats: str) -> StrategoState:
        """The state after seats have left at one moment."""
        sides = {self.side(seat) for seat in seats}
        self._refuse_if_over()
        check_leavers(seats)
        after = copy_of(self.record)
        kernels.stratego_leave(after, sum(1 << side for side in sides))
        leavers = tuple(seat for seat in SEATS if seat in seats)
        return StrategoState(self.game, self.seed, after, self._event(leavers, LEAVE, after, is_move=False))

    def view(self, viewer: str) -> dict[str, Any]:
        """All that a seat, or a spectator, may know."""
        if viewer != SPECTATOR:
            self.side(viewer)
        return view_of(self, viewer)

    def revealed(self) -> dict[str, Any]:
        """The view of `everything`."""
        return view_of(self, EVERYTHING)

    @property
    def last_is_sealed(self) -> bool:
        """Whether the last event is a piece placed in a set-up that is not complete on both sides."""
        return self.last is not None and self.last.is_placing and self.is_setting_up

    @property
    def position(self) -> str:
        """All that is true now, in one line."""
        return write_position(self.record)

    def playouts(
        self, games: int, *, seed: int = 0, cores: int = 1, progress: Callable[[int], None] | None = None
    ) -> Playouts:
        """Plays random games from here; plies are the moves on the board."""
        self._refuse_if_over()
        return playouts(self.record, games, seed=seed, cores=cores, progress=progress)

    def _why_not_acting(self, seat: str) -> English:
        if self.is_setting_up:
            return f"{seat.capitalize()} has set up its army."
        return f"It is not {seat}'s turn but {self.acting[0]}'s."

    def _refuse_if_over(self) -> None:
        if self.is_over:
            raise MatchOver("The match is over.")

    def __str__(self) -> str:
        events = [str(event) for event in backward(self.last)][::-1]
        return " ".join([self.game.digest, UNKNOWN_SEED if self.seed is None else str(self.seed), *events])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, StrategoState) and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))

    def __reduce__(self) -> tuple[Any, ...]:
        return self.game.read_state, (str(self),)
