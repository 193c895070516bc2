"""NATS may come late, go away, and come back with less than it had; facts arrive all the same."""

from __future__ import annotations

import asyncio
import shutil
from contextlib import suppress
from pathlib import Path

import pytest
from fixtures.databases import Databases, both_databases
from fixtures.ledger.tables import outbox
from fixtures.nats import NatsServer
from fixtures.patience import PATIENCE_S
from sqlalchemy import func, select
from test_kit_database import MIGRATIONS

from redscience.api.match.v1 import match_pb2
from redscience.errors import Unavailable
from services.kit.bus import Event
from services.kit.database import Database, open_database
from services.kit.nats_bus import NatsBus
from services.kit.outbox import Relay, tell

SUBJECT = "redscience.test.kit"


class Heard:
    """Collects the ids of what it hears."""

    def __init__(self) -> None:
        self.ids: list[str] = []
        self._more = asyncio.Condition()

    async def __call__(self, event: Event) -> None:
        async with self._more:
            self.ids.append(event.id)
            self._more.notify_all()

    async def wait_for(self, *ids: str) -> None:
        async with asyncio.timeout(PATIENCE_S), self._more:
            await self._more.wait_for(lambda: set(ids) <= set(self.ids))


async def published(bus: NatsBus, event_id: str) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while True:
            try:
                await bus.publish(SUBJECT, b"x", event_id=event_id)
            except Unavailable:
                await asyncio.sleep(0.1)
            else:
                return


async def test_nats_may_come_late_and_be_restarted(own_nats_server: NatsServer) -> None:
    bus = NatsBus(own_nats_server.url, "test")
    bus.start()
    heard = Heard()
    hints: asyncio.Queue[bytes] = asyncio.Queue()

    async def hear(_: str, payload: bytes) -> None:
        await hints.put(payload)

    await bus.consume(SUBJECT, "test", heard)
    await bus.on_hint("hint.test", hear)
    with pytest.raises(Unavailable):
        await bus.publish(SUBJECT, b"x", event_id="0")
    own_nats_server.start()
    await published(bus, "1")
    await heard.wait_for("1")
    for number in ("2", "3"):
        own_nats_server.kill()
        await asyncio.sleep(0.3)
        own_nats_server.start()
        await published(bus, number)
        await heard.wait_for(number)
        await bus.hint("hint.test", number.encode())
        assert await asyncio.wait_for(hints.get(), PATIENCE_S) == number.encode()
    # One whose acknowledgement was lost with the server comes again, later.
    assert list(dict.fromkeys(heard.ids)) == ["1", "2", "3"]
    await bus.close()


async def test_who_begins_to_listen_while_nats_is_away_hears_it_afterwards(own_nats_server: NatsServer) -> None:
    bus, _ = await begun(own_nats_server)
    hints: asyncio.Queue[bytes] = asyncio.Queue()

    async def hear(_: str, payload: bytes) -> None:
        await hints.put(payload)

    own_nats_server.kill()
    await is_away(bus)
    await bus.on_hint("hint.test", hear)
    own_nats_server.start()
    await published(bus, "2")
    await bus.hint("hint.test", b"2")
    assert await asyncio.wait_for(hints.get(), PATIENCE_S) == b"2"
    await bus.close()


async def is_away(bus: NatsBus) -> None:
    """Returns once the bus has noticed that there is no NATS."""
    async with asyncio.timeout(PATIENCE_S):
        with suppress(Unavailable):
            while True:
                await bus.works()
                await asyncio.sleep(0.01)


async def begun(server: NatsServer) -> tuple[NatsBus, Heard]:
    """Starts a server; returns a bus on it, and what a consumer there has heard: a first fact."""
    server.start()
    bus = NatsBus(server.url, "test")
    bus.start()
    heard = Heard()
    await bus.consume(SUBJECT, "test", heard)
    await published(bus, "1")
    await heard.wait_for("1")
    return bus, heard


async def test_a_nats_that_stood_still_is_heard_as_soon_as_it_goes_on(
    own_nats_server: NatsServer, caplog: pytest.LogCaptureFixture
) -> None:
    bus, heard = await begun(own_nats_server)
    own_nats_server.stand_still()
    for _ in range(2):
        with pytest.raises(Unavailable):
            await bus.works()
    own_nats_server.go_on()
    await published(bus, "2")
    await heard.wait_for("2")
    await bus.works()
    # Nothing has fallen deaf until the connection was made anew.
    assert [record.getMessage() for record in caplog.records if record.exc_info] == []
    assert "the connection to NATS is lost" not in caplog.text
    await bus.close()


async def test_a_stream_that_was_lost_is_made_again(own_nats_server: NatsServer, tmp_path: Path) -> None:
    bus, heard = await begun(own_nats_server)
    own_nats_server.kill()
    shutil.rmtree(tmp_path / "nats" / "jetstream")
    own_nats_server.start()
    await published(bus, "2")
    await heard.wait_for("2")
    await bus.close()


async def test_what_was_in_hand_when_a_consumer_died_comes_again(own_nats_server: NatsServer) -> None:
    own_nats_server.start()
    dying = NatsBus(own_nats_server.url, "dying")
    dying.start()
    begun = asyncio.Event()

    async def hang(_: Event) -> None:
        begun.set()
        await asyncio.Event().wait()

    await dying.consume(SUBJECT, "test", hang)
    await published(dying, "1")
    await begun.wait()
    await dying.close()
    heard = Heard()
    bus = NatsBus(own_nats_server.url, "test")
    bus.start()
    await bus.consume(SUBJECT, "test", heard)
    await heard.wait_for("1")
    await bus.close()


async def is_empty(database: Database) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while await database.read(lambda connection: connection.scalar(select(func.count()).select_from(outbox))):  # noqa: ASYNC110  # only asking shows it
            await asyncio.sleep(0.05)


@both_databases
async def test_the_outbox_waits_for_nats(
    own_nats_server: NatsServer, databases: Databases, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    database = await open_database(databases.url("ledger"), MIGRATIONS)
    bus = NatsBus(own_nats_server.url, "test")
    bus.start()
    heard = Heard()
    await bus.consume(SUBJECT, "test", heard)
    relaying = asyncio.create_task(Relay(database, outbox, bus).run())
    payload = match_pb2.EndedMatch(match_id="01MATCH")
    for number in range(5):
        await database.write(
            lambda connection, number=number: tell(
                connection, outbox, SUBJECT, payload, event_id=f"e{number}", now_ms=number
            )
        )
    async with asyncio.timeout(PATIENCE_S):
        while "the outbox waits for the bus" not in caplog.text:  # noqa: ASYNC110  # only looking shows it
            await asyncio.sleep(0.02)
    own_nats_server.start()
    await heard.wait_for("e0", "e1", "e2", "e3", "e4")
    await is_empty(database)
    assert caplog.text.count("the outbox waits for the bus") == 1
    assert caplog.text.count("the outbox is published again") == 1
    relaying.cancel()
    await asyncio.gather(relaying, return_exceptions=True)
    await bus.close()
    await database.close()
