"""The match service and its worker as processes: killed, restarted, and told late."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from fixtures.match_table import MatchTable, match_table
from fixtures.matches import timeless
from fixtures.nats import NatsServer
from fixtures.patience import PATIENCE_S
from fixtures.processes import ServiceProcess
from fixtures.services import InProcess, Keys

from redscience.api.match.v1 import match_pb2
from services.kit.bus import Event
from services.kit.clock import ManualClock, SystemClock
from services.kit.nats_bus import NatsBus
from services.match.__main__ import compose as compose_match
from services.match.events import ENDED
from services.players.__main__ import compose as compose_players
from services.rules.__main__ import compose as compose_rules


@pytest.fixture
async def heard(own_nats_server: NatsServer) -> AsyncIterator[asyncio.Queue[Event]]:
    """What is told of ended matches, once NATS is up."""
    queue: asyncio.Queue[Event] = asyncio.Queue()
    bus = NatsBus(own_nats_server.url, "test")
    bus.start()
    await bus.consume(ENDED, "test", queue.put)
    yield queue
    await bus.close()


@pytest.fixture
def match(services: InProcess, keys: Keys, tmp_path: Path, own_nats_server: NatsServer) -> Iterator[ServiceProcess]:
    process = ServiceProcess(
        services, keys, tmp_path, "match", "services.match", REDSCIENCE_NATS_URL=own_nats_server.url
    )
    yield process
    process.kill()


@pytest.fixture
def worker(services: InProcess, keys: Keys, tmp_path: Path) -> Iterator[ServiceProcess]:
    process = ServiceProcess(services, keys, tmp_path, "worker", "services.match.worker")
    yield process
    process.kill()


async def test_what_was_stored_is_told_though_the_service_was_killed_before(
    services: InProcess, match: ServiceProcess, own_nats_server: NatsServer, heard: asyncio.Queue[Event]
) -> None:
    await services.start("rules", compose_rules)
    match.start()
    await asyncio.to_thread(match.wait_until_healthy)
    table = await match_table(services)
    made = await table.create()
    left = (await table.anna.Leave(match_pb2.LeaveRequest(match_id=made.id, request_id="go"))).match
    match.kill()
    own_nats_server.start()
    match.start()
    event = await asyncio.wait_for(heard.get(), PATIENCE_S)
    ended = match_pb2.EndedMatch.FromString(event.payload)
    assert (ended.match_id, ended.event_id) == (made.id, event.id)
    assert {seat.seat: seat.outcome for seat in ended.seats} == {seat.seat: seat.outcome for seat in left.seats}
    await asyncio.to_thread(match.wait_until_healthy)
    (listed,) = (await table.rating.ListEnded(match_pb2.ListEndedRequest())).matches
    assert listed == ended
    assert timeless(await table.seen(made.id)) == timeless(left)
    assert await asyncio.to_thread(match.stop) == 0
    assert heard.empty()


async def test_a_match_goes_on_after_a_kill_and_its_clock_with_it(services: InProcess, match: ServiceProcess) -> None:
    await services.start("rules", compose_rules)
    match.start()
    await asyncio.to_thread(match.wait_until_healthy)
    table = await match_table(services)
    made = await table.create_in("black")
    await table.move(made.id)
    before = await table.seen(made.id)
    match.kill()
    # Longer than what is taken for a late beat.
    await asyncio.sleep(3)
    match.start()
    await asyncio.to_thread(match.wait_until_healthy)
    after = await table.seen(made.id)
    assert (after.view, after.view_version) == (before.view, before.view_version)
    assert after.due_at_ms > before.due_at_ms
    assert (await table.finish(made.id)).status == match_pb2.STATUS_ENDED


async def test_the_worker_ends_a_turn_whose_time_is_over(
    services: InProcess, tmp_path: Path, worker: ServiceProcess
) -> None:
    services.clock = ManualClock(SystemClock().now_ms())
    config = replace(services.config("match"), broker_url=f"filesystem://{tmp_path}/broker")
    await services.start("rules", compose_rules)
    await services.start("players", compose_players)
    await services.start("match", compose_match, config=config)
    table: MatchTable = await match_table(services)
    made = await table.create_in("black")
    watch = aiter(table.ben.Watch(match_pb2.WatchRequest(match_id=made.id)))
    assert (await anext(watch)).match.status == match_pb2.STATUS_RUNNING
    worker.start()
    await table.pass_time(made.id, made.due_at_ms - 1)
    table.clock.advance(1)
    over = (await asyncio.wait_for(anext(watch), PATIENCE_S)).match
    assert (over.status, over.reason) == (match_pb2.STATUS_ENDED, match_pb2.REASON_TIME)
    assert await asyncio.to_thread(worker.stop) == 0, worker.log()
    assert "Traceback" not in worker.log()
