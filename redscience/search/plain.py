"""The plain searcher: Monte Carlo tree search over the states of any family, in Python.

Where nothing is hidden or drawn, a node is what a sequence of moves leads to. Where something is, it is all that the
seat to act has been shown, dice included, so that a move never depends on what its seat cannot know (information-set
search with a tree for each seat; P. Cowling, E. Powley, D. Whitehouse 2012). In sealed rounds moves are drawn by regret
matching (S. Hart, A. Mas-Colell 2000), and what is found there is a mixture.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from math import log, sqrt
from random import Random
from typing import Any, Protocol

from redscience.random_games import Playouts, Result
from redscience.search.findings import Findings, MoveFindings, Searcher, only_best

EXPLORES = 0.8
EVENLY = 0.1
"""How often a sealed choice is made evenly, so that every move is tried."""
HEAD_START = 30
"""So often for each of its moves it is at first, while the seat that thinks alone learns: of several equilibria that
one is found which it leads to, against others of whom nothing is known."""
MOST_NODES = 50_000
WORTH: Mapping[Result, float] = {"win": 1.0, "draw": 0.5, "lose": 0.0}


class _Playable(Protocol):
    """What is needed of a state."""

    @property
    def acting(self) -> tuple[str, ...]: ...

    @property
    def outcome(self) -> Mapping[str, Result] | None: ...

    def legal(self, seat: str) -> tuple[str, ...]: ...

    def weights(self, seat: str) -> tuple[int, ...]: ...

    def play(self, moves: Mapping[str, str]) -> _Playable: ...

    def view(self, viewer: str) -> dict[str, Any]: ...

    def view_text(self, viewer: str) -> str: ...

    def playouts(self, games: int, *, seed: int = 0) -> Playouts: ...


@dataclass(slots=True)
class _Move:
    """What is known of a move of a node."""

    visits: int = 0
    total: float = 0.0
    regret: float = 0.0
    mixture: float = 0.0

    @property
    def mean(self) -> float:
        return self.total / self.visits if self.visits else 0.5


@dataclass(slots=True)
class _Node:
    """The moves of a seat, where it has a choice."""

    seat: str
    is_sealed: bool
    weights: Mapping[str, int]
    moves: dict[str, _Move] = field(default_factory=dict)
    visits: int = 0

    def __post_init__(self) -> None:
        self.moves = {move: _Move() for move in self.weights}

    def chances(self) -> dict[str, float]:
        """With which chance each move is made, by what is regretted."""
        total = sum(max(its.regret, 0.0) for its in self.moves.values())
        if not total:
            return dict.fromkeys(self.moves, 1 / len(self.moves))
        return {move: max(its.regret, 0.0) / total for move, its in self.moves.items()}

    def mixture(self) -> dict[str, float]:
        """The mean of all that was played; what is regretted by now where it was always played evenly."""
        total = sum(its.mixture for its in self.moves.values())
        return {move: its.mixture / total for move, its in self.moves.items()} if total else self.chances()

    @property
    def has_begun(self) -> bool:
        """Whether a sealed choice is made by what is regretted by now, and no longer evenly."""
        return self.visits >= HEAD_START * len(self.moves)


_Step = tuple[_Node, str, float]
"""A node, the move that was chosen there, and in a sealed round the chance with which; else 0."""


class PlainSearcher(Searcher):
    """See the module.

    Args:
        seats: the players'.
        is_open: whether nothing is hidden or drawn, so that moves lead to the same node whoever looks.
    """

    def __init__(self, seats: Sequence[str], *, is_open: bool) -> None:
        self._seats = seats
        self._is_open = is_open
        self._begin([], "", 0)

    def begin(self, states: Sequence[Any], seat: str, seed: int) -> None:
        """Turns to a new position."""
        self._begin(states, seat, seed)

    def _begin(self, states: Sequence[_Playable], seat: str, seed: int) -> None:
        self._states, self._seat, self._chance = states, seat, Random(seed)
        self._nodes: dict[Hashable, _Node] = {}
        self._root: _Node | None = None
        self._won = dict.fromkeys(self._seats, 0.0)
        self._done = 0

    def search(self, simulations: int) -> int:
        """Plays so many simulations more."""
        for _ in range(simulations):
            self._simulate(self._states[self._done % len(self._states)])
            self._done += 1
        return simulations

    def findings(self) -> Findings:
        """What has been found out."""
        done = max(self._done, 1)
        values = {seat: won / done for seat, won in self._won.items()}
        return Findings(values, self._moves(), self._done)

    def _moves(self) -> Mapping[str, MoveFindings]:
        root = self._root
        if root is None:
            return {}
        if root.is_sealed:
            mixture = root.mixture()
            return {move: MoveFindings(its.visits, its.mean, mixture[move]) for move, its in root.moves.items()}
        return only_best({move: MoveFindings(its.visits, its.mean, 0.0) for move, its in root.moves.items()})

    def _simulate(self, state: _Playable) -> None:
        path: list[_Step] = []
        place: Hashable = ()
        while state.outcome is None:
            seat = self._seat if self._seat in state.acting else state.acting[0]
            node, is_new = self._node(state, seat, place)
            if node is None or (is_new and node is not self._root):
                break
            move, chance = self._choose(node)
            path.append((node, move, chance))
            state, place = state.play({seat: move}), (place, seat, move)
        self._settle(path, self._results(state))

    def _node(self, state: _Playable, seat: str, place: Hashable) -> tuple[_Node | None, bool]:
        """The node of the seat to act, and whether it is new; None where there are too many."""
        # All states are begun at the same decision, though an imagined one may not tell what happened last.
        key = place if self._is_open or not place else (seat, state.view_text(seat))
        node = self._nodes.get(key)
        is_new = node is None
        if is_new and len(self._nodes) < MOST_NODES:
            node = self._nodes[key] = self._made(state, seat)
        if self._root is None and seat == self._seat:
            self._root = node
        return node, is_new

    def _made(self, state: _Playable, seat: str) -> _Node:
        weights = {move: n for move, n in zip(state.legal(seat), state.weights(seat), strict=True) if n}
        is_sealed = not self._is_open and state.view(seat).get("decision") == "plan"
        return _Node(seat, is_sealed, weights)

    def _choose(self, node: _Node) -> tuple[str, float]:
        if node.seat not in self._won:  # Chaos
            return self._chance.choices(list(node.weights), list(node.weights.values()))[0], 0.0
        if node.is_sealed:
            return self._drawn(node)
        log_n = log(node.visits + 1)
        return max(
            node.moves,
            key=lambda move: (
                node.moves[move].mean + EXPLORES * sqrt(log_n / node.moves[move].visits)
                if node.moves[move].visits
                else 1e9 + self._chance.random()
            ),
        ), 0.0

    def _drawn(self, node: _Node) -> tuple[str, float]:
        chances, evenly = node.chances(), EVENLY if node.has_begun else 1.0
        for move, chance in chances.items():
            node.moves[move].mixture += (1 - evenly) * chance
        tried = {move: (1 - evenly) * chance + evenly / len(chances) for move, chance in chances.items()}
        move = self._chance.choices(list(tried), list(tried.values()))[0]
        return move, tried[move]

    def _results(self, state: _Playable) -> dict[str, float]:
        """What a random game from a state is worth to each seat."""
        if state.outcome is not None:
            return {seat: WORTH[result] for seat, result in state.outcome.items()}
        outcome = next(iter(state.playouts(1, seed=self._chance.getrandbits(60)).counts))
        return {seat: WORTH[result] for seat, result in zip(self._seats, outcome, strict=True)}

    def _settle(self, path: Sequence[_Step], worth: Mapping[str, float]) -> None:
        for node, move, chance in path:
            share = worth.get(node.seat, 0.0)
            if chance and (node.seat == self._seat or node.has_begun):
                _regret(node, move, chance, share)
            node.visits += 1
            node.moves[move].visits += 1
            node.moves[move].total += share
        for seat, share in worth.items():
            self._won[seat] += share


def _regret(node: _Node, chosen: str, chance: float, share: float) -> None:
    """Notes what would have been better than a sealed choice: the mean worth of the others stands for theirs."""
    guesses = {move: its.mean for move, its in node.moves.items()}
    guesses[chosen] += (share - guesses[chosen]) / chance
    mean = sum(guesses[move] * its for move, its in node.chances().items())
    for move, its in node.moves.items():
        its.regret += guesses[move] - mean
