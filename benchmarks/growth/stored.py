"""Many stored turns: what it costs to make one more, and to find a match that is not in memory.

The way of a move is the match service's own from the adjudicator down, in this process: judged, stored durably, one
after the other. What fills the database are copies of one match that was played.
"""

from __future__ import annotations

import asyncio
import random
import secrets
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from sqlalchemy import Connection, bindparam, func, insert, select

from benchmarks.services.databases import own_databases
from benchmarks.services.report import spread
from redscience import families
from redscience.api.rules.v1.rules_pb2 import Game
from redscience.names import RANDOM_ID
from services.kit.clock import SystemClock
from services.kit.database import Database, open_database
from services.kit.identity import Caller
from services.kit.ids import new_id
from services.match.__main__ import MIGRATIONS
from services.match.acquaintances import Acquaintance
from services.match.adjudicator import Adjudicator
from services.match.alarms import Alarms
from services.match.bots import Bots
from services.match.creation import Creation
from services.match.downtime import Downtime
from services.match.games import load_game, load_source
from services.match.invitations import Invitations
from services.match.lobby import Lobby
from services.match.model import Snapshot
from services.match.programs import Programs
from services.match.schema import matches, seats, turns
from services.match.starting import Starting
from services.match.store import Request
from services.match.turns import Change, play
from services.match.visits import Visits

HEADER = ("stored turns", "a move, ms", "CPU of it, ms", "a match found and replayed, ms", "CPU of it, ms")
SAMPLES = 300
_MATCHES_AT_ONCE = 500
_ALONE_AFTER_S = 0.2
_WE = Caller(new_id(), "person", "persona", new_id(), "Bench")


@dataclass(slots=True)
class Timed:
    """How long some calls took, and the CPU time that this process spent on them."""

    lasted_ms: list[float] = field(default_factory=list)
    cpu_s: float = 0.0

    async def run(self, call: Callable[[], Awaitable[object]]) -> None:
        """Makes a call."""
        begun, before_s = time.perf_counter(), time.process_time()
        await call()
        self.lasted_ms.append(1000 * (time.perf_counter() - begun))
        self.cpu_s += time.process_time() - before_s

    @property
    def cpu_ms(self) -> float:
        """Of one call."""
        return 1000 * self.cpu_s / len(self.lasted_ms)


class OneGame:
    """A rulebook with one game of the catalogue."""

    def __init__(self, name: str) -> None:
        self.saved = Game(id=new_id(), name=name, rule_set=families.get(name).text)

    async def game(self, game_id: str) -> Game:  # noqa: ARG002 - there is no other
        """The game."""
        return self.saved


class Nobody:
    """Acquaintances of whoever plays with Random alone."""

    async def check(self, player_ids: Sequence[str], host_id: str = "", inviter_id: str = "") -> Sequence[Acquaintance]:
        """Nobody is asked for."""
        raise NotImplementedError(player_ids, host_id, inviter_id)

    async def banned_by_caller(self) -> frozenset[str]:
        """Nobody listens."""
        raise NotImplementedError

    async def universes_of_caller(self) -> frozenset[str]:
        """All are in the public one."""
        raise NotImplementedError

    async def persona_in(self, universe: str, player_id: str) -> Acquaintance:
        """Nobody plays in a private universe."""
        raise NotImplementedError(universe, player_id)


