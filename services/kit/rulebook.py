"""Asks the rules service for a game, on behalf of whoever is calling."""

from __future__ import annotations

import time
from collections import OrderedDict
from typing import Protocol

import grpc.aio

from redscience.api.rules.v1.rules_pb2 import Game, GetRequest
from redscience.api.rules.v1.rules_pb2_grpc import RulesServiceStub

REMEMBERED_S = 10.0
"""How long what was said of a game is taken for true: its rules stay as they are, its name may change."""
_MOST_REMEMBERED = 256


class Rulebook(Protocol):
    """Where games are kept."""

    async def game(self, game_id: str) -> Game:
        """The game of that id.

        Raises:
            UnknownGame: there is none.
            Unavailable: the rules service does not answer.
        """
        ...


class RulesRulebook:
    """The rules service, which says the same of a game to everybody.

    Args:
        channel: to the rules service, forwarding the caller's token.
    """

    def __init__(self, channel: grpc.aio.Channel) -> None:
        self._rules = RulesServiceStub(channel)
        self._heard: OrderedDict[str, tuple[Game, float]] = OrderedDict()

    async def game(self, game_id: str) -> Game:
        """The game of that id."""
        if game_id in self._heard:
            game, heard_at = self._heard[game_id]
            if time.monotonic() < heard_at + REMEMBERED_S:
                return game
        answer = await self._rules.Get(GetRequest(id=game_id))
        self._heard[game_id] = answer.game, time.monotonic()
        self._heard.move_to_end(game_id)
        if len(self._heard) > _MOST_REMEMBERED:
            self._heard.popitem(last=False)
        return answer.game
