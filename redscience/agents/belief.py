"""What may be true in a match, as far as a seat has been told: states that agree with its views.

Where nothing is hidden or drawn, a view carries the state. Else states are played forward, the others' moves drawn
among those that are legal for them, and only those are kept whose view is the one that was given. Nothing else of a
match is known here, so that nothing hidden can be used.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from redscience.errors import RedscienceError
from redscience.interface import LEAVE, Game, State
from redscience.random_games import draw

MOST = 32
"""So many states are kept."""
TRIES = 8
"""So often as many are tried for."""
FURTHEST = 40
"""So many moves may lie between two decisions of a seat."""
_SEED_BITS = 60


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
        self._possible: Sequence[State] = ()

    def states(self, view: Mapping[str, Any]) -> Sequence[State]:
        """The states that agree with a view and all before it; empty where none was found."""
        text = view.get("state")
        if isinstance(text, str):
            return (self._read(text),)
        found = self._forward(self._possible, view) if self._past and self._possible else ()
        self._possible = found or self._anew(view)
        return self._possible

    def chose(self, view: Mapping[str, Any], move: str) -> None:
        """Notes what the seat has decided."""
        self._past.append(_Decision(view, move))

    def _read(self, text: str) -> State:
        """The state of a text; the moves since the last one are played on from it."""
        state = self._state
        if state is not None and text.startswith(self._text + " "):
            state = _played(state, text[len(self._text) + 1 :])
        elif state is None or text != self._text:
            state = self._game.read_state(text)
        self._text, self._state = text, state
        return state

    def _forward(self, possible: Sequence[State], view: Mapping[str, Any]) -> Sequence[State]:
        """The states with a view that states of the last decision lead to."""
        last, found = self._past[-1], list[State]()
        for number in range(MOST * TRIES):
            state = self._reached(_after(possible[number % len(possible)], self._seat, last.move), view)
            if state is not None:
                found.append(state)
            if len(found) == MOST:
                break
        return found

    def _anew(self, view: Mapping[str, Any]) -> Sequence[State]:
        """States that are played from the start, decision by decision."""
        views = [*(decision.view for decision in self._past), view]
        found: Sequence[State] = self._starts(views[0])
        for decision, following in zip(self._past, views[1:], strict=True):
            possible = found
            found = []
            for number in range(MOST * TRIES if possible else 0):
                after = _after(possible[number % len(possible)], self._seat, decision.move)
                state = self._reached(after, following)
                if state is not None:
                    found.append(state)
                if len(found) == MOST:
                    break
        return found

    def _starts(self, view: Mapping[str, Any]) -> list[State]:
        """States in which the seat decides for the first time, and sees a view."""
        found = list[State]()
        for _ in range(MOST * TRIES):
            start = self._game.start_like(view, self._chance.getrandbits(_SEED_BITS))
            state = self._reached(start, view)
            if state is not None:
                found.append(state)
            if len(found) == MOST:
                break
        return found

    def _reached(self, state: State | None, view: Mapping[str, Any]) -> State | None:
        """A state with a view, that others' moves lead to; None where those that were drawn do not."""
        told = list(_told(view))
        follows = self._chance.random() < 0.75  # noqa: PLR2004 - mostly what is told last is all that happened
        for _ in range(FURTHEST):
            if state is None or state.outcome is not None:
                return None
            if self._seat in state.acting and _agrees(state.view(self._seat), view):
                return state
            state = self._moved(state, told if follows else [])
        return None

    def _moved(self, state: State, told: list[tuple[str, str]]) -> State | None:
        """The state after a move of somebody: one that is told where it fits, else a drawn one."""
        for number, (seat, move) in enumerate(told):
            if seat in state.acting and move in state.legal(seat):
                del told[: number + 1]
                return state.play({seat: move})
        others = [seat for seat in state.acting if seat != self._seat]
        if others:
            seat = self._chance.choice(others)
            return state.play({seat: draw(state.legal(seat), state.weights(seat), self._chance)})
        forced = state.forced(self._seat)  # the platform makes it for the seat
        return None if forced is None else state.play({self._seat: forced})


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


def _agrees(own: Mapping[str, Any], view: Mapping[str, Any]) -> bool:
    return all(view.get(name) == value for name, value in own.items())
