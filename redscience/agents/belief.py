"""What may be true in a match, as far as a seat has been told: states that agree with its views.

Where nothing is hidden or drawn, a view carries the state. Else states are played forward, the others' moves drawn
among those that are legal for them, and only those are kept whose view is the one that was given. Nothing else of a
match is known here, so that nothing hidden can be used.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle, repeat
from random import Random
from time import perf_counter
from typing import Any

from redscience.errors import RedscienceError
from redscience.interface import LEAVE, Game, State
from redscience.random_games import draw

MOST = 32
"""So many states are kept."""
FEW = 8
"""So many of those before them are kept; where fewer are held for possible, it is gone back at once to those."""
PARTS = 3
"""Where several decisions are to be followed such a part of what is left is spent on the first, on one alone half."""
FURTHEST = 40
"""So many moves may lie between two decisions of a seat."""
_SEED_BITS = 60
_OFTEN = 0.75
"""How often the moves that were told last are taken for all that happened."""


@dataclass(slots=True)
class Effort:
    """What may be spent on a belief: moves that are tried, and time.

    Attributes:
        moves: so many more may be tried.
        ends_at: when it is over, by `clock`; None where time does not count.
        clock: tells the seconds.
    """

    moves: int
    ends_at: float | None = None
    clock: Callable[[], float] = perf_counter

    def spend(self) -> bool:
        """Takes a move of it; whether there was one."""
        self.moves -= 1
        return self.moves >= 0 and not self.is_late

    def part(self, parts: int) -> Effort:
        """One of so many parts of what is left, which the others may spend where that one does not."""
        ends_at = self.ends_at
        if ends_at is not None:
            ends_at -= (ends_at - self.clock()) * (1 - 1 / parts)
        return Effort(self.moves // parts, ends_at, self.clock)

    @property
    def is_late(self) -> bool:
        """Whether its time is over."""
        return self.ends_at is not None and self.clock() >= self.ends_at


@dataclass(frozen=True, slots=True)
class _Decision:
    """A view, and the move that the seat chose."""

    view: Mapping[str, Any]
    move: str


class Belief:
    """The states that a seat holds for possible.

    Args:
        game: what is played.
        seat: whose belief it is.
        chance: draws what is not known.
    """

    def __init__(self, game: Game, seat: str, chance: Random) -> None:
        self._game, self._seat, self._chance = game, seat, chance
        self._text = ""
        self._state: State | None = None
        self._past: list[_Decision] = []
        self._packed = b""
        self._possible: Sequence[State] = ()
        self._earlier: Sequence[State] = ()
        self._followed = 0
        self._is_stuck = False
        self._failures = self._waits = 0

    def states(self, view: Mapping[str, Any], effort: Effort, most: int = MOST) -> Sequence[State]:
        """At most so many states that agree with a view and all before it; empty where none was found."""
        text = view.get("state")
        if isinstance(text, str):
            return (self._read(text),)
        self._unpack()
        imagined = self._imagined(view, effort, most)
        if imagined:
            return imagined
        views = [*(decision.view for decision in self._past), view]
        if not self._possible:
            self._possible = self._retried(views[0], effort, most)
        while self._possible and self._followed < len(self._past):
            if not self._follow(views, effort, most) and not self._follow(views, effort, most):
                return ()
        return self._possible

    def chose(self, view: Mapping[str, Any], move: str) -> None:
        """Notes what the seat has decided, where a view does not tell all by itself."""
        if not isinstance(view.get("state"), str):
            self._unpack()
            self._past.append(_Decision(view, move))

    def rest(self) -> None:
        """Packs what the seat has decided until it is asked for again: views of long matches take megabytes."""
        if self._past:
            packed = json.dumps([(decision.view, decision.move) for decision in self._past])
            self._packed, self._past = zlib.compress(packed.encode(), level=1), []

    def _unpack(self) -> None:
        if self._packed:
            self._past = [_Decision(view, move) for view, move in json.loads(zlib.decompress(self._packed))]
            self._packed = b""

    def _imagined(self, view: Mapping[str, Any], effort: Effort, most: int) -> list[State]:
        """States that the game draws by the views alone."""
        views = [*(decision.view for decision in self._past), view]
        drawn = self._game.imagined(views, self._chance)
        return [state for _, state in zip(range(most), drawn, strict=False) if effort.spend()]

    def _follow(self, views: Sequence[Mapping[str, Any]], effort: Effort, most: int) -> bool:
        """Goes on to the next decision; whether states are found there. Else it is tried again, in another way."""
        at = self._followed
        part = effort.part(min(1 + len(self._past) - at, PARTS))
        before = part.moves
        found = self._forward(self._possible, self._past[at].move, views[at + 1], part, most)
        effort.moves -= before - max(part.moves, 0)
        if found:
            self._earlier, self._possible, self._followed = self._possible[:FEW], found, at + 1
            self._is_stuck = False
        elif self._is_stuck or len(self._possible) < FEW:  # they may all be wrong
            self._earlier, self._possible, self._followed = (), self._earlier, at - 1 if self._earlier else 0
            self._is_stuck = False
        else:
            self._is_stuck = True
        return bool(found)

    def _retried(self, view: Mapping[str, Any], effort: Effort, most: int) -> Sequence[State]:
        """States of the first view; after each failure that is left out twice as often.

        That is not where the clock ended it: another time it may be quicker, and no other use is made of that time.
        """
        if self._waits:
            self._waits -= 1
            return ()
        found = self._anew(view, effort, most)
        if found:
            self._failures = 0
        elif not effort.is_late:
            self._failures += 1
        else:
            return ()
        self._waits = 2**self._failures - 1
        return found

    def _read(self, text: str) -> State:
        """The state of a text; the moves since the last one are played on from it."""
        state = self._state
        if state is not None and text.startswith(self._text + " "):
            state = _played(state, text[len(self._text) + 1 :])
        elif state is None or text != self._text:
            state = self._game.read_state(text)
        self._text, self._state = text, state
        return state

    def _anew(self, view: Mapping[str, Any], effort: Effort, most: int) -> list[State]:
        """States with the first view, played from the start."""
        starts = (self._game.start_like(view, self._chance.getrandbits(_SEED_BITS)) for _ in repeat(None))
        return self._found(starts, view, effort, most)

    def _forward(
        self, possible: Sequence[State], move: str, view: Mapping[str, Any], effort: Effort, most: int
    ) -> list[State]:
        """The states with a view that a move of the seat leads to from others."""
        return self._found(self._afters(possible, move), view, effort, most)

    def _afters(self, possible: Sequence[State], move: str) -> Iterator[State | None]:
        """What a move of the seat leads to from each of some states, again and again, and from what they may be too."""
        for state in cycle(possible):
            bits = self._chance.getrandbits(_SEED_BITS)
            if bits & 1:
                state = self._game.varied(state, self._seat, bits, loosely=self._is_stuck)  # noqa: PLW2901
            yield _after(state, self._seat, move)

    def _found(
        self, befores: Iterable[State | None], view: Mapping[str, Any], effort: Effort, most: int
    ) -> list[State]:
        """At most so many states with a view, each played on from the next of some."""
        found: list[State] = []
        agrees, leads_there = _agreement(self._game, self._seat, view), self._game.resembling(view, before=True)
        for before in befores:
            if len(found) == most or not effort.spend():
                break
            if before is not None and self._chance.random() < _OFTEN and not leads_there(before):
                continue
            state = self._reached(before, view, agrees, effort)
            if state is not None:
                found.append(state)
        return found

    def _reached(
        self, state: State | None, view: Mapping[str, Any], agrees: Callable[[State], bool], effort: Effort
    ) -> State | None:
        """A state with a view, that others' moves lead to; None where those that were drawn do not."""
        told = list(_told(view)) if self._chance.random() < _OFTEN else []
        for _ in range(FURTHEST):
            if state is None or state.outcome is not None or not effort.spend():
                return None
            if self._seat in state.acting and agrees(state):
                return state
            state = self._moved(state, told, view)
        return None

    def _moved(self, state: State, told: list[tuple[str, str]], view: Mapping[str, Any]) -> State | None:
        """The state after a move of somebody: one that is told where it fits, else a drawn one."""
        for number, (seat, move) in enumerate(told):
            if seat in state.acting and move in state.legal(seat):
                del told[: number + 1]
                return state.play({seat: move})
        others = [seat for seat in state.acting if seat != self._seat]
        if others:
            seat = self._chance.choice(others)
            return state.play({seat: self._drawn(state, seat, view)})
        own = state.forced(self._seat)  # the platform makes it for the seat
        if own is None and not self._past:
            own = self._drawn(state, self._seat, view)  # somebody else began the match
        return None if own is None else state.play({self._seat: own})

    def _drawn(self, state: State, seat: str, view: Mapping[str, Any]) -> str:
        """A move of somebody else: mostly one of those that may have led to the view."""
        moves = self._game.fitting(view, state.legal(seat)) if self._chance.random() < _OFTEN else ()
        return self._chance.choice(moves) if moves else draw(state.legal(seat), state.weights(seat), self._chance)


def _played(state: State, words: str) -> State:
    """The state after events, as a state's text has them."""
    for word in words.split(" "):
        seat, _, move = word.partition(":")
        state = state.leave(*seat.split("+")) if move == LEAVE else state.play({seat: move.replace("_", " ")})
    return state


def _after(state: State, seat: str, move: str) -> State | None:
    """The state after a move; None where it cannot be made there."""
    try:
        return state.play({seat: move})
    except RedscienceError:
        return None


def _told(view: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """The moves that a view tells of."""
    for event in view.get("last", ()):
        if "move" in event:
            yield event["seat"], event["move"]


def _agreement(game: Game, seat: str, view: Mapping[str, Any]) -> Callable[[State], bool]:
    """Whether a state in which the seat is to act has its view; first what is told quickly is compared."""
    legal, resembles = tuple(each["move"] for each in view["legal"]), game.resembling(view)

    def agrees(state: State) -> bool:
        if not resembles(state) or state.legal(seat) != legal:
            return False
        return all(view.get(name) == its for name, its in state.view(seat).items())

    return agrees
