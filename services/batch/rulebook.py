"""Asks the rules service for games, on behalf of whoever is calling."""

from __future__ import annotations

from typing import Protocol

import grpc.aio

from redscience.api.rules.v1.rules_pb2 import Game, GetRequest
from redscience.api.rules.v1.rules_pb2_grpc import RulesServiceStub


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

    async def game(self, game_id: str) -> Game:
        """The game of that id."""
        return (await self._rules.Get(GetRequest(id=game_id))).game
