"""The agents that choose: one for each seat of a match, of which those used last are kept."""

from __future__ import annotations

import hashlib
import json
import logging
import random
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from threading import Lock
from typing import Any

import redscience
from redscience.agents import Agent, Budget
from redscience.api.match.v1 import match_pb2
from redscience.errors import IllegalMove
from redscience.interface import Game
from redscience.names import HousePlayer

log = logging.getLogger(__name__)

MOST = 256
"""So many agents are kept."""
MOST_TREES = 24
"""So many of them keep what they have found out by searching, which takes megabytes of each."""
LEAST_S = 0.003
"""With less nobody thinks at all."""
GREEDY_S = 0.05
"""What an agent without a budget may take."""
INSTEAD = {"standard": "greedy"}
"""Who plays while nothing that searches is compiled."""
Key = tuple[str, str]
"""A match, and a seat in it."""


def agent_of(player: HousePlayer, *, can_search: bool) -> str:
    """The name of the agent that plays for a player."""
    return player.agent if can_search else INSTEAD.get(player.agent, player.agent)


def seconds_of(player: HousePlayer) -> float:
    """What a player takes for a move at most."""
    return player.seconds or GREEDY_S


@dataclass(frozen=True, slots=True)
class Asked:
    """A decision, and who is to make it.

    Attributes:
        told: with its view.
        agent: the name of the agent.
        game: what is played.
        is_awaited: whether what is chosen will be played; an agent that is too late is asked no more.
    """

    told: match_pb2.Decision
    agent: str
    game: Game
    is_awaited: Callable[[], bool]


class Minds:
    """See the module. Any thread may ask; nobody is asked twice at once for one seat.

    Args:
        key: of all that is drawn, at most 64 bytes.
    """

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._awake: OrderedDict[Key, tuple[str, Agent]] = OrderedDict()
        self._resting: OrderedDict[Key, tuple[str, Agent]] = OrderedDict()
        self._lock = Lock()

    def choose(self, asked: Asked, seconds: float) -> str:
        """One of the legal moves; drawn as Random draws where there is no time to think, or thinking fails.

        Args:
            asked: what is asked.
            seconds: that there are.
        """
        told, game, name = asked.told, asked.game, asked.agent
        view: Mapping[str, Any] = json.loads(told.view)
        key = told.match_id, told.seat
        agent = self._taken(key, name)  # and gone, unless all goes well
        if seconds < LEAST_S:
            return self.drawn(told, view)
        try:
            if agent is None:
                agent = redscience.agent(name, seed=int.from_bytes(self._bytes(told)))
                agent.begin(game, told.seat)
            agent.budget = Budget.of(seconds, None)
            # A game may have been renamed since the match was made.
            move = agent.choose({**view, "game": game.name}).move
            _check_legal(move, view)
        except Exception:
            log.exception("an agent did not choose", extra={"match": told.match_id, "agent": name})
            return self.drawn(told, view)
        self._keep(asked, agent)
        return move

    def drawn(self, told: match_pb2.Decision, view: Mapping[str, Any] | None = None) -> str:
        """A move as Random draws it; the same for the same decision."""
        legal = (json.loads(told.view) if view is None else view)["legal"]
        weights = [move["weight"] for move in legal]
        draw = random.Random(self._bytes(told))
        return str(draw.choices([move["move"] for move in legal], weights if any(weights) else None)[0])

    def forget(self, match_id: str, seat: str) -> None:
        """A match is over."""
        with self._lock:
            self._awake.pop((match_id, seat), None)
            self._resting.pop((match_id, seat), None)

    def _bytes(self, told: match_pb2.Decision) -> bytes:
        decision = f"{told.match_id} {told.seat} {told.view_version}".encode()
        return hashlib.blake2b(decision, key=self._key, digest_size=8).digest()

    def _taken(self, key: Key, name: str) -> Agent | None:
        with self._lock:
            kept = self._awake if key in self._awake else self._resting
            known, agent = kept.pop(key) if key in kept else ("", None)
        return agent if known == name else None

    def _keep(self, asked: Asked, agent: Agent) -> None:
        with self._lock:
            if not asked.is_awaited():  # asked here, since whoever is not awaited any more is forgotten next
                return
            self._awake[asked.told.match_id, asked.told.seat] = asked.agent, agent
            if len(self._awake) <= MOST_TREES:
                return
            key, (name, agent) = self._awake.popitem(last=False)
        # What it was told takes a while to be packed, for which nobody is to wait.
        agent.rest()
        with self._lock:
            if key not in self._awake:
                self._resting[key] = name, agent
            if len(self._resting) > MOST - MOST_TREES:
                self._resting.popitem(last=False)


def _check_legal(move: str, view: Mapping[str, Any]) -> None:
    if all(move != each["move"] for each in view["legal"]):
        raise IllegalMove(f"{move!r} is none of the legal moves.")
