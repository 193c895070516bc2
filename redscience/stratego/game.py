"""Stratego with one of its armies, ready to be played."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from random import Random
from typing import Any

from redscience.interface import whole_seed
from redscience.random_games import Playouts
from redscience.search import Searcher
from redscience.state_text import last_of, states_of
from redscience.stratego.engine.records import copy_of
from redscience.stratego.imagining import Imagined
from redscience.stratego.options import OPTIONS
from redscience.stratego.playouts import playouts
from redscience.stratego.prepared import PreparedGame
from redscience.stratego.state import StrategoState


class StrategoGame(PreparedGame):
    """See `redscience.interface.Game`."""

    def start(self, seed: int | None = 0) -> StrategoState:
        """The state before the first move."""
        return StrategoState(self, None if seed is None else whole_seed(seed), copy_of(self.origin), None)

    def read_state(self, text: str) -> StrategoState:
        """Reads the text of a state."""
        return last_of(self.read_states(text))

    def read_states(self, text: str) -> Iterator[StrategoState]:
        """Reads the text of a state, event by event."""
        return states_of(text, self, self.digest, self.start)

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

    def __reduce__(self) -> tuple[Any, ...]:
        return _of_file, (self.chosen.text,)


def _of_file(text: str) -> StrategoGame:
    return StrategoGame(OPTIONS.read(text))
