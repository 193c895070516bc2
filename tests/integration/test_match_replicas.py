"""Replicas that share one database: what they decide at once, what time they give back, what they hand over."""

from __future__ import annotations

import asyncio
import itertools
import re
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from typing import cast

import pytest
from fixtures.databases import Databases
from fixtures.matches import ANNA, BEN, PAUSE_MS, STARTED_MS, NoInvitations, human, match_of, random_player
from fixtures.patience import until
from fixtures.pennies import Pennies
from sqlalchemy import Connection, Engine, event, func, select

from redscience.api.match.v1 import match_pb2
from redscience.errors import NotActing, StaleView, Unavailable
from services.kit.bus import MemoryBus
from services.kit.clock import ManualClock
from services.kit.database import Database, open_database
from services.kit.erased import Erased
from services.kit.ids import new_id
from services.match import hints, turns
from services.match.__main__ import MIGRATIONS
from services.match.adjudicator import Adjudicator
from services.match.alarms import Alarms
from services.match.answers import KEPT_MS
from services.match.deadlines import HANDED_AGAIN_AFTER_MS, HANDED_AT_LAST_AFTER_MS, Due
from services.match.downtime import BEAT_MS, DOWN_AFTER_MS, Downtime, beat
from services.match.erasing import Erasing
from services.match.invitations import Invitations
from services.match.messages import match_message
from services.match.model import Match, Seat, Snapshot, TurnClock
from services.match.proposals import propose
from services.match.schema import answers, outbox, silences
from services.match.store import Request
from services.match.sweep import FORGET_EVERY_MS, Sweep
from services.match.table import laid
from services.match.watching import Watchers

GAME = Pennies(20)
MINUTE = 60_000
DAY_MS = 24 * 60 * MINUTE


@dataclass
class Replica:
    """One process of the match service, as far as it decides."""

    database: Database
    adjudicator: Adjudicator
    sweep: Sweep
    handed: list[Due]

    async def plan(self, match_id: str, seat: str, side: str, version: int) -> match_pb2.Match:
        """Makes a plan for a seat."""
        return await self.adjudicator.take(
            match_id,
            lambda snapshot, now_ms: turns.play(snapshot, seat, (side,), version, now_ms),
            partial(_told, seat),
        )


def _told(viewer: str, snapshot: Snapshot, now_ms: int) -> match_pb2.Match:
    return match_message(snapshot, viewer, now_ms)


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(STARTED_MS)


