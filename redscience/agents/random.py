"""The agent that draws."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from redscience.agents.contract import Advice, Agent, drawn


class RandomAgent(Agent):
    """Makes each move with the weight that the view gives it."""

    def _choose(self, view: Mapping[str, Any]) -> Advice:
        return Advice(drawn(view, self.chance))
