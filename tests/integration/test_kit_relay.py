"""What the relay publishes, when, and how much of it at once."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from fixtures.ledger.tables import outbox
from fixtures.patience import PATIENCE_S
from sqlalchemy import Connection, select
from test_kit_database import MIGRATIONS

from redscience.api.match.v1.match_pb2 import EndedMatch
from redscience.errors import Unavailable
from services.kit import outbox as kit_outbox
from services.kit.bus import MemoryBus
from services.kit.database import Database, open_database
from services.kit.outbox import Relay, tell

BATCH = kit_outbox._BATCH


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    database = await open_database(f"sqlite:///{tmp_path}/ledger.sqlite", MIGRATIONS)
    yield database
    await database.close()


@pytest.fixture
def no_backstop(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is found but by being woken."""
    monkeypatch.setattr(kit_outbox, "_BACKSTOP_S", 2 * PATIENCE_S)


class Stream(MemoryBus):
    """Notes what it is given, and how much of it at once. It takes nothing while it is closed, nor what is refused."""

    def __init__(self) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.refused: set[str] = set()
        self.asked: Counter[str] = Counter()
        self.open = asyncio.Event()
        self.open.set()
        self.in_flight = self.most_in_flight = 0
        self._more = asyncio.Condition()

    async def publish(self, subject: str, payload: bytes, *, event_id: str, traceparent: str = "") -> None:
        await super().publish(subject, payload, event_id=event_id, traceparent=traceparent)
        async with self._more:
            self.in_flight += 1
            self.asked[event_id] += 1
            self.most_in_flight = max(self.most_in_flight, self.in_flight)
            self._more.notify_all()
        await self.open.wait()
        async with self._more:
            self.in_flight -= 1
            if event_id in self.refused:
                raise Unavailable("Not this one.")
            self.ids.append(event_id)
            self._more.notify_all()

    async def until(self, is_so: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE_S), self._more:
            await self._more.wait_for(is_so)


@pytest.fixture
def stream() -> Stream:
    return Stream()


@asynccontextmanager
async def relaying(relay: Relay) -> AsyncIterator[None]:
    running = asyncio.create_task(relay.run())
    try:
        yield
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)


def told(connection: Connection, *ids: str) -> None:
    for event_id in ids:
        tell(connection, outbox, "redscience.test.kit", EndedMatch(match_id="01M"), event_id=event_id, now_ms=1)


async def left(database: Database) -> list[str]:
    return await database.read(lambda connection: list(connection.scalars(select(outbox.c.id))))


async def until_left(database: Database, *ids: str) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while await left(database) != [*ids]:  # noqa: ASYNC110  # only asking shows it
            await asyncio.sleep(0.01)


def reads(relay: Relay, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many rows each read of the outbox found."""
    found: list[int] = []
    oldest = relay._oldest

    def counted(connection: Connection) -> list[kit_outbox._Row]:
        rows = oldest(connection)
        found.append(len(rows))
        return rows

    monkeypatch.setattr(relay, "_oldest", counted)
    return found


async def until_read(found: list[int]) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while not found:  # noqa: ASYNC110  # only looking shows it
            await asyncio.sleep(0.01)


@pytest.mark.usefixtures("no_backstop")
async def test_so_many_are_published_at_once_and_no_more(database: Database, stream: Stream) -> None:
    ids = [f"e{number:03}" for number in range(2 * BATCH + 1)]
    await database.write(lambda connection: told(connection, *ids))
    stream.open.clear()
    async with relaying(Relay(database, outbox, stream)):
        await stream.until(lambda: stream.in_flight == BATCH)
        stream.open.set()
        await until_left(database)
    assert sorted(stream.ids) == ids
    assert stream.most_in_flight == BATCH


async def test_one_that_is_not_taken_holds_up_no_other(
    database: Database, stream: Stream, caplog: pytest.LogCaptureFixture
) -> None:
    stream.refused.add("e1")
    await database.write(lambda connection: told(connection, "e1", "e2", "e3"))
    async with relaying(Relay(database, outbox, stream)):
        await until_left(database, "e1")
        assert "Not this one." in str(caplog.records[-1].__dict__["why"])
        stream.refused.clear()
        await until_left(database)
    assert sorted(stream.ids) == ["e1", "e2", "e3"]


async def test_nor_do_many(database: Database, stream: Stream, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO", kit_outbox.__name__)
    refused = [f"e{number:03}" for number in range(BATCH)]
    stream.refused.update(refused)
    await database.write(lambda connection: told(connection, *refused, "e998", "e999"))
    async with relaying(Relay(database, outbox, stream)):
        await until_left(database, *refused)
        await stream.until(lambda: stream.asked["e000"] > 1)
        stream.refused.clear()
        await until_left(database)
    assert sorted(stream.ids) == [*refused, "e998", "e999"]
    said = [record.message for record in caplog.records]
    assert said == ["the outbox waits for the bus", "the outbox is published again"]


@pytest.mark.usefixtures("no_backstop")
async def test_the_outbox_is_read_when_something_was_told_and_at_no_other_commit(
    database: Database, stream: Stream, monkeypatch: pytest.MonkeyPatch
) -> None:
    relay = Relay(database, outbox, stream)
    found = reads(relay, monkeypatch)
    async with relaying(relay):
        await until_read(found)
        for event_id in ("e1", "e2"):
            await database.write(lambda _: None)
            await database.write(lambda connection, event_id=event_id: told(connection, event_id))
            await until_left(database)
            await database.write(lambda _: None)
            await asyncio.sleep(0.05)
    assert found == [0, 1, 1]


@pytest.mark.usefixtures("no_backstop")
async def test_what_is_taken_back_wakes_nobody(
    database: Database, stream: Stream, monkeypatch: pytest.MonkeyPatch
) -> None:
    relay = Relay(database, outbox, stream)
    found = reads(relay, monkeypatch)

    def broken(connection: Connection) -> None:
        told(connection, "e1")
        raise ValueError("not after all")

    async with relaying(relay):
        await until_read(found)
        with pytest.raises(ValueError, match="not after all"):
            await database.write(broken)
        await database.write(lambda _: None)
        await asyncio.sleep(0.05)
    assert found == [0]
    assert stream.ids == []
