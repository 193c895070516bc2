"""What a searcher is asked, and what it has found."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class MoveFindings:
    """What is known of a move.

    Attributes:
        visits: in how many simulations it was made first.
        value: what it is worth to its seat: 0 is lost, 0.5 drawn, 1 won.
        chance: with which it should be made: 1 for one move and 0 for the rest, but in sealed rounds.
        is_proven: whether the value is certain.
    """

    visits: int
    value: float
    chance: float
    is_proven: bool = False


@dataclass(frozen=True, slots=True)
class Findings:
    """What is known of a position.

    Attributes:
        values: by player's seat, what the position is worth to it.
        moves: by move of the seat that thinks.
        simulations: how many these rest on.
        certain: the players' seats to whom it is certainly worth that.
    """

    values: Mapping[str, float]
    moves: Mapping[str, MoveFindings]
    simulations: int
    certain: frozenset[str] = frozenset()


class Searcher(ABC):
    """Thinks ahead in the matches of one game, one position after the other. It belongs to one thread.

    It is given states and asked of one seat; what else is true in them it uses as far as all of them agree: where
    something is hidden, they are to differ in it.
    """

    @abstractmethod
    def begin(self, states: Sequence[Any], seat: str, seed: int) -> None:
        """Turns to a new position; what was found out before is kept where it still counts.

        Args:
            states: that the present one may be, as far as the seat knows; none is over. Where the seat is not to act in
                them, nothing is found out of moves.
            seat: that thinks.
            seed: the same states and seeds, one after the other, give the same findings.
        """

    @abstractmethod
    def search(self, simulations: int) -> int:
        """Plays so many simulations more, or fewer where nothing more can be found out; returns how many."""

    @abstractmethod
    def findings(self) -> Findings:
        """What has been found out of the position."""


def only_best(moves: Mapping[str, MoveFindings]) -> Mapping[str, MoveFindings]:
    """The moves, with the chance of the best one as 1: a proven win, else the most visited that is no proven loss."""
    if not moves:
        return moves
    best = max(moves, key=lambda move: _rank(moves[move]))
    return {
        move: MoveFindings(its.visits, its.value, float(move == best), its.is_proven) for move, its in moves.items()
    }


def _rank(its: MoveFindings) -> tuple[int, int, float]:
    if its.is_proven and its.value in {0.0, 1.0}:
        return (1 if its.value else -1), its.visits, its.value
    return 0, its.visits, its.value
