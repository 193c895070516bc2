"""Pauses by agreement, as they are stored and told: over gRPC, in replicas, and where the service is killed."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pytest
from fixtures.cups import Cups
from fixtures.databases import Databases, both_databases
from fixtures.hosting import Hosting, accept, friends, hosted
from fixtures.match_table import legal, match_table, play
from fixtures.matches import BEN, STARTED_MS
from fixtures.nats import NatsServer
from fixtures.patience import PATIENCE_S
from fixtures.processes import ServiceProcess
from fixtures.replicas import Replica, check_same, open_replica
from fixtures.services import InProcess, Keys

import redscience
from redscience.api.match.v1 import match_pb2
from redscience.api.match.v1.match_pb2_grpc import MatchServiceStub
from redscience.errors import InvalidField, MatchPaused, NoPause, NotAllowed
from redscience.interface import Game
from services.kit.clock import ManualClock, SystemClock
from services.match import agreed_pauses, turns
from services.match.agreed_pauses import ASKED_FOR_MS, LONGEST_MS
from services.match.model import Snapshot
from services.match.proposals import propose
from services.rules.__main__ import compose as compose_rules


@pytest.fixture
async def hosting(services: InProcess) -> Hosting:
    return await hosted(services, friends())


@dataclass
class Two:
    """A match of two people, by the seats that they have drawn."""

    hosting: Hosting
    match_id: str
    stubs: dict[str, MatchServiceStub]

    async def seen(self, seat: str) -> match_pb2.Match:
        return (await self.stubs[seat].Get(match_pb2.GetRequest(match_id=self.match_id))).match

    async def move(self) -> match_pb2.Match:
        """The first legal move of whoever is to act."""
        for seat, stub in self.stubs.items():
            if (match := await self.seen(seat)).is_acting:
                return (await stub.Play(play(match, legal(match)[0]))).match
        raise AssertionError("nobody is to act")

    async def ask(self, seat: str, request_id: str = "ask") -> match_pb2.Match:
        """Asks, or agrees."""
        request = match_pb2.PauseRequest(match_id=self.match_id, request_id=request_id)
        return (await self.stubs[seat].Pause(request)).match

    async def refuse(self, seat: str) -> match_pb2.Match:
        return (await self.stubs[seat].RefusePause(match_pb2.RefusePauseRequest(match_id=self.match_id))).match

    async def resume(self, seat: str) -> match_pb2.Match:
        return (await self.stubs[seat].Resume(match_pb2.ResumeRequest(match_id=self.match_id))).match

    async def pass_time(self, ms: int) -> None:
        table = self.hosting.table
        await table.pass_time(self.match_id, table.clock.now_ms() + ms)


async def two(hosting: Hosting) -> Two:
    """A match of Anna and Ben."""
    made = await hosting.invite(BEN)
    await accept(hosting.ben, made.id)
    stubs = (hosting.anna, hosting.ben)
    return Two(hosting, made.id, {(await hosting.seen(made.id, stub)).viewer: stub for stub in stubs})


@both_databases
async def test_while_it_is_paused_nobody_is_late_and_nothing_waits_for_anybody(hosting: Hosting) -> None:
    match = await two(hosting)
    running = await match.move()
    await match.pass_time(10_000)
    await match.ask("black")
    stopped = await match.ask("white")
    assert (stopped.is_paused, stopped.due_at_ms) == (True, 0)
    left_ms = running.due_at_ms - hosting.table.clock.now_ms()
    assert stopped.paused_left_ms == left_ms
    with pytest.raises(MatchPaused):
        await match.stubs["white"].Play(play(await match.seen("white"), "1,1"))
    own = match_pb2.ListRequest(own=True)
    for stub in match.stubs.values():
        assert [(one.is_paused, one.is_acting) for one in (await stub.List(own)).matches] == [(True, False)]
    waiting = match_pb2.ListRequest(waiting=True)
    assert not (await match.stubs["white"].List(waiting)).matches
    await match.pass_time(left_ms + 60_000)
    assert (await match.seen("white")).is_paused
    after = await match.resume("black")
    assert (after.is_paused, after.resumed_by) == (False, "black")
    assert after.due_at_ms - hosting.table.clock.now_ms() == left_ms
    assert [one.id for one in (await match.stubs["white"].List(waiting)).matches] == [match.match_id]
    while (await match.seen("black")).status == match_pb2.STATUS_RUNNING:
        await match.move()
    record = (await hosting.anna.GetRecord(match_pb2.GetRecordRequest(match_id=match.match_id))).record
    (pause,) = record.pauses
    assert (pause.asked_by, list(pause.ended_by)) == ("black", ["black"])
    assert pause.ended_at_ms - pause.began_at_ms == left_ms + 60_000


@both_databases
async def test_time_ends_a_question_and_a_pause(hosting: Hosting) -> None:
    match = await two(hosting)
    await match.move()
    await match.ask("black")
    await match.pass_time(ASKED_FOR_MS - 1)
    assert (await match.seen("white")).pause_asked_by == "black"
    await match.pass_time(1)
    assert (await match.seen("white")).pause_asked_by == ""
    with pytest.raises(NoPause, match="refused"):
        await match.ask("black", "again")
    await match.ask("white")
    assert (await match.ask("black", "yes")).is_paused
    hosting.table.clock.advance(LONGEST_MS)
    after = await match.seen("white")
    await match.pass_time(1)
    after = await match.seen("white")
    assert (after.is_paused, after.resumed_by, after.is_acting) == (False, "", True)
    assert after.due_at_ms > hosting.table.clock.now_ms()


async def test_watchers_are_told_and_strangers_have_no_say(hosting: Hosting) -> None:
    match = await two(hosting)
    watch = aiter(hosting.stranger.Watch(match_pb2.WatchRequest(match_id=match.match_id)))
    await anext(watch)
    told = []
    for act, seat in ((match.ask, "black"), (match.refuse, "white"), (match.ask, "white"), (match.ask, "black")):
        await act(seat) if act == match.refuse else await match.ask(seat, f"{seat}-{len(told)}")
        seen = (await anext(watch)).match
        told.append((seen.pause_asked_by, seen.is_paused, seen.can_pause))
    assert told == [("black", False, False), ("", False, False), ("white", False, False), ("", True, False)]
    await match.resume("white")
    assert (await anext(watch)).match.resumed_by == "white"
    of = {"match_id": match.match_id}
    for say in (
        lambda: hosting.stranger.Pause(match_pb2.PauseRequest(**of, request_id="1")),
        lambda: hosting.stranger.RefusePause(match_pb2.RefusePauseRequest(**of)),
        lambda: hosting.stranger.Resume(match_pb2.ResumeRequest(**of)),
    ):
        with pytest.raises(NotAllowed):
            await say()


async def test_a_repeated_request_is_answered_as_the_first(hosting: Hosting) -> None:
    match = await two(hosting)
    first = await match.ask("black")
    await match.refuse("white")
    await match.move()
    assert await match.ask("black") == first
    assert (await match.seen("black")).pause_asked_by == ""
    request = match_pb2.PauseRequest(match_id=match.match_id, seat="black", request_id="ask")
    with pytest.raises(InvalidField, match="request_id"):
        await match.stubs["black"].Pause(request)


async def test_random_grants_it_at_once_and_is_asked_again_when_it_is_over(hosting: Hosting) -> None:
    made = await hosting.table.create_in("white")
    requests: asyncio.Queue[match_pb2.ServeRequest] = asyncio.Queue()

    async def said() -> AsyncIterator[match_pb2.ServeRequest]:
        while True:
            yield await requests.get()

    heard = aiter(hosting.table.chaos.Serve(said()))
    (owed,) = (await anext(heard)).decisions
    of = {"match_id": made.id}
    assert (await hosting.anna.Pause(match_pb2.PauseRequest(**of, request_id="1"))).match.is_paused
    answer = match_pb2.Answer(match_id=made.id, seat=owed.seat, view_version=owed.view_version, moves=["O@2,2"])
    await requests.put(match_pb2.ServeRequest(answers=[answer]))
    (refusal,) = (await anext(heard)).refusals
    assert refusal.code == "match/paused"
    await hosting.anna.Resume(match_pb2.ResumeRequest(**of))
    (again,) = (await anext(heard)).decisions
    assert (again.seat, again.view_version) == (owed.seat, owed.view_version)
    await requests.put(match_pb2.ServeRequest(answers=[answer]))
    watch = aiter(hosting.anna.Watch(match_pb2.WatchRequest(match_id=made.id)))
    async with asyncio.timeout(PATIENCE_S):
        while not (await anext(watch)).match.is_acting:
            pass


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(STARTED_MS)


def ask(snapshot: Snapshot, now_ms: int, *, seat: str) -> turns.Change:
    return agreed_pauses.ask(snapshot, seat, now_ms)


def refuse(snapshot: Snapshot, now_ms: int, *, seat: str) -> turns.Change:
    return agreed_pauses.refuse(snapshot, seat, now_ms)


def resume(snapshot: Snapshot, now_ms: int, *, seat: str) -> turns.Change:
    return agreed_pauses.resume(snapshot, seat, now_ms)


def move(snapshot: Snapshot, now_ms: int, *, seat: str) -> turns.Change:
    return turns.play(snapshot, seat, snapshot.table.state.legal(seat)[:1], snapshot.table.versions[seat], now_ms)


def keep(snapshot: Snapshot, _: int, *, seat: str) -> turns.Change:
    return propose(snapshot, seat, snapshot.table.state.legal(seat)[-1:], snapshot.table.versions[seat])


def leave(snapshot: Snapshot, now_ms: int, *, seat: str) -> turns.Change:
    return turns.leave(snapshot, seat, now_ms)


ACTS = {ask: 12, refuse: 1, resume: 3, move: 4, keep: 1, leave: 0.1}


@both_databases
@pytest.mark.parametrize("game", [redscience.game("3P-LeastLoses-3x4"), Cups(3)], ids=lambda game: game.name)
async def test_whatever_is_said_and_done_every_replica_has_the_same(
    databases: Databases, clock: ManualClock, game: Game
) -> None:
    replicas = [await open_replica(databases, clock, game) for _ in range(2)]
    paused = 0
    for seed in range(3):
        rng = random.Random(seed)
        match_id = await replicas[0].add_match()
        for _ in range(40):
            clock.advance(rng.choice((1, 900, 2_000)))
            (act,) = rng.choices(list(ACTS), list(ACTS.values()))
            acting = (await replicas[0].adjudicator.look(match_id)).table.state.acting
            people = [seat for seat in (acting if act in {move, keep} else game.seats) if seat in game.seats]
            await rng.choice(replicas).do(match_id, partial(act, seat=rng.choice(people or game.seats)))
        await replicas[1].do(match_id, partial(leave, seat=rng.choice(game.seats)))
        _, history = await check_same(match_id, databases, replicas, clock)
        paused += len(history.pauses)
    assert paused > 1
    for replica in replicas:
        await replica.database.close()


@both_databases
async def test_of_two_who_resume_at_once_one_is_first(databases: Databases, clock: ManualClock) -> None:
    game = redscience.game("Tic-Tac-Toe")
    replicas: list[Replica] = [await open_replica(databases, clock, game) for _ in range(2)]
    match_id = await replicas[0].add_match()
    for seat in game.seats:
        await replicas[0].do(match_id, partial(ask, seat=seat))
    pairs = zip(replicas, game.seats, strict=True)
    await asyncio.gather(*(replica.do(match_id, partial(resume, seat=seat)) for replica, seat in pairs))
    read, history = await check_same(match_id, databases, replicas, clock)
    assert not read.match.is_paused
    assert len(history.pauses) == 1
    for replica in replicas:
        await replica.database.close()


@pytest.fixture
def match(services: InProcess, keys: Keys, tmp_path: Path, own_nats_server: NatsServer) -> Iterator[ServiceProcess]:
    own_nats_server.start()
    process = ServiceProcess(
        services, keys, tmp_path, "match", "services.match", REDSCIENCE_NATS_URL=own_nats_server.url
    )
    yield process
    process.kill()


async def test_a_service_that_is_killed_finds_it_paused_with_the_time_that_was_left(
    services: InProcess, match: ServiceProcess
) -> None:
    await services.start("rules", compose_rules)
    match.start()
    await match.found()
    table = await match_table(services)
    made = await table.create_in("black")
    of = {"match_id": made.id}
    before = (await table.anna.Pause(match_pb2.PauseRequest(**of, request_id="1"))).match
    assert before.is_paused
    match.kill()
    # Longer than what is taken for a late beat.
    await asyncio.sleep(3)
    match.start()
    await match.found()
    found = await table.seen(made.id)
    for seen in (found, (await table.anna.Pause(match_pb2.PauseRequest(**of, request_id="1"))).match):
        assert (seen.is_paused, seen.due_at_ms) == (True, 0)
        assert (seen.paused_left_ms, seen.paused_until_ms) == (before.paused_left_ms, before.paused_until_ms)
    begun_ms = SystemClock().now_ms()
    after = (await table.anna.Resume(match_pb2.ResumeRequest(**of))).match
    assert begun_ms <= after.due_at_ms - before.paused_left_ms <= after.now_ms
    assert (after.is_paused, after.resumed_by) == (False, "black")
    assert (await table.finish(made.id)).status == match_pb2.STATUS_ENDED
