"""The rules of a game, ready to be played."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from random import Random
from typing import Any

from redscience.four_bases.imagining import Imagined
from redscience.four_bases.options import OPTIONS
from redscience.four_bases.playouts import playouts
from redscience.four_bases.prepared import PreparedGame, opening_of
from redscience.four_bases.state import FourBasesState
from redscience.interface import whole_seed
from redscience.many_games import engine_seed
from redscience.random_games import Playouts
from redscience.search import Searcher
from redscience.state_text import last_of, states_of


class FourBasesGame(PreparedGame):
    """See `redscience.interface.Game`."""

    def start(self, seed: int | None = 0) -> FourBasesState:
        """The state before the first order."""
        seed = None if seed is None else whole_seed(seed)
        return FourBasesState(self, seed, opening_of(self.layout, engine_seed(seed or 0)))

    def read_state(self, text: str) -> FourBasesState:
        """Reads the text of a state."""
        return last_of(self.read_states(text))

    def read_states(self, text: str) -> Iterator[FourBasesState]:
        """Reads the text of a state, event by event."""
        return states_of(text, self, self.digest, self.start, lambda said: said.replace("_", " "))

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

    def __reduce__(self) -> tuple[Any, ...]:
        return _of_file, (self.chosen.text,)


def _of_file(text: str) -> FourBasesGame:
    return FourBasesGame(OPTIONS.read(text))