class Replica:
    """A match service without its callers.

    Attributes:
        adjudicator: of which matches are asked.
    """

    def __init__(self, database: Database, game: str) -> None:
        self._database = database
        self._clock = SystemClock()
        self._rulebook = OneGame(game)
        self._dice = random.Random(1)
        self.downtime = Downtime(database)
        self.adjudicator = self.without_memory()

    def without_memory(self) -> Adjudicator:
        """One that has no match in memory."""
        return Adjudicator(
            database=self._database,
            clock=self._clock,
            load_game=load_game,
            downtime=self.downtime,
            alarms=Alarms(self._clock),
            most_held=1_000_000,
        )

    async def until_alone(self) -> None:
        """Waits until it is known that nobody else changes matches."""
        while not self.downtime.is_alone:
            await self.downtime.settle(self._clock.now_ms())
            await asyncio.sleep(_ALONE_AFTER_S)

    async def begin(self) -> str:
        """A new match."""
        nobody, starting = Nobody(), Starting(read=load_source, load_game=load_game, pause_ms=0)
        invitations = Invitations(
            adjudicator=self.adjudicator,
            starting=starting,
            database=self._database,
            clock=self._clock,
            acquaintances=nobody,
            most_held=1_000_000,
        )
        creation = Creation(
            adjudicator=self.adjudicator,
            invitations=invitations,
            starting=starting,
            rulebook=self._rulebook,
            acquaintances=nobody,
            bots=Bots(Programs(self._database, self._clock, self.downtime), nobody),
            lobby=Lobby(invitations=invitations, database=self._database, acquaintances=nobody, clock=self._clock),
            clock=self._clock,
            most_held=1_000_000,
            visits=Visits(time.monotonic),
        )
        made = await creation.create(_WE, self._rulebook.saved.id, (_WE.id, RANDOM_ID), secrets.token_hex(8))
        return made.id

    async def move(self, match_id: str) -> bool:
        """Makes a move for whoever is to act; False where the match is over."""
        snapshot = await self.adjudicator.look(match_id)
        if snapshot.match.reason is not None:
            return False
        (seat, *_) = snapshot.table.state.acting
        version, moves = snapshot.table.versions[seat], (self._dice.choice(snapshot.table.state.legal(seat)),)

        def decide(now: Snapshot, now_ms: int) -> Change:
            return play(now, seat, moves, version, now_ms)

        request = Request(_WE.id, f"{seat}-{version}", "")
        await self.adjudicator.take(match_id, decide, lambda _snapshot, _now_ms: None, request)
        return True


async def rows(server_url: str, game: str, sizes: Sequence[int]) -> AsyncIterator[Sequence[str]]:
    """A row for each number of stored turns, which must rise."""
    async with _opened(server_url) as database:
        replica = Replica(database, game)
        await replica.until_alone()
        known = [await _played(replica)]
        for size in sizes:
            known += await _fill(database, known[0], size)
            moves, found = await _moves(replica), await _found(replica, known)
            yield (
                f"{size:,}",
                spread(moves.lasted_ms),
                f"{moves.cpu_ms:.2f}",
                spread(found.lasted_ms),
                f"{found.cpu_ms:.2f}",
            )


@asynccontextmanager
async def _opened(server_url: str) -> AsyncIterator[Database]:
    with own_databases(server_url) as url, tempfile.TemporaryDirectory(prefix="redscience-growth-") as folder:
        file = f"sqlite:///{Path(folder) / 'match.sqlite'}"
        database = await open_database(url.format(service="match") if url else file, MIGRATIONS)
        try:
            yield database
        finally:
            await database.close()


def _count(connection: Connection) -> int:
    return int(connection.scalar(select(func.count()).select_from(turns)) or 0)


async def _played(replica: Replica) -> str:
    """A match that is over."""
    match_id = await replica.begin()
    while await replica.move(match_id):
        pass
    return match_id


async def _moves(replica: Replica) -> Timed:
    moves = Timed()
    while len(moves.lasted_ms) < SAMPLES:
        match_id = await replica.begin()
        await moves.run(lambda match_id=match_id: replica.move(match_id))  # type: ignore[misc]
    return moves


async def _found(replica: Replica, known: Sequence[str]) -> Timed:
    found, adjudicator = Timed(), replica.without_memory()
    for match_id in random.Random(1).sample(known, min(SAMPLES, len(known))):
        await found.run(lambda match_id=match_id: adjudicator.look(match_id))  # type: ignore[misc]
    return found


async def _fill(database: Database, match_id: str, size: int) -> list[str]:
    """Copies a match until so many turns are stored; gives the ids of the copies."""
    template = await database.read(lambda connection: _turns_of(connection, match_id))
    stored = await database.read(_count)
    missing = max(0, size - stored) // template
    ids = [new_id() for _ in range(missing)]
    for first in range(0, missing, _MATCHES_AT_ONCE):
        some = ids[first : first + _MATCHES_AT_ONCE]
        await database.write(lambda connection, some=some: _copy(connection, match_id, some))  # type: ignore[misc]
    return ids


def _turns_of(connection: Connection, match_id: str) -> int:
    count = select(func.count()).select_from(turns).where(turns.c.match_id == match_id)
    return int(connection.scalar(count) or 0)


def _copy(connection: Connection, match_id: str, ids: Sequence[str]) -> None:
    """Stores the same match under other ids, without its rows' being sent to and fro."""
    for column in (matches.c.id, seats.c.match_id, turns.c.match_id):
        table = column.table
        others = [each for each in table.c if each is not column]
        rows = select(bindparam("new_id", type_=column.type), *others).where(column == bindparam("known_id"))
        copied = insert(table).from_select([column, *others], rows)
        connection.execute(copied, [{"new_id": new, "known_id": match_id} for new in ids])
