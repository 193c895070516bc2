"""Players who were erased: players tells all services that keep names, and each removes what it has of them.

Of those whom an Admin has renamed it tells in the same way, and their names alone are replaced.

A service remembers in its own database up to where it has done so. It begins there again whenever it starts or has lost
the stream, so that none is missed, and does some more than once: a call that began before somebody was erased may write
their name just after it was removed. Only those are passed whose last access token has expired long ago; the stream
ends with a token of ten minutes, so that all are done once more after that.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import TYPE_CHECKING

from sqlalchemy import BigInteger, Column, Connection, MetaData, Table, delete, func, insert, select

from redscience.api.players.v1.players_pb2 import ErasedPlayer, WatchErasedRequest
from redscience.client.backoff import Backoff
from redscience.errors import RedscienceError
from services.kit.clock import Clock
from services.kit.database import Database
from services.kit.ended import KEPT_MS

if TYPE_CHECKING:
    from redscience.api.players.v1.players_pb2_grpc import PlayersServiceAsyncStub

log = logging.getLogger(__name__)

_FIRST_PAUSE_S = 0.25
_LONGEST_PAUSE_S = 10.0


@dataclass(frozen=True, slots=True)
class Erased:
    """A player who was erased.

    Attributes:
        position: among all who were, from 1.
        player_id: which stays.
        name: what they are called from then on.
        at_ms: when that was.
        is_renamed: they were not erased, but renamed by an Admin: their name alone is to go.
    """

    position: int
    player_id: str
    name: str
    at_ms: int
    is_renamed: bool = False

    @classmethod
    def of(cls, told: ErasedPlayer) -> Erased:
        """As players tells it."""
        return cls(told.position, told.player_id, told.name, told.erased_at_ms, told.is_renamed)


def gone(told: Iterable[Erased]) -> list[str]:
    """The ids of those who were erased, and not renamed alone."""
    return [each.player_id for each in told if not each.is_renamed]


Erase = Callable[[Sequence[Erased]], Awaitable[None]]
"""Removes what a service has of some players, durably. Done again it changes nothing."""


def erased_table(metadata: MetaData) -> Table:
    """The table `erased`: position, of the last player whom the service need not erase again.

    It has no row before the first, then one; two replicas that pass at one moment may leave one each, until the next.
    Of several the last counts.
    """
    return Table("erased", metadata, Column("position", BigInteger, primary_key=True, autoincrement=False))


class Erasures:
    """Follows what players tells.

    Args:
        database: of the service.
        table: the service's own `erased`.
        erase: removes what it has of them.
        clock: tells from when on their names can come back no more.
    """

    def __init__(self, database: Database, table: Table, erase: Erase, clock: Clock) -> None:
        self._database = database
        self._table = table
        self._erase = erase
        self._clock = clock

    async def follow(self, players: PlayersServiceAsyncStub) -> None:
        """Erases whomever players tells of, until cancelled."""
        backoff = Backoff(_FIRST_PAUSE_S, _LONGEST_PAUSE_S)
        while True:
            try:
                asked = WatchErasedRequest(after=await self._position(), with_renamed=True)
                async for answer in players.WatchErased(asked):
                    await self._take([Erased.of(each) for each in answer.players])
                    backoff.reset()
            except RedscienceError as error:
                log.debug("players does not tell now who is erased", extra={"why": error.message})
            await asyncio.sleep(backoff.next_s())

    async def _take(self, erased: Sequence[Erased]) -> None:
        await self._erase(erased)
        told = {"players": gone(erased), "renamed": [each.player_id for each in erased if each.is_renamed]}
        log.info("players were erased here", extra=told)
        settled_ms = self._clock.now_ms() - KEPT_MS
        done = list(takewhile(lambda each: each.at_ms <= settled_ms, erased))
        if done:
            await self._database.write(lambda connection: self._pass(connection, done[-1].position))

    async def _position(self) -> int:
        return await self._database.read(self._passed)

    def _passed(self, connection: Connection) -> int:
        return connection.scalar(select(func.max(self._table.c.position))) or 0

    def _pass(self, connection: Connection, position: int) -> None:
        if position > self._passed(connection):
            connection.execute(delete(self._table))
            connection.execute(insert(self._table).values(position=position))
