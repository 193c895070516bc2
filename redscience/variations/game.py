"""The rules of a variation, ready to be played."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from math import inf
from typing import Any

from redscience.interface import RandomGame, State, whole_seed
from redscience.many_games import engine_seed
from redscience.random_games import Playouts
from redscience.search import Searcher
from redscience.state_text import last_of, states_of
from redscience.variations.dealing import deal_like, exchanged
from redscience.variations.engine import kernels
from redscience.variations.engine.records import copy_of
from redscience.variations.playouts import playouts
from redscience.variations.prepared import PreparedGame
from redscience.variations.random_record import random_record
from redscience.variations.resembling import resembling
from redscience.variations.situation import thread_scratch
from redscience.variations.state import VariationState


class VariationGame(PreparedGame):
    """See `redscience.interface.Game`."""

    def start(self, seed: int | None = 0) -> VariationState:
        """The state before the first move."""
        seed = None if seed is None else whole_seed(seed)
        position = copy_of(self.origin)
        kernels.begin(self.rules, position, thread_scratch(), engine_seed(seed or 0))
        return VariationState(self, seed, position, None)

    def start_like(self, view: Mapping[str, Any], seed: int) -> VariationState:
        """The state before the first move, with what the seat has seen of the deal dealt so."""
        if self.rule_set.deck is None:
            return self.start(seed)
        return VariationState(self, None, deal_like(self, view, seed), None)

    def varied(self, state: State, seat: str, seed: int, *, loosely: bool = False) -> State:
        """The state with pieces exchanged of which the seat sees the colour alone."""
        if not isinstance(state, VariationState) or not self.is_cloaked or self.hides:
            return state
        return VariationState(self, None, exchanged(state, seat, seed, loosely=loosely), state.last)

    def fitting(self, view: Mapping[str, Any], moves: Sequence[str]) -> Sequence[str]:
        """The moves that name all spaces which a move that is not told has changed."""
        changed = [
            f"{change['at'][1]},{change['at'][2]}"
            for event in view["last"]
            if "move" not in event
            for change in event["changes"]
        ]
        return [move for move in moves if all(place in move for place in changed)] if changed else ()

    def resembling(self, view: Mapping[str, Any], *, before: bool = False) -> Callable[[State], bool]:
        """Whether positions show the seat of a view the same pieces."""
        looks_so = resembling(self, view, before=before)
        return lambda state: isinstance(state, VariationState) and looks_so(state)

    def read_state(self, text: str) -> VariationState:
        """Reads the text of a state."""
        return last_of(self.read_states(text))

    def read_states(self, text: str) -> Iterator[VariationState]:
        """Reads the text of a state, event by event."""
        return states_of(text, self, self.digest, self.start)

    def searcher(self) -> Searcher:
        """The compiled one; what it is made of is loaded now."""
        made: Searcher = import_module("redscience.variations.thinking").VariationSearcher(self)
        return made

    def playouts(
        self, games: int, *, seed: int = 0, cores: int = 1, progress: Callable[[int], None] | None = None
    ) -> Playouts:
        """Plays random games from the start, each dealt anew."""
        start = self.start(seed)
        origin = start.record if self.rule_set.deck is None else self.origin
        return playouts(start, origin, games, seed=seed, cores=cores, progress=progress)

    def random_game(self, seed: int, *, most_moves: float = inf) -> RandomGame:
        """A random game with all its moves."""
        return random_record(self, whole_seed(seed), most_moves)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, VariationGame) and self.rule_set == other.rule_set

    def __hash__(self) -> int:
        return hash(self.digest)

    def __reduce__(self) -> tuple[Any, ...]:
        return VariationGame, (self.rule_set,)
