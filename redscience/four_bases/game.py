"""The rules of a game, ready to be played."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from random import Random
from typing import Any

from redscience.errors import RedscienceError, UnreadableState
from redscience.four_bases.imagining import Imagined
from redscience.four_bases.options import OPTIONS
from redscience.four_bases.playouts import playouts
from redscience.four_bases.prepared import PreparedGame, opening_of
from redscience.four_bases.state import UNKNOWN_SEED, FourBasesState
from redscience.interface import LEAVE, MAX_SEED
from redscience.many_games import engine_seed
from redscience.random_games import Playouts
from redscience.search import Searcher

_MOST_DIGITS = len(str(MAX_SEED))


class FourBasesGame(PreparedGame):
    """See `redscience.interface.Game`."""

    def start(self, seed: int | None = 0) -> FourBasesState:
        """The state before the first order."""
        if seed is not None and not 0 <= seed <= MAX_SEED:
            raise ValueError(f"seed is {seed}; it must be a whole number from 0 to 2**128-1")
        return FourBasesState(self, seed, opening_of(self.layout, engine_seed(seed or 0)))

    def read_state(self, text: str) -> FourBasesState:
        """Reads the text of a state."""
        return deque(self.read_states(text), maxlen=1).pop()

    def read_states(self, text: str) -> Iterator[FourBasesState]:
        """Reads the text of a state, event by event."""
        digest, seed, *events = (*text.split(" "), "")[: max(2, text.count(" ") + 1)]
        if digest != self.digest:
            raise UnreadableState(f"The state is of a game with the digest {digest[:40]!r}, not of {self.name}.")
        state = self.start(_read_seed(seed))
        yield state
        for number, word in enumerate(events, 1):
            seat, _, said = word.partition(":")
            try:
                state = state.leave(*seat.split("+")) if said == LEAVE else state.play({seat: said.replace("_", " ")})
            except RedscienceError as error:
                raise UnreadableState(f"Event {number} of the state, {word[:60]!r}, cannot be: {error}") from error
            yield state

    def searcher(self) -> Searcher:
        """The compiled one; what it is made of is loaded now."""
        made: Searcher = import_module("redscience.four_bases.thinking").FourBasesSearcher(self)
        return made

    def imagined(self, views: Sequence[Mapping[str, Any]], chance: Random) -> Iterator[FourBasesState]:
        """States in which all that is hidden from a seat is drawn anew, without end; without the last round."""
        known = Imagined(self, views)
        while True:
            yield FourBasesState(self, None, known.drawn(chance))

    def playouts(
        self, games: int, *, seed: int = 0, cores: int = 1, progress: Callable[[int], None] | None = None
    ) -> Playouts:
        """Plays random games from the start."""
        origin = self.start(seed).record
        return playouts(self.rules, origin, self.seats, games, seed=seed, cores=cores, progress=progress)

    def __repr__(self) -> str:
        return f"<game {self.name}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return _of_file, (self.chosen.text,)


def _of_file(text: str) -> FourBasesGame:
    return FourBasesGame(OPTIONS.read(text))


def _read_seed(text: str) -> int | None:
    if text == UNKNOWN_SEED:
        return None
    if text.isascii() and text.isdecimal() and len(text) <= _MOST_DIGITS and int(text) <= MAX_SEED:
        return int(text)
    raise UnreadableState(f"After the digest stands {text[:40]!r}; the seed should, 0 … 2**128-1, or ?.")
