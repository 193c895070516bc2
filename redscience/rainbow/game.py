"""The rules of a game, ready to be played."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any

from redscience.errors import RedscienceError, UnreadableState
from redscience.interface import LEAVE, MAX_SEED
from redscience.rainbow import notation
from redscience.rainbow.engine.assemble import first_position
from redscience.rainbow.engine.records import Array
from redscience.rainbow.options import OPTIONS
from redscience.rainbow.prepared import PreparedGame
from redscience.rainbow.state import UNKNOWN_SEED, RainbowState
from redscience.random_games import Playouts

_MOST_DIGITS = len(str(MAX_SEED))


class RainbowGame(PreparedGame):
    """See `redscience.interface.Game`."""

    @cached_property
    def _first(self) -> Array:
        return first_position()

    def start(self, seed: int | None = 0) -> RainbowState:
        """The state before the first move; nothing hangs on the seed."""
        if seed is not None and not 0 <= seed <= MAX_SEED:
            raise ValueError(f"seed is {seed}; it must be a whole number from 0 to 2**128-1")
        return RainbowState(self, seed, self._first, None, "")

    def read_state(self, text: str) -> RainbowState:
        """Reads the text of a state."""
        return deque(self.read_states(text), maxlen=1).pop()

    def read_states(self, text: str) -> Iterator[RainbowState]:
        """Reads the text of a state, event by event."""
        digest, seed, *words = text.split(" ") if " " in text else [text, ""]
        if digest != self.digest:
            raise UnreadableState(f"The state is of a game with the digest {digest[:40]!r}, not of {self.name}.")
        state = self.start(_read_seed(seed))
        yield state
        for number, word in enumerate(words, 1):
            try:
                state = _happened(state, word)
            except RedscienceError as error:
                raise UnreadableState(f"Event {number} of the state, {word[:60]!r}, cannot be: {error}") from error
            yield state

    def playouts(
        self, games: int, *, seed: int = 0, cores: int = 1, progress: Callable[[int], None] | None = None
    ) -> Playouts:
        """Plays random games from the start."""
        return self.start(seed).playouts(games, seed=seed, cores=cores, progress=progress)

    def __repr__(self) -> str:
        return f"<game {self.name}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return _of_file, (self.chosen.text,)


def _of_file(text: str) -> RainbowGame:
    return RainbowGame(OPTIONS.read(text))


def _happened(state: RainbowState, word: str) -> RainbowState:
    """The state after an event of its text."""
    seat, _, move = word.partition(":")
    return state.leave(*seat.split("+")) if move == LEAVE else state.play({seat: notation.from_state(move)})


def _read_seed(text: str) -> int | None:
    if text == UNKNOWN_SEED:
        return None
    if text.isascii() and text.isdecimal() and len(text) <= _MOST_DIGITS and int(text) <= MAX_SEED:
        return int(text)
    raise UnreadableState(f"After the digest stands {text[:40]!r}; the seed should, 0 … 2**128-1, or ?.")
