"""Relays of several replicas that share one outbox."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
from fixtures.databases import Databases, both_databases, postgres_only
from fixtures.ledger.tables import outbox
from fixtures.patience import PATIENCE_S
from sqlalchemy import func, select
from test_kit_database import MIGRATIONS

from redscience.api.match.v1 import match_pb2
from services.kit.bus import MemoryBus
from services.kit.database import Database, open_database
from services.kit.outbox import Relay, tell

SUBJECT = "match.ended"


class SlowBus(MemoryBus):
    """A bus that acknowledges when it is told to."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[str] = []
        self.acknowledges = asyncio.Event()

    async def publish(self, subject: str, payload: bytes, *, event_id: str, traceparent: str = "") -> None:
        self.asked.append(event_id)
        await self.acknowledges.wait()
        await super().publish(subject, payload, event_id=event_id, traceparent=traceparent)


@pytest.fixture
async def database(databases: Databases) -> AsyncIterator[Database]:
    database = await open_database(databases.url("ledger"), MIGRATIONS)
    yield database
    await database.close()


async def store(database: Database, *ids: str) -> None:
    payload = match_pb2.EndedMatch(match_id="01MATCH")
    for event_id in ids:
        await database.write(
            lambda connection, event_id=event_id: tell(
                connection, outbox, SUBJECT, payload, event_id=event_id, now_ms=int(event_id[1:])
            )
        )


async def stored(database: Database) -> int:
    return int(await database.read(lambda connection: connection.scalar(select(func.count()).select_from(outbox))) or 0)


async def have_asked(bus: SlowBus, *ids: str) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while bus.asked != list(ids):  # noqa: ASYNC110  # only looking shows it
            await asyncio.sleep(0.02)


async def is_empty(database: Database) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while await stored(database):  # noqa: ASYNC110  # only asking shows it
            await asyncio.sleep(0.02)


async def end(*tasks: asyncio.Task[None]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


@both_databases
async def test_what_is_published_is_forgotten_and_nothing_before(database: Database) -> None:
    bus = SlowBus()
    await store(database, "e0", "e1")
    relaying = asyncio.create_task(Relay(database, outbox, bus).run())
    await have_asked(bus, "e0", "e1")  # together
    await store(database, "e2")  # nobody waits for a relay that waits for the bus
    assert await stored(database) == 3
    bus.acknowledges.set()
    await is_empty(database)
    assert bus.asked == ["e0", "e1", "e2"]
    await end(relaying)


@both_databases
async def test_a_relay_does_not_wake_itself(database: Database) -> None:
    woken = list[None]()
    database.after_commit(outbox, lambda: woken.append(None))
    bus = SlowBus()
    bus.acknowledges.set()
    relaying = asyncio.create_task(Relay(database, outbox, bus).run())
    for event_id in ("e0", "e1"):
        await store(database, event_id)
        await is_empty(database)
    assert len(woken) == 2
    await end(relaying)


@postgres_only
async def test_replicas_publish_rows_of_their_own(databases: Databases, database: Database) -> None:
    other = await open_database(databases.url("ledger"), MIGRATIONS)
    here, there = SlowBus(), SlowBus()
    await store(database, "e0")
    relaying = [asyncio.create_task(Relay(database, outbox, here).run())]
    await have_asked(here, "e0")
    await store(database, "e1")
    relaying.append(asyncio.create_task(Relay(other, outbox, there).run()))
    await have_asked(there, "e1")
    for bus in (there, here):
        bus.acknowledges.set()
    await is_empty(database)
    assert (here.asked, there.asked) == (["e0"], ["e1"])
    await end(*relaying)
    await other.close()


@postgres_only
async def test_what_a_relay_did_not_come_to_publish_another_does(databases: Databases, database: Database) -> None:
    other = await open_database(databases.url("ledger"), MIGRATIONS)
    here, there = SlowBus(), SlowBus()
    await store(database, "e0")
    relaying = [asyncio.create_task(Relay(database, outbox, here).run())]
    await have_asked(here, "e0")
    relaying.append(asyncio.create_task(Relay(other, outbox, there).run()))
    there.acknowledges.set()
    await end(relaying[0])
    await is_empty(database)
    assert there.asked == ["e0"]
    await end(relaying[1])
    await other.close()
