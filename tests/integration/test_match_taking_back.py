"""Moves that are taken back, as they are stored and told: over gRPC, in replicas, and where the service is killed."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pytest
from fixtures.databases import Databases, both_databases
from fixtures.hosting import PERSONA, Hosting, accept, friends, hosted
from fixtures.match_table import MatchTable, is_acting, legal, match_table, play
from fixtures.matches import BEN, STARTED_MS, timeless
from fixtures.nats import NatsServer
from fixtures.processes import ServiceProcess
from fixtures.replicas import Replica, check_same, open_replica
from fixtures.services import InProcess, Keys

from redscience import families
from redscience.api.match.v1 import match_pb2
from redscience.api.match.v1.match_pb2_grpc import MatchServiceStub
from redscience.errors import InvalidField, NoTakeBack, NotAllowed, StaleView, Unavailable
from services.kit.clock import ManualClock
from services.match import take_backs, turns
from services.match.model import Snapshot
from services.match.proposals import propose
from services.match.table import laid
from services.rules.__main__ import compose as compose_rules

GAME = families.get("3P-LeastLoses-3x4").game()
SEATS = GAME.seats


@pytest.fixture
async def hosting(services: InProcess) -> Hosting:
    return await hosted(services, friends())


@dataclass
class Two:
    """A match of two people, by the seats that they have drawn."""

    match_id: str
    stubs: dict[str, MatchServiceStub]

    async def seen(self, seat: str) -> match_pb2.Match:
        return (await self.stubs[seat].Get(match_pb2.GetRequest(match_id=self.match_id))).match

    async def move(self) -> match_pb2.Match:
        """The first legal move of whoever is to act."""
        for seat, stub in self.stubs.items():
            match = await self.seen(seat)
            if is_acting(match):
                return (await stub.Play(play(match, legal(match)[0]))).match
        raise AssertionError("nobody is to act")

    async def ask(self, seat: str, request_id: str = "") -> match_pb2.Match:
        """Asks, or agrees."""
        return (await self.stubs[seat].TakeBack(asking(await self.seen(seat), request_id))).match

    async def refuse(self, seat: str) -> match_pb2.Match:
        request = match_pb2.RefuseTakeBackRequest(match_id=self.match_id)
        return (await self.stubs[seat].RefuseTakeBack(request)).match


def asking(seen: match_pb2.Match, request_id: str = "") -> match_pb2.TakeBackRequest:
    request_id = request_id or f"back-{seen.viewer}-{seen.view_version}"
    return match_pb2.TakeBackRequest(match_id=seen.id, request_id=request_id, view_version=seen.view_version)


async def two(hosting: Hosting) -> Two:
    """A match of Anna and Ben."""
    made = await hosting.invite(BEN)
    await accept(hosting.ben, made.id)
    stubs = (hosting.anna, hosting.ben)
    return Two(made.id, {(await hosting.seen(made.id, stub)).viewer: stub for stub in stubs})


@both_databases
async def test_a_move_is_taken_back_and_stands_in_the_record_beside_what_was_played(hosting: Hosting) -> None:
    match = await two(hosting)
    before = await match.seen("black")
    await match.move()
    await match.move()
    asked = await match.ask("black")
    assert (asked.take_back_asked_by, asked.can_take_back) == ("black", False)
    back = await match.ask("white")
    assert (back.take_back_asked_by, back.view_version) == ("", 4)
    after = await match.seen("black")
    assert timeless(after) == timeless(replaced(before, view_version=4, due_at_ms=after.due_at_ms))
    while (await match.seen("black")).status == match_pb2.STATUS_RUNNING:
        await match.move()
    record = (await hosting.anna.GetRecord(match_pb2.GetRecordRequest(match_id=match.match_id))).record
    state = families.read(record.rule_set).game().start(int(record.seed, 16))
    for number, turn in enumerate(record.turns, 1):
        assert turn.number == number
        state = state.play({turn.seats[0]: list(turn.moves.moves)})
    assert state.outcome == {seat.seat: seat.outcome for seat in record.seats}
    (taken,) = record.taken_back
    assert taken.seat == "black"
    request = match_pb2.ReplayRequest(match_id=match.match_id, viewer="white", count=50)
    replay = await hosting.anna.Replay(request)
    # The start, two moves and their end, then what was played in their place.
    assert [step.taken_back_by for step in replay.views[:4]] == ["", "", "", "black"]
    start, first, _, undone = (json.loads(step.view) for step in replay.views[:4])
    assert undone["table"]["pieces"] == start["table"]["pieces"] != first["table"]["pieces"]
    assert replay.steps == 4 + len(record.turns)
    assert json.loads(replay.views[-1].view)["outcome"]["seats"] == state.outcome
    assert [(turn.number, list(turn.seats)) for turn in taken.turns] == [(1, ["black"]), (2, ["white"])]


def replaced(message: match_pb2.Match, **fields: int) -> match_pb2.Match:
    copy = match_pb2.Match()
    copy.CopyFrom(message)
    for name, value in fields.items():
        setattr(copy, name, value)
    return copy


async def test_a_watcher_is_told_of_the_question_and_of_its_end(hosting: Hosting) -> None:
    match = await two(hosting)
    await match.move()
    watch = aiter(match.stubs["white"].Watch(match_pb2.WatchRequest(match_id=match.match_id)))
    await anext(watch)
    told = []
    for act, seat in ((match.ask, "black"), (match.refuse, "white")):
        await act(seat)
        told.append((await anext(watch)).match.take_back_asked_by)
    assert told == ["black", ""]
    with pytest.raises(NoTakeBack, match="refused"):
        await match.ask("black", "again")


async def test_a_repeated_request_is_answered_as_the_first(hosting: Hosting) -> None:
    match = await two(hosting)
    await match.move()
    agreeing = asking(await match.seen("white"), "agree")
    with pytest.raises(NoTakeBack):
        await match.stubs["white"].TakeBack(asking(await match.seen("white"), "own"))
    await match.ask("black")
    first = (await match.stubs["white"].TakeBack(agreeing)).match
    await match.move()
    assert (await match.stubs["white"].TakeBack(agreeing)).match == first
    other = match_pb2.TakeBackRequest(match_id=match.match_id, request_id="agree", view_version=1)
    with pytest.raises(InvalidField, match="request_id"):
        await match.stubs["white"].TakeBack(other)
    with pytest.raises(StaleView):
        await match.stubs["white"].TakeBack(replaced_id(agreeing, "new"))


def replaced_id(request: match_pb2.TakeBackRequest, request_id: str) -> match_pb2.TakeBackRequest:
    return match_pb2.TakeBackRequest(
        match_id=request.match_id, request_id=request_id, view_version=request.view_version
    )


async def test_who_holds_no_seat_has_no_say(hosting: Hosting) -> None:
    match = await two(hosting)
    await match.move()
    watched = await hosting.seen(match.match_id, hosting.stranger)
    assert not watched.can_take_back
    with pytest.raises(NotAllowed):
        await hosting.stranger.TakeBack(asking(watched))
    with pytest.raises(NotAllowed):
        await hosting.stranger.RefuseTakeBack(match_pb2.RefuseTakeBackRequest(match_id=match.match_id))


async def test_whoever_plays_a_persona_too_answers_for_both(hosting: Hosting) -> None:
    made = await hosting.invite(PERSONA)
    while not (seen := await hosting.seen(made.id)).can_take_back:
        await hosting.anna.Play(replaced_seat(seen))
    request = match_pb2.TakeBackRequest(
        match_id=made.id, seat=seen.viewer, request_id="back", view_version=seen.view_version
    )
    assert (await hosting.anna.TakeBack(request)).match.view_version == seen.view_version + 1


def replaced_seat(seen: match_pb2.Match) -> match_pb2.PlayRequest:
    request = play(seen, legal(seen)[0])
    request.seat = seen.viewer
    return request


async def test_random_is_asked_again_and_need_not_answer_as_before(hosting: Hosting) -> None:
    made = await hosting.table.create_in("black")
    for _ in range(2):
        seen = await hosting.table.move(made.id)
    program = hosting.table.chaos
    back = (await hosting.anna.TakeBack(asking(seen))).match
    assert is_acting(back)
    await hosting.table.move(made.id)
    asked = await hosting.table.seen(made.id, program)
    assert (is_acting(asked), asked.view_version) == (True, back.view_version + 1)
    assert (await hosting.table.finish(made.id)).rated


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(STARTED_MS)


@pytest.fixture
async def replicas(databases: Databases, clock: ManualClock) -> AsyncIterator[tuple[Replica, Replica]]:
    pair = [await open_replica(databases, clock, GAME) for _ in range(2)]
    yield pair[0], pair[1]
    for replica in pair:
        await replica.database.close()


def ask(snapshot: Snapshot, now_ms: int, *, seat: str) -> turns.Change:
    return take_backs.ask(snapshot, seat, snapshot.table.versions[seat], now_ms)


def refuse(snapshot: Snapshot, now_ms: int, *, seat: str) -> turns.Change:
    return take_backs.refuse(snapshot, seat, now_ms)


def move(snapshot: Snapshot, now_ms: int, *, seat: str) -> turns.Change:
    legal = snapshot.table.state.legal(seat)[:1]
    return turns.play(snapshot, seat, legal, snapshot.table.versions[seat], now_ms)


def keep(snapshot: Snapshot, _: int, *, seat: str) -> turns.Change:
    legal = snapshot.table.state.legal(seat)[-1:]
    return propose(snapshot, seat, legal, snapshot.table.versions[seat])


def leave(snapshot: Snapshot, now_ms: int, *, seat: str) -> turns.Change:
    return turns.leave(snapshot, seat, now_ms)


@both_databases
async def test_whatever_is_said_and_done_every_replica_has_the_same(
    databases: Databases, replicas: tuple[Replica, Replica], clock: ManualClock
) -> None:
    taken_back = 0
    for seed in range(6):
        rng = random.Random(seed)
        match_id = await replicas[0].add_match()
        for _ in range(60):
            clock.advance(rng.choice((1, 900)))
            (act,) = rng.choices((ask, move, keep, refuse), (12, 4, 1, 1))
            acting = (await replicas[0].adjudicator.look(match_id)).table.state.acting
            seats = acting if act in {move, keep} else SEATS
            await rng.choice(replicas).do(match_id, partial(act, seat=rng.choice(seats or SEATS)))
        await replicas[1].do(match_id, partial(leave, seat=rng.choice(SEATS)))
        read, history = await check_same(match_id, databases, replicas, clock)
        taken_back += len(history.taken_back)
        assert laid(GAME, read.match.seed).replayed(history.turns).state == read.table.state
    assert taken_back > 3


@both_databases
async def test_of_a_move_and_an_agreement_at_once_one_is_first(
    databases: Databases, replicas: tuple[Replica, Replica], clock: ManualClock
) -> None:
    here, there = replicas
    for _ in range(5):
        match_id = await here.add_match()
        for seat in SEATS[:2]:
            await here.do(match_id, partial(move, seat=seat))
        for seat in SEATS[:2]:
            await here.do(match_id, partial(ask, seat=seat))
        version = (await here.adjudicator.look(match_id)).table.versions[SEATS[2]]
        agree = partial(take_backs.ask, seat=SEATS[2], view_version=version)
        await asyncio.gather(
            here.do(match_id, lambda snapshot, now_ms, agree=agree: agree(snapshot, now_ms=now_ms)),
            there.do(match_id, partial(move, seat=SEATS[2])),
        )
        read, _ = await check_same(match_id, databases, replicas, clock)
        # It was agreed first, and the seat is no longer to act; or moved first, and nobody asks any more.
        assert read.table.number in {0, 3}
        assert read.take_back.asked_by == ""


@both_databases
async def test_of_one_agreement_on_two_replicas_one_is_stored(replicas: tuple[Replica, Replica]) -> None:
    match_id = await replicas[0].add_match()
    for seat in SEATS:
        await replicas[0].do(match_id, partial(move, seat=seat))
    for seat in SEATS[:2]:
        await replicas[1].do(match_id, partial(ask, seat=seat))
    agree = partial(take_backs.ask, seat=SEATS[2], view_version=4)
    await asyncio.gather(
        *(
            replica.do(match_id, lambda snapshot, now_ms: agree(snapshot, now_ms=now_ms), "agree")
            for replica in (*replicas, *replicas)
        )
    )
    _, history = await replicas[0].adjudicator.record(match_id)
    assert len(history.taken_back) == 1
    assert (await replicas[1].adjudicator.look(match_id)).table.versions[SEATS[0]] == 5


@pytest.fixture
def match(services: InProcess, keys: Keys, tmp_path: Path, own_nats_server: NatsServer) -> Iterator[ServiceProcess]:
    own_nats_server.start()
    process = ServiceProcess(
        services, keys, tmp_path, "match", "services.match", REDSCIENCE_NATS_URL=own_nats_server.url
    )
    yield process
    process.kill()


async def test_it_is_done_once_or_not_at_all_whenever_the_service_is_killed(
    services: InProcess, match: ServiceProcess
) -> None:
    await services.start("rules", compose_rules)
    match.start()
    await match.found()
    table = await match_table(services)
    made = await table.create_in("black")
    # The kill comes before, during and after the commit.
    for delay_s in (0.0, 0.003, 0.01, 0.05):
        before = await table.seen(made.id)
        moved = await table.move(made.id)
        request = asking(moved)
        asked = asyncio.ensure_future(_take_back(table, request))
        await asyncio.sleep(delay_s)
        match.kill()
        was_told = await asked
        match.start()
        await match.found()
        found = await table.seen(made.id)
        assert found.view_version - moved.view_version in ({1} if was_told else {0, 1})
        back = (await table.anna.TakeBack(request)).match
        assert back.view_version == moved.view_version + 1
        assert (await table.seen(made.id)).view == back.view == before.view


async def _take_back(table: MatchTable, request: match_pb2.TakeBackRequest) -> bool:
    """Whether the service lived to say that it was done."""
    try:
        await table.anna.TakeBack(request)
    except Unavailable:
        return False
    return True
