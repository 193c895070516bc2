"""How many watch a match, and who of those who play it is here, in all replicas."""

from __future__ import annotations

import asyncio
import contextvars
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from typing import Any

import pytest
from fixtures.acquaintances import Circle
from fixtures.databases import Databases, both_databases
from fixtures.hosting import CLEO, STRANGER, Hosting, accept, friends, hosted
from fixtures.match_table import ANNA_CALLER, BEN_CALLER, NOWHERE
from fixtures.matches import ANNA, BEN, STARTED_MS, match_of
from fixtures.nats import NatsServer
from fixtures.patience import PATIENCE_S
from fixtures.pennies import Pennies
from fixtures.services import InProcess, person

from redscience.api.chat.v1 import chat_pb2 as pb
from redscience.api.chat.v1.chat_pb2_grpc import ChatServiceStub
from redscience.api.match.v1 import match_pb2
from redscience.errors import UnknownMatch
from services.kit.bus import MemoryBus
from services.kit.clock import ManualClock
from services.kit.database import Database, open_database
from services.kit.ids import new_id
from services.kit.nats_bus import NatsBus
from services.match import attendance, conversation
from services.match.__main__ import MIGRATIONS
from services.match.attendance import FORGET_EVERY_MS, FORGET_MS, GONE_MS, Attendances, Presence
from services.match.chat_store import Place, Saying
from services.match.conversation import Bans, Conversation
from services.match.downtime import Downtime
from services.match.model import Match, Snapshot
from services.match.store import Storing, add_match
from services.match.table import laid
from services.match.turns import begin

CLEO_CALLER, STRANGE_CALLER = person(CLEO), person(STRANGER)


@pytest.fixture
async def hosting(services: InProcess, monkeypatch: pytest.MonkeyPatch) -> Hosting:
    monkeypatch.setattr(attendance, "STORE_EVERY_S", 0.02)
    return await hosted(services, friends())


async def running(hosting: Hosting) -> str:
    invited = await hosting.invite(BEN)
    await accept(hosting.ben, invited.id)
    return invited.id


def chat(hosting: Hosting, caller: Any) -> ChatServiceStub:
    return ChatServiceStub(hosting.table.services.channel("match", caller))


async def told(hosting: Hosting, match_id: str, caller: Any = ANNA_CALLER) -> pb.GetAttendanceResponse:
    return await chat(hosting, caller).GetAttendance(pb.GetAttendanceRequest(match_id=match_id))


async def when(hosting: Hosting, match_id: str, *, watchers: int = 0, here: tuple[str, ...] = ()) -> dict[str, int]:
    """Since when everybody is here or away, once so many watch and these players are here."""
    players = {seat.seat: seat.player_id for seat in (await hosting.seen(match_id)).seats}
    async with asyncio.timeout(PATIENCE_S):
        while True:
            found = await told(hosting, match_id)
            present = {players[one.seat] for one in found.seats if one.is_here}
            if (found.watchers, present) == (watchers, set(here)):
                return {players[one.seat]: one.since_ms for one in found.seats}
            await asyncio.sleep(0.02)


@asynccontextmanager
async def watching(stub: Any, match_id: str) -> AsyncIterator[None]:
    call = stub.Watch(match_pb2.WatchRequest(match_id=match_id))
    await anext(aiter(call))
    try:
        yield
    finally:
        call.cancel()


@both_databases
async def test_those_who_watch_are_counted_once_each(hosting: Hosting) -> None:
    match_id = await running(hosting)
    await when(hosting, match_id)
    async with watching(hosting.cleo, match_id), watching(hosting.cleo, match_id):
        await when(hosting, match_id, watchers=1)
        listening = chat(hosting, STRANGE_CALLER).Listen(pb.ListenRequest(match_id=match_id, room=pb.ROOM_WATCHERS))
        await anext(aiter(listening))
        async with watching(hosting.ben, match_id):
            await when(hosting, match_id, watchers=2, here=(BEN,))
        listening.cancel()
        await when(hosting, match_id, watchers=1)
        # Who does not play is told how many watch, and not who is here.
        found = await told(hosting, match_id, STRANGE_CALLER)
        assert (found.watchers, list(found.seats)) == (1, [])
    await when(hosting, match_id)


