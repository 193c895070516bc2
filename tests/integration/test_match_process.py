"""The match service and its worker as processes: killed, restarted, and told late."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from fixtures.match_table import MatchTable, match_table
from fixtures.matches import ANNA, BEN, human, timeless
from fixtures.nats import NatsServer
from fixtures.patience import PATIENCE_S
from fixtures.processes import ServiceProcess
from fixtures.services import InProcess, Keys

from redscience import families
from redscience.api.match.v1 import match_pb2
from redscience.errors import Unavailable
from services.kit.bus import Event
from services.kit.clock import ManualClock, SystemClock
from services.kit.database import open_database
from services.kit.ids import new_id
from services.kit.nats_bus import NatsBus
from services.match.__main__ import MIGRATIONS
from services.match.__main__ import compose as compose_match
from services.match.events import ENDED
from services.match.invitation import Invitation
from services.match.invitation_store import add_invitation
from services.players.__main__ import MIGRATIONS as PLAYERS_MIGRATIONS
from services.players.__main__ import compose as compose_players
from services.players.store import Player, add_player
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
    await match.found()
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
    await match.found()
    (listed,) = (await table.rating.ListEnded(match_pb2.ListEndedRequest())).matches
    assert listed == ended
    assert timeless(await table.seen(made.id)) == timeless(left)
    assert await asyncio.to_thread(match.stop) == 0
    assert heard.empty()


async def test_a_match_goes_on_after_a_kill_and_its_clock_with_it(services: InProcess, match: ServiceProcess) -> None:
    await services.start("rules", compose_rules)
    match.start()
    await match.found()
    table = await match_table(services)
    made = await table.create_in("black")
    await table.move(made.id)
    before = await table.seen(made.id)
    match.kill()
    # Longer than what is taken for a late beat.
    await asyncio.sleep(3)
    match.start()
    await match.found()
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


async def known_to_players(services: InProcess) -> None:
    database = await open_database(services.config("players").database_url, PLAYERS_MIGRATIONS)
    for player_id, name in ((ANNA, "Anna"), (BEN, "Ben")):
        row = Player(player_id, name, name.lower(), "person", "creator", "public", None, SystemClock().now_ms())
        await database.write(partial(add_player, row=row))
    await database.close()


def open_invitation(match_id: str) -> Invitation:
    """Anna's invitation of Ben, which lapses in an hour."""
    now_ms = SystemClock().now_ms()
    return Invitation(
        id=match_id,
        game_id=new_id(),
        game_name="Tic-Tac-Toe",
        rule_set=families.get("Tic-Tac-Toe").text,
        universe="public",
        seconds_per_turn=60,
        seats=(human("", 0, ANNA), human("", 1, BEN)),
        accepted=frozenset({0}),
        created_at_ms=now_ms,
        lapses_at_ms=now_ms + 3_600_000,
    )


async def test_an_invitation_is_a_match_or_as_it_was_whenever_the_service_is_killed(
    services: InProcess, match: ServiceProcess, own_nats_server: NatsServer
) -> None:
    own_nats_server.start()
    await services.start("rules", compose_rules)
    # Whoever accepts is asked about there.
    await services.start("players", compose_players)
    await known_to_players(services)
    # The kill comes before, during and after the commit.
    delays_s = (0.0, 0.003, 0.01, 0.05)
    match_ids = [new_id() for _ in delays_s]
    database = await open_database(services.config("match").database_url, MIGRATIONS)
    for match_id in match_ids:
        await database.write(partial(add_invitation, invitation=open_invitation(match_id)))
    await database.close()
    table = await match_table(services)
    match.start()
    await match.found()
    for match_id, delay_s in zip(match_ids, delays_s, strict=True):
        request = match_pb2.AcceptRequest(match_id=match_id)
        before = (await table.seen(match_id, table.ben)).seats[1]
        assert (before.player_id, before.accepted) == (BEN, False)
        accepting = asyncio.ensure_future(_accept(table, request))
        await asyncio.sleep(delay_s)
        match.kill()
        was_told = await accepting
        match.start()
        await match.found()
        after = await table.seen(match_id)
        if after.status == match_pb2.STATUS_INVITED:
            assert not was_told
            assert not after.seats[1].accepted
        again = (await table.ben.Accept(request)).match
        assert (again.id, again.status) == (match_id, match_pb2.STATUS_RUNNING)
        if after.status == match_pb2.STATUS_RUNNING:
            assert {seat.seat: seat.player_id for seat in after.seats} == {
                seat.seat: seat.player_id for seat in again.seats
            }
    # Each kill, and this one, comes after the invitations before it were accepted, too.
    match.kill()
    match.start()
    await match.found()
    listed = (await table.anna.List(match_pb2.ListRequest())).matches
    assert sorted(one.id for one in listed) == sorted(match_ids)
    assert {one.status for one in listed} == {match_pb2.STATUS_RUNNING}


async def _accept(table: MatchTable, request: match_pb2.AcceptRequest) -> bool:
    """Whether the service lived to say that it was accepted."""
    try:
        await table.ben.Accept(request)
    except Unavailable:
        return False
    return True
