"""Which universes a caller may look into: their own, and those in which they have a persona."""

from __future__ import annotations

from typing import Protocol

import grpc.aio

from redscience.api.players.v1.players_pb2 import ListUniversesRequest
from redscience.api.players.v1.players_pb2_grpc import PlayersServiceStub
from redscience.errors import Fault, InvalidField
from services.kit.identity import Caller, require_caller

PUBLIC = "public"


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


def home_of(caller: Caller) -> str:
    """The universe that a caller is of."""
    return caller.universe or PUBLIC


async def is_in(universe: str, universes: Universes) -> bool:
    """Whether the caller is in a universe. A service of the platform may look into all."""
    caller = require_caller()
    return caller.kind == "service" or universe == home_of(caller) or universe in await universes.of_caller()


async def universe_asked(asked: str, universes: Universes) -> str:
    """The universe to look into: the one that is `asked` for, or the caller's own.

    Raises:
        InvalidField: the caller is not in it; whether there is such a universe is not told.
        Unavailable: whether they are cannot be found out now.
    """
    if not asked:
        return home_of(require_caller())
    if not await is_in(asked, universes):
        raise InvalidField([Fault("universe", "is none that you are in", "Leave it empty for your own")])
    return asked
