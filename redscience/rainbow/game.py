"""The rules of a game, ready to be played."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any

from redscience.interface import whole_seed
from redscience.rainbow import notation
from redscience.rainbow.engine.assemble import first_position
from redscience.rainbow.engine.records import Array
from redscience.rainbow.options import OPTIONS
from redscience.rainbow.prepared import PreparedGame
from redscience.rainbow.state import RainbowState
from redscience.random_games import Playouts
from redscience.state_text import last_of, states_of


class RainbowGame(PreparedGame):
    """See `redscience.interface.Game`."""

    @cached_property
    def _first(self) -> Array:
        return first_position()

    def start(self, seed: int | None = 0) -> RainbowState:
        """The state before the first move; nothing hangs on the seed."""
        return RainbowState(self, None if seed is None else whole_seed(seed), self._first, None, "")

    def read_state(self, text: str) -> RainbowState:
        """Reads the text of a state."""
        return last_of(self.read_states(text))

    def read_states(self, text: str) -> Iterator[RainbowState]:
        """Reads the text of a state, event by event."""
        return states_of(text, self, self.digest, self.start, notation.from_state)

    def playouts(
        self, games: int, *, seed: int = 0, cores: int = 1, progress: Callable[[int], None] | None = None
    ) -> Playouts:
        """Plays random games from the start."""
        return self.start(seed).playouts(games, seed=seed, cores=cores, progress=progress)

    def __reduce__(self) -> tuple[Any, ...]:
        return _of_file, (self.chosen.text,)


def _of_file(text: str) -> RainbowGame:
    return RainbowGame(OPTIONS.read(text))
