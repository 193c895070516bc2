"""What the agents have in common that look ahead."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from redscience.agents.belief import Belief
from redscience.agents.contract import Agent
from redscience.interface import Game


class BelievingAgent(Agent):
    """Goes by all that its seat has been told in a match."""

    def begin(self, game: Game, seat: str) -> None:
        """Turns to a new match."""
        super().begin(game, seat)
        self._belief = Belief(game, seat, self.chance)

    def rest(self) -> None:
        """Has what it has been told take little memory."""
        if self.game is not None:
            self._belief.rest()

    def _note(self, view: Mapping[str, Any], move: str) -> None:
        self._belief.chose(view, move)