@pytest.fixture(autouse=True)
def quick_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether a step of these games counts as slow is no matter of the machine."""
    monkeypatch.setattr("services.match.adjudicator._SLOW_S", 60.0)


async def open_replica(databases: Databases, clock: ManualClock, bus: MemoryBus) -> Replica:
    database = await open_database(databases.of_service("match"), MIGRATIONS)
    downtime = Downtime(database)
    watchers = Watchers(bus, downtime)
    handed: list[Due] = []
    adjudicator = Adjudicator(
        database=database, clock=clock, load_game=lambda _: GAME, downtime=downtime, alarms=Alarms(clock), most_held=100
    )
    adjudicator.when_changed(watchers.changed)
    return Replica(database, adjudicator, Sweep(database, adjudicator, clock, downtime, handed.append), handed)


@pytest.fixture
async def replicas(
    databases: Databases, clock: ManualClock, memory_bus: MemoryBus
) -> AsyncIterator[tuple[Replica, Replica]]:
    pair = [await open_replica(databases, clock, memory_bus) for _ in range(2)]
    yield pair[0], pair[1]
    for replica in pair:
        await replica.database.close()


async def add_match(replica: Replica, request_id: str = "create", *seats: Seat) -> str:
    """A match of Anna and Ben, or of others."""
    match = replace(match_of(GAME, *seats), id=new_id())

    def make(now_ms: int) -> turns.Change:
        return turns.begin(Snapshot(match, laid(GAME, match.seed), {}), now_ms)

    request = Request(ANNA, request_id, "")
    return (await replica.adjudicator.add(match.rule_set, make, request, partial(_told, "black"), lambda _: None)).id


async def test_two_sealed_plans_at_once_are_both_accepted(replicas: tuple[Replica, Replica]) -> None:
    here, there = replicas
    match_id = await add_match(here)
    for round_ in range(GAME.rounds):
        versions = (await here.adjudicator.look(match_id)).table.versions
        await asyncio.gather(
            here.plan(match_id, "black", "heads", versions["black"]),
            there.plan(match_id, "white", "tails" if round_ % 2 else "heads", versions["white"]),
        )
    over = await there.adjudicator.look(match_id)
    assert over.match.status == "ended"
    assert over.table.number == 2 * GAME.rounds
    assert {seat.outcome for seat in over.match.seats} == {"draw"}


async def test_of_two_answers_to_one_view_one_is_accepted(replicas: tuple[Replica, Replica]) -> None:
    match_id = await add_match(replicas[0])
    for _ in range(GAME.rounds - 1):
        versions = (await replicas[0].adjudicator.look(match_id)).table.versions
        answered = await asyncio.gather(
            *(replica.plan(match_id, "black", "heads", versions["black"]) for replica in (*replicas, *replicas)),
            return_exceptions=True,
        )
        assert sum(isinstance(answer, match_pb2.Match) for answer in answered) == 1
        assert sum(isinstance(answer, (StaleView, NotActing)) for answer in answered) == 3
        await replicas[1].plan(match_id, "white", "tails", versions["white"])
    snapshot = await replicas[1].adjudicator.look(match_id)
    assert snapshot.table.number == 2 * (GAME.rounds - 1)


async def test_one_request_on_two_replicas_is_one_turn_and_one_answer(replicas: tuple[Replica, Replica]) -> None:
    match_id = await add_match(replicas[0])
    request = Request(ANNA, "r1", "q")
    told = await asyncio.gather(
        *(
            replica.adjudicator.take(
                match_id,
                lambda snapshot, now_ms: turns.play(snapshot, "black", ("heads",), 1, now_ms),
                partial(_told, "black"),
                request,
            )
            for replica in (*replicas, *replicas)
        )
    )
    assert all(answer == told[0] for answer in told)
    assert (await replicas[0].adjudicator.look(match_id)).table.number == 1


async def test_one_creation_on_two_replicas_is_one_match(replicas: tuple[Replica, Replica]) -> None:
    made = await asyncio.gather(*(add_match(replica, "same") for replica in (*replicas, *replicas)))
    assert len(set(made)) == 1


async def test_a_replica_reads_on_where_another_played(replicas: tuple[Replica, Replica]) -> None:
    here, there = replicas
    match_id = await add_match(here)
    await there.adjudicator.look(match_id)
    await here.plan(match_id, "black", "heads", 1)
    assert (await there.adjudicator.look(match_id)).table.versions == {"black": 2, "white": 1, "spectator": 1}


async def test_whoever_comes_to_be_alone_shows_what_another_has_acknowledged(
    replicas: tuple[Replica, Replica], clock: ManualClock
) -> None:
    here, there = replicas
    match_id = await add_match(there)
    await here.adjudicator.look(match_id)
    # Nobody looks here any more, and a whole round is acknowledged there. Then the other one dies.
    await there.plan(match_id, "black", "heads", 1)
    told = await there.plan(match_id, "white", "tails", 1)
    for _ in range(DOWN_AFTER_MS // BEAT_MS + 2):
        clock.advance(BEAT_MS)
        await here.sweep.once()
    assert (await here.adjudicator.look(match_id)).table.versions["white"] == told.view_version
    await here.plan(match_id, "white", "tails", told.view_version)


async def test_where_nothing_can_be_written_a_match_is_seen_as_it_is_stored_and_not_changed(
    replicas: tuple[Replica, Replica], clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = replicas
    match_id = await add_match(here)
    clock.advance(BEAT_MS)

    async def refuse(_: object) -> None:
        raise Unavailable("the disk is full")

    with monkeypatch.context() as patched:
        patched.setattr(here.database, "write", refuse)
        assert (await here.adjudicator.look(match_id)).table.number == 0
        await there.plan(match_id, "black", "heads", 1)
        assert (await here.adjudicator.look(match_id)).table.number == 1
        with pytest.raises(Unavailable, match="the disk is full"):
            await here.plan(match_id, "white", "heads", 1)
    await here.plan(match_id, "white", "heads", 1)
    assert (await there.adjudicator.look(match_id)).table.number == 2


async def test_what_a_replica_remembers_is_what_is_stored(
    replicas: tuple[Replica, Replica], databases: Databases, clock: ManualClock, memory_bus: MemoryBus
) -> None:
    here, there = replicas
    match_id = await add_match(here)

    async def check() -> Snapshot:
        stranger = await open_replica(databases, clock, memory_bus)
        read, *remembered = [await one.adjudicator.look(match_id) for one in (stranger, *replicas)]
        await stranger.database.close()
        assert [_facts(snapshot) for snapshot in remembered] == [_facts(read)] * 2
        return read

    await check()
    propose_heads = partial(propose, seat="black", moves=("heads",), view_version=1)
    await here.adjudicator.take(match_id, lambda snapshot, _: propose_heads(snapshot), partial(_told, "black"))
    assert (await check()).proposals == {"black": ("heads",)}
    await there.sweep.once()
    clock.advance(10 * DOWN_AFTER_MS)
    await here.sweep.once()
    assert (await check()).match.clock == TurnClock(*(STARTED_MS + 10 * DOWN_AFTER_MS + ms for ms in (0, MINUTE)))
    await there.plan(match_id, "black", "heads", 1)
    assert (await check()).table.number == 1
    leave = partial(turns.leave, seat="white")
    await here.adjudicator.take(
        match_id, lambda snapshot, now_ms: leave(snapshot, now_ms=now_ms), partial(_told, "white")
    )
    assert (await check()).match.reason == "resigned"


async def test_that_a_hint_was_given_is_remembered_beside_others(replicas: tuple[Replica, Replica]) -> None:
    here, there = replicas
    match_id = await add_match(here, "create", human("black", 0, ANNA), random_player("white", 1))
    await there.adjudicator.look(match_id)
    await here.adjudicator.take(
        match_id, lambda snapshot, now_ms: hints.note(snapshot, "black", 1, now_ms), partial(_told, "black")
    )
    assert (await there.adjudicator.look(match_id)).match.is_hinted
    await here.plan(match_id, "black", "heads", 1)
    assert (await there.adjudicator.look(match_id)).match == (await here.adjudicator.look(match_id)).match
    assert (await there.adjudicator.look(match_id)).match.is_hinted


async def test_a_name_that_is_erased_while_a_match_is_read_is_remembered_no_more(
    replicas: tuple[Replica, Replica], monkeypatch: pytest.MonkeyPatch
) -> None:
    here, _ = replicas
    erasing = Erasing(here.database, here.adjudicator, cast("Invitations", NoInvitations()))
    gone = [Erased(1, ANNA, "Gone-7F3K", 0)]
    match_id = await add_match(here)
    await here.adjudicator.look(match_id)
    read, erases = here.database.read, iter([True])

    async def interrupted(work: Callable[[Connection], object]) -> object:
        found = await read(work)
        if next(erases, False):
            await erasing.erase(gone)
        return found

    monkeypatch.setattr(here.database, "read", interrupted)
    await here.adjudicator.look(match_id)
    assert next(erases, None) is None
    assert await _name_of_black(here, match_id) == "Gone-7F3K"


async def _name_of_black(replica: Replica, match_id: str) -> str:
    return (await replica.adjudicator.look(match_id)).match.seat("black").player_name


def _facts(snapshot: Snapshot) -> object:
    table = snapshot.table
    return snapshot.match, snapshot.proposals, table.number, table.versions, table.tallies, table.state.position


@contextmanager
def executed(*kinds: str) -> Iterator[list[str]]:
    """The statements of these kinds that databases are given meanwhile."""
    statements: list[str] = []

    def note(*arguments: object) -> None:
        statement = " ".join(str(arguments[2]).split())
        if statement.startswith(kinds):
            statements.append(statement)

    event.listen(Engine, "before_cursor_execute", note)
    try:
        yield statements
    finally:
        event.remove(Engine, "before_cursor_execute", note)


async def test_of_a_match_that_has_not_changed_the_last_number_alone_is_read(
    replicas: tuple[Replica, Replica],
) -> None:
    here, _ = replicas
    match_id = await add_match(here)
    await here.adjudicator.look(match_id)
    with executed("SELECT") as read:
        await here.adjudicator.look(match_id)
    (statement,) = read
    assert re.fullmatch(r"SELECT max\(turns\.number\) AS max_1 FROM turns WHERE turns\.match_id = \S+", statement)


async def test_all_who_look_at_once_are_told_by_one_read_that_is_not_older_than_they_are(
    replicas: tuple[Replica, Replica],
) -> None:
    here, there = replicas
    match_id = await add_match(here)
    await there.adjudicator.look(match_id)
    with executed("SELECT max") as read:
        looking = [asyncio.ensure_future(there.adjudicator.look(match_id)) for _ in range(50)]
        await until(lambda: len(read) > 0)
        await here.plan(match_id, "black", "heads", 1)
        late = await asyncio.gather(*(there.adjudicator.look(match_id) for _ in range(50)))
        looking[0].cancel()
        await asyncio.gather(*looking, return_exceptions=True)
    assert {snapshot.table.versions["black"] for snapshot in late} == {2}, "who looked after the move was told sees it"
    assert len(read) <= 4, "a read for those before the move, one for those after it, one of the move itself"


async def test_whoever_is_alone_reads_nothing_back(
    databases: Databases, clock: ManualClock, memory_bus: MemoryBus
) -> None:
    alone = await open_replica(databases, clock, memory_bus)
    match_id = await add_match(alone)
    await pass_time(alone, clock, 2 * DOWN_AFTER_MS)
    with executed("SELECT") as read:
        await alone.plan(match_id, "black", "heads", 1)
        await alone.plan(match_id, "white", "tails", 1)
        assert (await alone.adjudicator.look(match_id)).table.number == 2
    assert read == []
    # Another one comes up, plays, and is noticed by its first sign of life.
    other = await open_replica(databases, clock, memory_bus)
    versions = (await alone.adjudicator.look(match_id)).table.versions
    await other.plan(match_id, "black", "heads", versions["black"])
    clock.advance(1000)
    await alone.plan(match_id, "white", "heads", versions["white"])
    assert (await other.adjudicator.look(match_id)).table.number == 4
    for replica in (alone, other):
        await replica.database.close()


def plan_at_once(replica: Replica, match_id: str, seat: str, version: int) -> asyncio.Future[bool] | None:
    """Makes a plan for a seat, where nothing is in the way."""
    return replica.adjudicator.take_at_once(
        match_id,
        lambda snapshot, now_ms: turns.play(snapshot, seat, ("heads",), version, now_ms),
        Request(ANNA, f"{seat}-{version}", ""),
    )


async def test_what_is_judged_at_once_is_as_any_other_change(
    databases: Databases, clock: ManualClock, memory_bus: MemoryBus
) -> None:
    alone = await open_replica(databases, clock, memory_bus)
    match_id = await add_match(alone)
    assert plan_at_once(alone, match_id, "black", 1) is None, "others may be there"
    await pass_time(alone, clock, 2 * DOWN_AFTER_MS)
    assert plan_at_once(alone, new_id(), "black", 1) is None, "it is not in memory"
    assert plan_at_once(alone, match_id, "black", 7) is None, "it is refused"
    storing = plan_at_once(alone, match_id, "black", 1)
    assert storing is not None
    assert plan_at_once(alone, match_id, "white", 1) is None, "one change after the other"
    # Whoever waits for the first one's end judges by what it has led to.
    await alone.plan(match_id, "white", "tails", 1)
    assert storing.result()
    clock.advance(BEAT_MS)
    versions = (await alone.adjudicator.look(match_id)).table.versions
    clock.advance(BEAT_MS)
    assert plan_at_once(alone, match_id, "black", versions["black"]) is None, "a beat is due"
    await alone.adjudicator.look(match_id)
    again = plan_at_once(alone, match_id, "black", versions["black"])
    assert again is not None
    assert await again
    clock.advance(BEAT_MS)
    assert (await alone.adjudicator.look(match_id)).table.number == 3
    await alone.database.close()


async def test_what_is_judged_at_once_and_comes_too_late_is_not_stored(
    databases: Databases, clock: ManualClock, memory_bus: MemoryBus
) -> None:
    alone = await open_replica(databases, clock, memory_bus)
    match_id = await add_match(alone)
    await pass_time(alone, clock, 2 * DOWN_AFTER_MS)
    other = await open_replica(databases, clock, memory_bus)
    await other.plan(match_id, "black", "tails", 1)
    # It has not noticed the other one yet.
    storing = plan_at_once(alone, match_id, "black", 1)
    assert storing is not None
    assert not await storing
    with pytest.raises((StaleView, NotActing)):
        await alone.plan(match_id, "black", "heads", 1)
    assert (await alone.adjudicator.look(match_id)).table.number == 1
    for replica in (alone, other):
        await replica.database.close()


@contextmanager
def cut_after_commit(replica: Replica) -> Iterator[None]:
    """What is written meanwhile is durable, but the connection breaks before that is answered."""
    write = replica.database.write_short

    async def write_and_be_cut(work: Callable[[Connection], object]) -> None:
        await write(work)
        raise Unavailable("The connection was cut.")

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(replica.database, "write_short", write_and_be_cut)
        yield


async def changes_told_alone(
    databases: Databases, clock: ManualClock, bus: MemoryBus
) -> tuple[Replica, list[tuple[str, int]]]:
    """A replica that knows that it is alone, and the matches that it tells of, with the numbers of their last rows."""
    alone, told = await open_replica(databases, clock, bus), list[tuple[str, int]]()
    alone.adjudicator.when_changed(lambda snapshot: told.append((snapshot.match.id, snapshot.match.version)))
    await pass_time(alone, clock, 2 * DOWN_AFTER_MS)
    return alone, told


@pytest.mark.parametrize("is_repeated", [True, False], ids=["repeated", "not repeated"])
@pytest.mark.parametrize("is_at_once", [True, False], ids=["at once", "in turn"])
async def test_a_change_whose_storing_was_not_confirmed_is_told_once_it_is_known(
    databases: Databases, clock: ManualClock, memory_bus: MemoryBus, *, is_at_once: bool, is_repeated: bool
) -> None:
    alone, told = await changes_told_alone(databases, clock, memory_bus)
    match_id = await add_match(alone)
    plan = partial(turns.play, seat="black", moves=("heads",), view_version=1)
    request = Request(ANNA, "black-1", "")

    def take() -> Awaitable[object]:
        return alone.adjudicator.take(
            match_id, lambda snapshot, now_ms: plan(snapshot, now_ms=now_ms), partial(_told, "black"), request
        )

    with cut_after_commit(alone):
        storing = plan_at_once(alone, match_id, "black", 1) if is_at_once else take()
        assert storing is not None
        with pytest.raises(Unavailable, match="cut"):
            await storing
    assert told == [(match_id, 0)]
    if is_repeated:
        await take()
    else:
        await alone.sweep.once()
    assert told == [(match_id, 0), (match_id, 1)]
    await alone.plan(match_id, "white", "heads", 1)
    assert told[2:] == [(match_id, 2)]
    await alone.database.close()


async def test_a_match_whose_storing_was_not_confirmed_is_told_of(
    databases: Databases, clock: ManualClock, memory_bus: MemoryBus
) -> None:
    alone, told = await changes_told_alone(databases, clock, memory_bus)
    with cut_after_commit(alone), pytest.raises(Unavailable, match="cut"):
        await add_match(alone)
    assert told == []
    await alone.sweep.once()
    match_id = await add_match(alone)
    assert told == [(match_id, 0)]
    await alone.database.close()


async def test_a_change_that_was_not_stored_is_not_told(
    databases: Databases, clock: ManualClock, memory_bus: MemoryBus, monkeypatch: pytest.MonkeyPatch
) -> None:
    alone, told = await changes_told_alone(databases, clock, memory_bus)
    match_id = await add_match(alone)

    async def refuse(_: object) -> None:
        raise Unavailable("the disk is full")

    with monkeypatch.context() as patched:
        patched.setattr(alone.database, "write_short", refuse)
        with pytest.raises(Unavailable, match="the disk is full"):
            await alone.plan(match_id, "black", "heads", 1)
        with pytest.raises(Unavailable, match="the disk is full"):
            await add_match(alone, "other")
    with executed("SELECT max(turns.number) AS max_1 FROM turns") as read:
        for _ in range(3):
            await alone.sweep.once()
    assert len(read) == 1, "it is looked once whether it was stored"
    assert told == [(match_id, 0)]
    await alone.database.close()


async def test_whoever_was_overtaken_unawares_tells_of_it(
    databases: Databases, clock: ManualClock, memory_bus: MemoryBus
) -> None:
    alone, told = await changes_told_alone(databases, clock, memory_bus)
    match_id = await add_match(alone)
    other = await open_replica(databases, clock, memory_bus)
    await other.plan(match_id, "black", "tails", 1)
    with pytest.raises((StaleView, NotActing)):
        await alone.plan(match_id, "black", "heads", 1)
    assert told == [(match_id, 0), (match_id, 1)]
    for replica in (alone, other):
        await replica.database.close()


async def test_a_move_is_one_statement(databases: Databases, clock: ManualClock, memory_bus: MemoryBus) -> None:
    alone = await open_replica(databases, clock, memory_bus)
    match_id = await add_match(alone)
    await pass_time(alone, clock, 2 * DOWN_AFTER_MS)
    with executed("SELECT", "INSERT", "UPDATE", "DELETE") as statements:
        await alone.plan(match_id, "black", "heads", 1)
    assert [" ".join(statement.split()[:3]) for statement in statements] == ["INSERT INTO turns"]
    await alone.database.close()


async def test_proposals_count_for_every_replica(replicas: tuple[Replica, Replica], clock: ManualClock) -> None:
    here, there = replicas
    match_id = await add_match(here)
    for seat in ("black", "white"):
        await here.adjudicator.take(
            match_id, lambda snapshot, _, seat=seat: propose(snapshot, seat, ("heads",), 1), partial(_told, seat)
        )
    await pass_time(there, clock, MINUTE)
    await expire(there, match_id)
    snapshot = await here.adjudicator.look(match_id)
    assert snapshot.table.number == 2
    assert snapshot.match.status == "running"
    assert snapshot.proposals == {}


async def expire(replica: Replica, match_id: str) -> None:
    await replica.adjudicator.take(match_id, lambda _snapshot, _now_ms: None, partial(_told, "spectator"))


async def pass_time(replica: Replica, clock: ManualClock, ms: int) -> None:
    """Lets time pass while the replica sweeps."""
    until_ms = clock.now_ms() + ms
    while clock.now_ms() < until_ms:
        await replica.sweep.once()
        clock.advance(min(500, until_ms - clock.now_ms()))
    await replica.sweep.once()


async def test_a_silence_is_said_once_by_whoever_ended_it(
    databases: Databases, clock: ManualClock, memory_bus: MemoryBus, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", logger="services.match.downtime")
    for count in range(3):
        caplog.clear()
        replica = await open_replica(databases, clock, memory_bus)
        await replica.sweep.once()
        await replica.database.close()
        assert len(caplog.records) == min(count, 1)
        clock.advance(2 * DOWN_AFTER_MS)


async def test_what_is_due_is_handed_over_once_and_again_later(
    replicas: tuple[Replica, Replica], clock: ManualClock
) -> None:
    here, there = replicas
    match_id = await add_match(here)
    await pass_time(here, clock, MINUTE - 1)
    assert here.handed == []
    clock.advance(1)
    await asyncio.gather(here.sweep.once(), there.sweep.once())
    due = Due(match_id, STARTED_MS + MINUTE)
    assert [*here.handed, *there.handed] == [due]
    await pass_time(there, clock, HANDED_AGAIN_AFTER_MS - 1)
    assert len(here.handed) + len(there.handed) == 1
    clock.advance(1)
    assert await there.sweep.once() == 1
    await expire(there, match_id)
    await pass_time(there, clock, 2 * HANDED_AGAIN_AFTER_MS)
    assert len(here.handed) + len(there.handed) == 2


LATE_SWEEP_MS = 2_500
"""As far apart as sweeps can be, so that few matches fill them; a longer silence would be given back."""


async def late_for_random(replica: Replica, clock: ManualClock, *request_ids: str) -> list[str]:
    """Matches in which only Random owes a move, for longer than a turn."""
    random = human("black", 0, ANNA), random_player("white", 1)
    late = [await add_match(replica, each, *random) for each in request_ids]
    for match_id in late:
        await replica.plan(match_id, "black", "heads", 1)
    await pass_time(replica, clock, MINUTE)
    return late


async def test_where_only_the_platform_is_late_nobody_elses_deadline_waits(
    replicas: tuple[Replica, Replica], clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("services.match.sweep._AT_ONCE", 1)
    here, _ = replicas
    late = await late_for_random(here, clock, *(f"late-{number}" for number in range(4)))
    match_id = await add_match(here)
    due_at_ms = clock.now_ms() + MINUTE
    while clock.now_ms() < due_at_ms:
        clock.advance(LATE_SWEEP_MS)
        await here.sweep.once()
    assert here.handed[-1] == Due(match_id, due_at_ms)
    assert {due.match_id for due in here.handed} == {*late, match_id}


async def test_what_only_the_platform_can_end_is_handed_over_less_and_less_often(
    replicas: tuple[Replica, Replica], clock: ManualClock
) -> None:
    here, _ = replicas
    (match_id,) = await late_for_random(here, clock, "late")
    handed_at_ms = [clock.now_ms()]
    while clock.now_ms() < handed_at_ms[0] + 3 * MINUTE:
        clock.advance(LATE_SWEEP_MS)
        if await here.sweep.once():
            handed_at_ms.append(clock.now_ms())
            await expire(here, match_id)
    pauses_ms = [after - before for before, after in itertools.pairwise(handed_at_ms)]
    assert pauses_ms[0] == HANDED_AGAIN_AFTER_MS
    assert pauses_ms == sorted(pauses_ms)
    assert pauses_ms[-1] == HANDED_AT_LAST_AFTER_MS
    # Random is back: whoever is to move now is held to their time as ever.
    versions = (await here.adjudicator.look(match_id)).table.versions
    await here.plan(match_id, "white", "tails", versions["white"])
    await pass_time(here, clock, PAUSE_MS)
    await expire(here, match_id)
    here.handed.clear()
    due_at_ms = clock.now_ms() + MINUTE
    await pass_time(here, clock, MINUTE)
    assert here.handed == [Due(match_id, due_at_ms)]


async def test_a_pause_outlives_whoever_began_it(replicas: tuple[Replica, Replica], clock: ManualClock) -> None:
    here, there = replicas
    match_id = await add_match(here, "create", human("black", 0, ANNA), random_player("white", 1))
    await here.plan(match_id, "black", "heads", 1)
    await here.plan(match_id, "white", "tails", 1)
    await there.sweep.once()
    assert there.handed == []
    clock.advance(PAUSE_MS)
    await there.sweep.once()
    assert there.handed == [Due(match_id, STARTED_MS + PAUSE_MS)]
    assert (await there.adjudicator.look(match_id)).table.number == 1
    await asyncio.gather(expire(there, match_id), expire(here, match_id), there.adjudicator.wake(match_id))
    snapshot = await here.adjudicator.look(match_id)
    assert (snapshot.table.number, snapshot.match.pause_ends_at_ms, snapshot.proposals) == (2, None, {})
    await there.sweep.once()
    assert len(there.handed) == 1


@pytest.mark.parametrize("set_by_ms", [-60 * MINUTE, 60 * MINUTE])
async def test_a_pause_ends_in_its_time_though_the_clock_is_set(
    replicas: tuple[Replica, Replica], clock: ManualClock, set_by_ms: int
) -> None:
    match_id = await add_match(replicas[0], "create", human("black", 0, ANNA), random_player("white", 1))
    for number in range(3):
        for replica in replicas:
            await replica.sweep.once()
            versions = (await replica.adjudicator.look(match_id)).table.versions
        await replicas[0].plan(match_id, "black", "heads", versions["black"])
        await replicas[0].plan(match_id, "white", "tails", versions["white"])
        if number == 1:  # while what waits was kept by the clock as it was
            clock.advance(set_by_ms)
        for replica in replicas:
            await replica.sweep.once()
        await pass_time(replicas[0], clock, PAUSE_MS + BEAT_MS)
        await asyncio.gather(*(expire(replica, match_id) for replica in replicas))
        snapshot = await replicas[1].adjudicator.look(match_id)
        assert (snapshot.table.number, snapshot.match.pause_ends_at_ms) == (2 * (number + 1), None)


async def test_a_worker_that_cannot_be_reached_is_asked_again(
    replicas: tuple[Replica, Replica], clock: ManualClock, caplog: pytest.LogCaptureFixture
) -> None:
    here, _ = replicas
    await add_match(here)

    def fail(_: Due) -> None:
        raise OSError("no room")

    sweep = Sweep(here.database, here.adjudicator, clock, Downtime(here.database), fail)
    await pass_time(replace(here, sweep=sweep), clock, MINUTE)
    assert "could not be handed" in caplog.text
    await pass_time(here, clock, HANDED_AGAIN_AFTER_MS)
    assert len(here.handed) == 1


async def test_time_without_service_is_given_back(replicas: tuple[Replica, Replica], clock: ManualClock) -> None:
    here, there = replicas
    match_id = await add_match(here)
    await pass_time(here, clock, MINUTE // 2)
    before = await here.adjudicator.look(match_id)
    clock.advance(3_600_000)
    # Whoever calls first after the silence is not late because of it.
    versions = before.table.versions
    await asyncio.gather(
        here.plan(match_id, "black", "heads", versions["black"]), there.sweep.once(), here.sweep.once()
    )
    after = await there.adjudicator.look(match_id)
    assert before.match.clock is not None
    assert after.match.clock is not None
    assert after.match.clock.due_at_ms == before.match.clock.due_at_ms + 3_600_000
    assert after.table.tallies["black"].thinking_ms == MINUTE // 2
    assert there.handed == here.handed == []


async def test_a_silence_is_kept_as_long_as_a_clock_runs_that_is_older(
    replicas: tuple[Replica, Replica], clock: ManualClock
) -> None:
    here, there = replicas
    match_id = await add_match(here)
    before = await here.adjudicator.look(match_id)
    for _ in range(3):
        clock.advance(DAY_MS)
        await here.sweep.once()
    after = await there.adjudicator.look(match_id)
    assert before.match.clock is not None
    assert after.match.clock is not None
    assert after.match.clock.due_at_ms == before.match.clock.due_at_ms + 3 * DAY_MS
    # Another clock runs from now on.
    await here.plan(match_id, "black", "heads", after.table.versions["black"])
    await there.plan(match_id, "white", "heads", after.table.versions["white"])
    clock.advance(DAY_MS)
    await here.sweep.once()
    clock.advance(DAY_MS)
    await there.sweep.once()
    assert await there.database.read(lambda connection: connection.scalars(select(silences.c.to_ms)).all()) == [
        STARTED_MS + days * DAY_MS for days in (4, 5)
    ]
    due_ms = (await there.adjudicator.look(match_id)).match.clock
    assert due_ms is not None
    assert due_ms.due_at_ms == clock.now_ms() + MINUTE


async def test_a_late_beat_is_no_downtime(replicas: tuple[Replica, Replica]) -> None:
    database = replicas[0].database

    async def lost_ms(replica_id: str, ms: int) -> int:
        beaten = await database.write(lambda connection: beat(connection, replica_id, STARTED_MS + ms))
        return sum(silence.length_ms for silence in beaten.silences)

    assert await lost_ms("one", 0) == 0
    assert await lost_ms("one", DOWN_AFTER_MS) == 0
    assert await lost_ms("two", 2 * DOWN_AFTER_MS + 1) == DOWN_AFTER_MS + 1
    assert await lost_ms("one", 2 * DOWN_AFTER_MS + 1) == DOWN_AFTER_MS + 1
    assert await lost_ms("one", DOWN_AFTER_MS) == DOWN_AFTER_MS + 1  # a clock that was set back takes nothing away


async def test_old_answers_are_forgotten(replicas: tuple[Replica, Replica], clock: ManualClock) -> None:
    here, _ = replicas
    await add_match(here)

    def count(connection: Connection) -> int:
        return connection.execute(select(func.count()).select_from(answers)).scalar_one()

    clock.advance(KEPT_MS)
    await here.sweep.once()
    assert await here.database.read(count) == 1
    clock.advance(FORGET_EVERY_MS)
    await here.sweep.once()
    assert await here.database.read(count) == 0


async def test_old_answers_are_forgotten_where_the_clock_was_ahead_for_a_while(
    replicas: tuple[Replica, Replica], clock: ManualClock
) -> None:
    here, _ = replicas
    clock.advance(2 * KEPT_MS)
    await here.sweep.once()
    clock.advance(-2 * KEPT_MS)
    await here.sweep.once()
    await add_match(here)
    clock.advance(KEPT_MS + FORGET_EVERY_MS)
    await here.sweep.once()
    assert await here.database.read(lambda connection: connection.scalars(select(answers.c.request_id)).all()) == []


async def test_nothing_is_told_of_persons_turns(replicas: tuple[Replica, Replica]) -> None:
    here, _ = replicas
    match_id = await add_match(here)
    await here.plan(match_id, "black", "heads", 1)

    def count(connection: Connection) -> int:
        return connection.execute(select(func.count()).select_from(outbox)).scalar_one()

    assert await here.database.read(count) == 0
    assert BEN in {seat.controller_id for seat in (await here.adjudicator.look(match_id)).match.seats}


async def test_a_step_that_fails_slowly_is_slow(
    replicas: tuple[Replica, Replica], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("services.match.adjudicator._SLOW_S", 0.005)
    adjudicator = replicas[0].adjudicator

    def fail() -> None:
        begun_at_s = time.thread_time()
        while time.thread_time() < begun_at_s + 0.01:
            pass
        raise ValueError("after all that")

    for _ in range(2):
        with pytest.raises(ValueError, match="after all that"):
            await adjudicator.step("a match", fail)
        assert adjudicator.is_slow("a match")


async def test_few_matches_are_remembered_as_slow(
    replicas: tuple[Replica, Replica], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("services.match.adjudicator._SLOW_S", 0.0)
    monkeypatch.setattr("services.match.adjudicator._MOST_SLOW", 2)
    adjudicator = replicas[0].adjudicator
    for match_id in "ABAC":
        await adjudicator.step(match_id, lambda: None)
    assert [adjudicator.is_slow(match_id) for match_id in "ABC"] == [True, False, True]


@pytest.mark.parametrize(
    ("slow_s", "rule_sets", "on_loop"),
    [(60.0, "AAB", [False, True, False]), (60.0, "ABA", [False, False, True]), (0.0, "AAA", [False, False, False])],
)
async def test_a_match_is_made_on_the_event_loop_where_its_game_was_made_quickly(
    replicas: tuple[Replica, Replica],
    monkeypatch: pytest.MonkeyPatch,
    slow_s: float,
    rule_sets: str,
    on_loop: list[bool],
) -> None:
    monkeypatch.setattr("services.match.adjudicator._SLOW_S", slow_s)
    made_by = list[int]()

    for rule_set in rule_sets:
        match = replace(match_of(GAME), id=new_id())

        def make(now_ms: int, match: Match = match) -> turns.Change:
            made_by.append(threading.get_ident())
            return turns.begin(Snapshot(match, laid(GAME, match.seed), {}), now_ms)

        request = Request(ANNA, match.id, "")
        await replicas[0].adjudicator.add(rule_set, make, request, partial(_told, "black"), lambda _: None)
    assert [thread == threading.get_ident() for thread in made_by] == on_loop


async def test_few_games_are_remembered_as_quick(
    replicas: tuple[Replica, Replica], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("services.match.adjudicator._QUICK_GAMES", 1)
    made_by = list[int]()

    def make(now_ms: int) -> turns.Change:
        made_by.append(threading.get_ident())
        match = replace(match_of(GAME), id=new_id())
        return turns.begin(Snapshot(match, laid(GAME, match.seed), {}), now_ms)

    for rule_set in "ABAA":
        await replicas[0].adjudicator.prepare(rule_set, make, ANNA)
    assert [thread == threading.get_ident() for thread in made_by] == [False, False, False, True]
