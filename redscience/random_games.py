"""Random games of any family, played through its states in plain Python; what came of them is counted."""

from __future__ import annotations

from bisect import bisect
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from random import Random
from statistics import median_low
from typing import Literal, Protocol, TypeVar

from redscience.arguments import whole_number
from redscience.errors import MatchOver

Result = Literal["win", "draw", "lose"]
M = TypeVar("M")
_SEED_BITS = 128
_TOLD_EVERY = 100

SAMPLE = 50
"""So many random games tell how long a game is: those of the seeds from 0."""


@dataclass(frozen=True, slots=True)
class Playouts:
    """What came of many random games.

    Attributes:
        games, plies: how many were played in all.
        counts: how often each outcome came, the most frequent first. An outcome is one of win, draw, lose for each
            player's seat in order of play.
    """

    games: int
    plies: int
    counts: Mapping[tuple[Result, ...], int]


class Position(Protocol):
    """What random play needs of a state."""

    @property
    def acting(self) -> tuple[str, ...]:
        """The seats that owe a decision."""
        ...

    @property
    def outcome(self) -> Mapping[str, Result] | None:
        """What became of the players' seats; None while the match goes on."""
        ...

    def legal(self, seat: str) -> tuple[str, ...]:
        """The moves of a seat."""
        ...

    def weights(self, seat: str) -> tuple[int, ...]:
        """In how many ways Random hits each of them."""
        ...

    def play(self, moves: Mapping[str, str]) -> Position:
        """The state after a move."""
        ...


def random_games(
    start: Callable[[int], Position], games: int, *, seed: int = 0, progress: Callable[[int], None] | None = None
) -> Playouts:
    """Plays random games: whoever is to act first makes one of its moves, each as likely as its weight.

    Args:
        start: makes the state before the first move, from a seed of its own for each game.
        games: how many are played.
        seed: the same seed gives the same games.
        progress: called now and then with the number of games played so far.

    Raises:
        ValueError: games is no whole number from 1.
        MatchOver: there is nothing left to play.
    """
    games = whole_number("games", games)
    chance, plies, counts = Random(seed), 0, Counter[tuple[Result, ...]]()
    for number in range(1, games + 1):
        results, its_plies = _random_game(start(chance.getrandbits(_SEED_BITS)), chance)
        counts[results] += 1
        plies += its_plies
        if progress is not None and (number % _TOLD_EVERY == 0 or number == games):
            progress(number)
    return Playouts(games, plies, dict(counts.most_common()))


def usual_length(lengths: Sequence[int]) -> int:
    """How long a game is, of the lengths of some of its matches: their median, the lower of two."""
    return median_low(lengths)


def _random_game(state: Position, chance: Random) -> tuple[tuple[Result, ...], int]:
    """The results of one game, by seat, and its length."""
    if state.outcome is not None:
        raise MatchOver("The match is over: there is nothing left to play.")
    plies = 0
    while state.outcome is None:
        seat = state.acting[0]
        state = state.play({seat: draw(state.legal(seat), state.weights(seat), chance)})
        plies += 1
    return tuple(state.outcome.values()), plies


def has_choice(weights: Sequence[int]) -> bool:
    """Whether Random may hit more than one of the moves of these weights; else the one is forced (rules: C48)."""
    return len(weights) - weights.count(0) > 1


def draw(moves: Sequence[M], weights: Sequence[int], chance: Random) -> M:
    """One of the moves, each as likely as its weight; as `chance.choices` draws it, in less than half of the time.

    Raises:
        ValueError: no move has a weight.
    """
    up_to = list(accumulate(weights))
    if not up_to or up_to[-1] <= 0:
        raise ValueError("no move has a weight")
    return moves[bisect(up_to, chance.random() * up_to[-1], 0, len(up_to) - 1)]
