"""A hint: what an agent would do in the place of a player, by the view that they have."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass

import redscience
from redscience.agents import Advice, Budget
from redscience.agents.contract import weighted
from redscience.api.match.v1 import match_pb2
from redscience.interface import Game

SECONDS = 0.6
LEAST_S = 0.01
"""So long is thought at least, whoever waits."""


@dataclass(frozen=True, slots=True)
class Asking:
    """A match as the player sees it who asks for a hint, and its game."""

    match: match_pb2.Match
    game: Game

    @property
    def has_choice(self) -> bool:
        """Whether there are several moves; offers of a draw, of which nobody thinks, are none."""
        return len(weighted(json.loads(self.match.view))[0]) > 1

    def advice(self, seconds: float) -> Advice:
        """What an agent advises that thinks for so long."""
        seed = hashlib.blake2b(f"{self.match.id} {self.match.view_version}".encode(), digest_size=7).digest()
        agent = redscience.agent("standard", seed=int.from_bytes(seed))
        agent.begin(self.game, self.match.viewer)
        agent.budget = Budget.of(max(seconds, LEAST_S), None)
        # A game may have been renamed since the match was made.
        return agent.choose({**json.loads(self.match.view), "game": self.game.name})
