"""Stratego with one of its armies, ready to be played."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from random import Random
from typing import Any

from redscience.errors import RedscienceError, UnreadableState
from redscience.interface import LEAVE, MAX_SEED
from redscience.random_games import Playouts
from redscience.search import Searcher
from redscience.stratego.engine.records import copy_of
from redscience.stratego.imagining import Imagined
from redscience.stratego.playouts import playouts
from redscience.stratego.prepared import PreparedGame
from redscience.stratego.state import UNKNOWN_SEED, StrategoState

_MOST_DIGITS = len(str(MAX_SEED))


class StrategoGame(PreparedGame):
    """See `redscience.interface.Game`."""

    def start(self, seed: int | None = 0) -> StrategoState:
        """The state before the first move."""
        if seed is not None and not 0 <= seed <= MAX_SEED:
            raise ValueError(f"seed is {seed}; it must be a whole number from 0 to 2**128-1")
        return StrategoState(self, seed, copy_of(self.origin), None)

    def read_state(self, text: str) -> StrategoState:
        """Reads the text of a state."""
        return deque(self.read_states(text), maxlen=1).pop()

    def read_states(self, text: str) -> Iterator[StrategoState]:
        """Reads the text of a state, event by event."""
        digest, seed, *events = [*text.split(" "), ""][: max(2, text.count(" ") + 1)]
        if digest != self.digest:
            raise UnreadableState(f"The state is of a game with the digest {digest[:40]!r}, not of {self.name}.")
        state = self.start(_read_seed(seed))
        yield state
        for number, event in enumerate(events, 1):
            seat, _, move = event.partition(":")
            try:
                state = state.leave(*seat.split("+")) if move == LEAVE else state.play({seat: move})
            except RedscienceError as error:
                raise UnreadableState(f"Event {number} of the state, {event[:60]!r}, cannot be: {error}") from error
            yield state

    def searcher(self) -> Searcher:
        """The compiled one; what it is made of is loaded now."""
        made: Searcher = import_module("redscience.stratego.thinking").StrategoSearcher(self)
        return made

    def imagined(self, views: Sequence[Mapping[str, Any]], chance: Random) -> Iterator[StrategoState]:
        """States in which all that is hidden from a seat is drawn anew, without end."""
        known = Imagined(self, views)
        while True:
            yield StrategoState(self, None, known.drawn(chance), known.last)

    def playouts(
        self, games: int, *, seed: int = 0, cores: int = 1, progress: Callable[[int], None] | None = None
    ) -> Playouts:
        """Plays random games, each from set-ups of its own; plies are the moves on the board."""
        return playouts(self.origin, games, seed=seed, cores=cores, progress=progress)


def _read_seed(text: str) -> int | None:
    if text == UNKNOWN_SEED:
        return None
    if text.isascii() and text.isdecimal() and len(text) <= _MOST_DIGITS and int(text) <= MAX_SEED:
        return int(text)
    raise UnreadableState(f"After the digest stands {text[:40]!r}; the seed should, 0 … 2**128-1, or ?.")