async def test_those_who_play_are_told_who_is_here_and_since_when(hosting: Hosting) -> None:
    match_id, clock = await running(hosting), hosting.table.clock
    started_ms = clock.now_ms()
    clock.advance(1000)
    assert await when(hosting, match_id) == {ANNA: started_ms, BEN: started_ms}
    async with watching(hosting.ben, match_id):
        assert await when(hosting, match_id, here=(BEN,)) == {ANNA: started_ms, BEN: started_ms + 1000}
        clock.advance(1000)
    assert await when(hosting, match_id) == {ANNA: started_ms, BEN: started_ms + 2000}
    clock.advance(1000)
    serving = hosting.ben.Serve(aiter_that_waits())
    assert await when(hosting, match_id, here=(BEN,)) == {ANNA: started_ms, BEN: started_ms + 3000}
    serving.cancel()
    await when(hosting, match_id)
    await hosting.anna.Leave(match_pb2.LeaveRequest(match_id=match_id, request_id="end"))
    assert list((await told(hosting, match_id)).seats) == []


async def aiter_that_waits() -> AsyncIterator[match_pb2.ServeRequest]:
    yield match_pb2.ServeRequest()
    await asyncio.Event().wait()


async def test_whoever_waits_at_an_invitation_is_here_when_the_match_starts(hosting: Hosting) -> None:
    invited = await hosting.invite(BEN)
    async with watching(hosting.anna, invited.id):
        with pytest.raises(UnknownMatch):
            await told(hosting, invited.id)
        await accept(hosting.ben, invited.id)
        await when(hosting, invited.id, here=(ANNA,))


async def test_of_platform_seats_nothing_is_said(hosting: Hosting) -> None:
    match = await hosting.table.create()
    assert [one.seat for one in (await told(hosting, match.id)).seats] == [match.viewer]


async def test_who_may_not_see_a_match_is_told_nothing(hosting: Hosting) -> None:
    match_id = await running(hosting)
    elsewhere = person(CLEO, universe="01J0000000000000000000ELSE")
    for caller, asked in ((elsewhere, match_id), (ANNA_CALLER, NOWHERE), (ANNA_CALLER, "x")):
        with pytest.raises(UnknownMatch):
            await told(hosting, asked, caller)


@dataclass
class Replica:
    """One process of the match service, as far as it knows who follows matches."""

    database: Database
    downtime: Downtime
    attendances: Attendances


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(STARTED_MS)


@pytest.fixture
async def replicas(databases: Databases, clock: ManualClock) -> AsyncIterator[list[Replica]]:
    made = []
    for _ in range(2):
        database = await open_database(databases.of_service("match"), MIGRATIONS)
        downtime = Downtime(database)
        await downtime.settle(clock.now_ms())
        made.append(Replica(database, downtime, Attendances(database, clock, downtime)))
    yield made
    for replica in made:
        await replica.database.close()


async def stored_match(database: Database) -> Match:
    """A match of Anna and Ben."""
    game = Pennies(20)
    match = replace(match_of(game), id=new_id())
    change = begin(Snapshot(match, laid(game, match.seed), {}), STARTED_MS)
    storing = Storing(change, None, STARTED_MS, contextvars.copy_context())
    await database.write(lambda connection: add_match(connection, storing, new_id))
    return match


async def seen(replica: Replica, match: Match) -> tuple[int, list[Presence]]:
    found = await replica.attendances.of(match.id, ANNA_CALLER)
    return found.watchers, list(found.seats)


