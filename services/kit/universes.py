"""In which universes a caller is: their own, and those in which they have a persona."""

from __future__ import annotations

from typing import Protocol

import grpc.aio

from redscience.api.players.v1.players_pb2 import ListUniversesRequest
from redscience.api.players.v1.players_pb2_grpc import PlayersServiceStub
from redscience.errors import Fault, InvalidField
from services.kit.identity import Caller

PUBLIC = "public"
"""The id of the Public Universe, the only universe whose id is no ULID."""


class Universes(Protocol):
    """Where it is known who is in which universe."""

    async def of_caller(self) -> set[str]:
        """The ids of the universes that the caller is in.

        Raises:
            Unavailable: it cannot be found out now.
        """
        ...


class PlayersUniverses:
    """The players service.

    Args:
        channel: to it, forwarding the caller's token.
    """

    def __init__(self, channel: grpc.aio.Channel) -> None:
        self._players = PlayersServiceStub(channel)

    async def of_caller(self) -> set[str]:
        """The ids of the universes that the caller is in."""
        answer = await self._players.ListUniverses(ListUniversesRequest())
        return {universe.id for universe in answer.universes}


def home_of(caller: Caller | None) -> str:
    """The universe that a caller is of; nobody is of the public one."""
    return (caller.universe if caller is not None else "") or PUBLIC


def not_in_universe() -> InvalidField:
    """Refuses a universe. Whether there is such a one is not told."""
    return InvalidField([Fault("universe", "is none that you are in", "Leave it empty for your own")])
