"""A match at one moment."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from redscience.arguments import each_move
from redscience.errors import IllegalMove, MatchOver, NotActing
from redscience.interface import EVERYTHING, LEAVE, SPECTATOR, State, check_leavers, json_text
from redscience.rainbow import moves as numbered
from redscience.rainbow import notation
from redscience.rainbow.engine import kernels
from redscience.rainbow.engine.records import ONGOING, Array, copy_of
from redscience.rainbow.playouts import playouts
from redscience.rainbow.position import write_position
from redscience.rainbow.prepared import PreparedGame
from redscience.rainbow.situation import Event, Situation
from redscience.rainbow.view import make_view
from redscience.random_games import Playouts
from redscience.state_text import UNKNOWN_SEED

_LEGAL = tuple(json_text({**numbered.described(move), "weight": 1}) for move in range(len(numbered.EVERY)))
"""Each move as JSON text, since views have hundreds of them."""


class RainbowState(Situation, State):
    """See `redscience.interface.State`.

    Args:
        game: what is played.
        seed: of the match, on which nothing hangs; None where it is not known.
        position: the engine's record.
        last: the last event.
        said: the events so far, as the state's text has them.
    """

    def __init__(self, game: PreparedGame, seed: int | None, position: Array, last: Event | None, said: str) -> None:
        super().__init__(game, position, last)
        self.seed = seed
        self._said = said

    def legal(self, seat: str) -> tuple[str, ...]:
        """Placements, then flips, then moves."""
        self.game.number(seat)
        return tuple(numbered.TEXTS[move] for move in self.choices) if seat in self.acting else ()

    def seen_acting(self, viewer: str) -> tuple[str, ...]:
        """Nothing is hidden."""
        del viewer
        return self.acting

    def weights(self, seat: str) -> tuple[int, ...]:
        """Each move is one way."""
        return (1,) * len(self.legal(seat))

    def play(self, moves: Mapping[str, str | Sequence[str]]) -> RainbowState:
        """The state after these moves."""
        state = self
        for seat, text in each_move(moves):
            state = state._after(seat, text)
        return state

    def leave(self, *seats: str) -> RainbowState:
        """The state after seats have left at one moment."""
        self._refuse_if_over()
        check_leavers(seats)
        leavers = 0
        for seat in seats:
            leavers |= 1 << self.game.number(seat)
            if seat in self.left:
                raise NotActing(f"{seat.capitalize()} has left the match already.")
        after = copy_of(self.record)
        kernels.rainbow_leave(self.game.rules, after, leavers)
        return self._with(after, tuple(seat for seat in self.game.seats if seat in seats), LEAVE)

    def view(self, viewer: str) -> dict[str, Any]:
        """All that there is: nothing is hidden from anybody."""
        if viewer != SPECTATOR:
            self.game.number(viewer)
        choices = self.choices if viewer in self.acting else ()
        return make_view(
            self, viewer, [{**numbered.described(move), "weight": 1} for move in choices], self.public_text
        )

    def view_text(self, viewer: str) -> str:
        """The same as JSON text, with moves that were written before."""
        if viewer not in self.acting:
            return super().view_text(viewer)
        head, tail = json_text(make_view(self, viewer, [], self.public_text)).split('"legal":[]', 1)
        return f'{head}"legal":[{",".join(_LEGAL[move] for move in self.choices)}]{tail}'

    def replay_text(self, viewer: str) -> str:
        """What all saw, without the moves and the state's text, which are for choosing."""
        view = self.revealed() if viewer == EVERYTHING else self.view(viewer)
        del view["state"]
        return json_text({**view, "legal": []})

    def playouts(
        self, games: int, *, seed: int = 0, cores: int = 1, progress: Callable[[int], None] | None = None
    ) -> Playouts:
        """Plays random games from here."""
        self._refuse_if_over()
        game = self.game
        return playouts(game.rules, self.record, game.seats, games, seed=seed, cores=cores, progress=progress)

    @property
    def position(self) -> str:
        """All that is true now, in one line."""
        return write_position(self.record[0], self.game.seats)

    @property
    def public_text(self) -> str:
        """The state's text without the seed."""
        return f"{self.game.digest} {UNKNOWN_SEED}{self._said}"

    def __str__(self) -> str:
        return f"{self.game.digest} {UNKNOWN_SEED if self.seed is None else self.seed}{self._said}"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, RainbowState) and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))

    def __reduce__(self) -> tuple[Any, ...]:
        return self.game.read_state, (str(self),)

    def _refuse_if_over(self) -> None:
        if self.result != ONGOING:
            raise MatchOver("The match is over.")

    def _after(self, seat: str, text: str) -> RainbowState:
        """The state after one move of one seat."""
        number = self.game.number(seat)
        self._refuse_if_over()
        if seat not in self.acting:
            raise NotActing(f"It is not {seat}'s turn but {self.acting[0]}'s.")
        move = notation.read(text)
        chosen = numbered.number_of(move)
        after = copy_of(self.record)
        if not kernels.rainbow_play(self.game.rules, after, number, chosen):
            raise IllegalMove(numbered.why_illegal(self.record[0], self.game.seats, seat, move))
        return self._with(after, (seat,), numbered.TEXTS[chosen])

    def _with(self, after: Array, seats: tuple[str, ...], text: str) -> RainbowState:
        said = f"{self._said} {'+'.join(seats)}:{notation.within_state(text)}"
        return RainbowState(self.game, self.seed, after, Event(seats, text), said)