@both_databases
async def test_streams_of_any_replica_count_until_it_is_gone(replicas: list[Replica], clock: ManualClock) -> None:
    here, there = replicas
    match = await stored_match(here.database)
    away = Presence("black", is_here=False, since_ms=STARTED_MS)
    with ExitStack() as following:
        for replica in replicas:
            following.enter_context(replica.attendances.follow(match, CLEO_CALLER))
        following.enter_context(there.attendances.follow(match, BEN_CALLER))
        for replica in replicas:
            await replica.attendances.store()
            assert (await seen(replica, match))[0] == 1
        assert await seen(here, match) == (1, [away, Presence("white", is_here=True, since_ms=STARTED_MS)])
        # The other dies: it beats no more, and stores nothing more.
        clock.advance(GONE_MS // 2)
        await here.downtime.settle(clock.now_ms())
        assert (await seen(here, match))[1][1].is_here
        clock.advance(GONE_MS // 2)
        await here.downtime.settle(clock.now_ms())
        gone = Presence("white", is_here=False, since_ms=STARTED_MS)
        assert await seen(here, match) == (1, [away, gone])
        await here.attendances.store()
        assert await seen(here, match) == (1, [away, gone])
        # It was not dead, but asleep.
        await there.downtime.settle(clock.now_ms())
        assert await seen(here, match) == (1, [away, gone])
        await there.attendances.store()
        assert await seen(here, match) == (1, [away, Presence("white", is_here=True, since_ms=STARTED_MS)])


async def test_who_comes_back_before_it_was_noted_was_not_away(replicas: list[Replica], clock: ManualClock) -> None:
    here, _ = replicas
    match = await stored_match(here.database)
    with here.attendances.follow(match, BEN_CALLER):
        await here.attendances.store()
        clock.advance(200)
    with here.attendances.follow(match, BEN_CALLER):
        await here.attendances.store()
        assert (await seen(here, match))[1][1] == Presence("white", is_here=True, since_ms=STARTED_MS)
    await here.attendances.store()
    assert (await seen(here, match))[1][1] == Presence("white", is_here=False, since_ms=STARTED_MS + 200)
    clock.advance(100)
    with here.attendances.follow(match, BEN_CALLER):
        await here.attendances.store()
        assert (await seen(here, match))[1][1] == Presence("white", is_here=True, since_ms=STARTED_MS + 300)


async def test_who_is_away_for_a_day_is_forgotten(replicas: list[Replica], clock: ManualClock) -> None:
    here, _ = replicas
    match = await stored_match(here.database)
    clock.advance(1000)
    with here.attendances.follow(match, BEN_CALLER):
        await here.attendances.store()
    await here.attendances.store()
    assert (await seen(here, match))[1][1].since_ms == STARTED_MS + 1000
    clock.advance(FORGET_MS + FORGET_EVERY_MS)
    await here.attendances.store()
    assert (await seen(here, match))[1][1].since_ms == STARTED_MS


@both_databases
async def test_what_is_said_here_is_heard_there(
    replicas: list[Replica], clock: ManualClock, own_nats_server: NatsServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(conversation, "BACKSTOP_S", 2 * PATIENCE_S)
    own_nats_server.start()
    match = await stored_match(replicas[0].database)
    place, rooms = Place(match.id, "seats"), []
    buses = [NatsBus(own_nats_server.url, "match") for _ in replicas]
    for bus, replica in zip(buses, replicas, strict=True):
        bus.start()
        await bus.ready()
        room = Conversation(
            database=replica.database,
            clock=clock,
            bus=bus,
            downtime=replica.downtime,
            bans=Bans(Circle(), clock),
            attendances=replica.attendances,
        )
        await room.hear_others()
        # NATS has heard of it, before another connection gives a hint.
        await bus.works()
        rooms.append(room)
    async with asyncio.timeout(PATIENCE_S):
        # A bot has no bans to be asked for, which only a call can be.
        heard = rooms[1].listen(replace(ANNA_CALLER, kind="bot"), place, 0)
        assert await anext(heard) == []
        next_heard = asyncio.create_task(anext(heard))
        await asyncio.sleep(0.5)
        said = await asyncio.gather(*(room.say(Saying(BEN_CALLER, place, "hello", "r1")) for room in rooms[:1] * 2))
        assert [message.number for message in said] == [1, 1]
        assert await next_heard == [said[0]]
    await heard.aclose()
    for bus in buses:
        await bus.close()


async def test_a_request_on_two_replicas_is_said_once(
    replicas: list[Replica], clock: ManualClock, memory_bus: MemoryBus
) -> None:
    match = await stored_match(replicas[0].database)
    rooms = [
        Conversation(
            database=one.database,
            clock=clock,
            bus=memory_bus,
            downtime=one.downtime,
            bans=Bans(Circle(), clock),
            attendances=one.attendances,
        )
        for one in replicas
    ]
    saying = Saying(BEN_CALLER, Place(match.id, "seats"), "hello", "r1")
    said = await asyncio.gather(*(room.say(saying) for room in rooms * 4))
    assert {message.number for message in said} == {1}
