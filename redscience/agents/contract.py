"""What every agent offers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from redscience.agents.budget import Budget
from redscience.arguments import shown
from redscience.errors import IllegalMove, NotActing, WrongView
from redscience.interface import CHAOS, Game
from redscience.random_games import draw
from redscience.search import MoveFindings


@dataclass(frozen=True, slots=True)
class Advice:
    """A move, and why.

    Attributes:
        move: to be made.
        values: by player's seat, what the position is worth to it: 0 is lost, 0.5 drawn, 1 won; empty where the agent
            does not think.
        moves: what is known of each move; likewise.
        simulations: games that were tried.
        states: how many states it rests on: one where nothing is hidden, several that agree with all that the seat has
            been told where something is. 0 where none was thought of or found: the move was drawn as Random draws.
    """

    move: str
    values: Mapping[str, float] = field(default_factory=dict)
    moves: Mapping[str, MoveFindings] = field(default_factory=dict)
    simulations: int = 0
    states: int = 0


class Agent(ABC):
    """Chooses moves for one seat of one match after another.

    Args:
        budget: for a move.
        seed: of all that it draws: an agent that is begun anew draws the same again.
    """

    def __init__(self, budget: Budget, seed: int) -> None:
        self.budget, self.seed = budget, seed
        self.game: Game | None = None
        self.seat = ""
        self.chance = Random(seed)

    def begin(self, game: Game, seat: str) -> None:
        """Turns to a new match.

        Raises:
            NotActing: the game has no such seat.
            TypeError: it is no game.
        """
        if not isinstance(game, Game):
            raise TypeError(f'game is {shown(game)}; give a game, such as redscience.game("Connect4")')
        seats = (*game.seats, *((CHAOS,) if game.has_chaos else ()))
        if seat not in seats:
            raise NotActing(f"There is no seat {seat!r} in {game.name}; its seats are {', '.join(seats)}.")
        self.game, self.seat, self.chance = game, seat, Random(self.seed)

    def choose(self, view: Mapping[str, Any]) -> Advice:
        """Chooses one of the legal moves of a view of its seat.

        Raises:
            WrongView: it is of another game or seat, or no match has been begun.
            NotActing: the seat owes no decision in it.
            TypeError: it is no view.
        """
        self._check(view)
        advice = self._choose(view)
        self._note(view, advice.move)
        return advice

    def made(self, view: Mapping[str, Any], move: str) -> None:
        """Notes a move of its seat that somebody else chose, as in an opening that is given.

        Raises:
            WrongView: the view is of another game or seat, or no match has been begun.
            NotActing: the seat owes no decision in it.
            IllegalMove: the view has no such move.
        """
        self._check(view)
        if all(each["move"] != move for each in view["legal"]):
            raise IllegalMove(f"{self.seat.capitalize()} cannot have made {str(move)[:80]!r} there.")
        self._note(view, move)

    def _note(self, view: Mapping[str, Any], move: str) -> None:  # noqa: B027  # most go by the last view alone
        """Notes a move of its seat, by whomever it was chosen."""

    def rest(self) -> None:  # noqa: B027  # most have nothing to let go of
        """Lets go of what takes much memory and can be found out again; the next move is chosen as well as ever."""

    @abstractmethod
    def _choose(self, view: Mapping[str, Any]) -> Advice:
        """Chooses, from a view that has been checked."""

    def _check(self, view: Mapping[str, Any]) -> None:
        if not isinstance(view, Mapping):
            raise TypeError(f"view is {shown(view)}; give the view of the seat, as state.view(seat)")
        if self.game is None:
            raise WrongView("The agent has no match yet: begin it with a game and a seat.")
        if view.get("game") != self.game.name:
            raise WrongView(f"The view is of {str(view.get('game'))[:80]!r}, and the match of {self.game.name!r}.")
        if view.get("viewer") != self.seat:
            raise WrongView(f"The view is {str(view.get('viewer'))[:40]}'s, and the agent is {self.seat}.")
        if not view.get("legal"):
            raise NotActing(f"{self.seat.capitalize()} owes no decision now.")


def weighted(view: Mapping[str, Any]) -> tuple[Sequence[str], Sequence[int]]:
    """The moves of a view that Random may hit, and their weights."""
    legal = [(each["move"], each["weight"]) for each in view["legal"] if each["weight"]]
    return [move for move, _ in legal], [weight for _, weight in legal]


def drawn(view: Mapping[str, Any], chance: Random) -> str:
    """A move as Random draws it."""
    return draw(*weighted(view), chance)
