"""Bots are invited while they are connected, and accept what they have declared, or each invitation by itself."""

from __future__ import annotations

import asyncio
import threading
from contextlib import suppress
from dataclasses import replace
from functools import partial

import pytest
from fixtures.databases import Databases, both_databases
from fixtures.hosting import BOT, BOT_CALLER, CLEO, STRANGER, Hosting, accept, cancel, friends, hosted
from fixtures.match_table import ELSEWHERE
from fixtures.matches import ANNA, BEN
from fixtures.patience import PATIENCE_S, until
from fixtures.services import InProcess, service_caller
from sqlalchemy import Connection
from test_match_serving import Program

from redscience.api.match.v1 import match_pb2
from redscience.api.match.v1.match_pb2_grpc import MatchServiceStub
from redscience.errors import InvalidField, InvalidSlots
from services.kit.clock import ManualClock
from services.kit.database import open_database
from services.match import programs
from services.match.__main__ import MIGRATIONS
from services.match.__main__ import compose as compose_match
from services.match.downtime import Downtime
from services.match.programs import HELD_MS, Accepting, Programs

INVITED, RUNNING, CALLED_OFF = match_pb2.STATUS_INVITED, match_pb2.STATUS_RUNNING, match_pb2.STATUS_CALLED_OFF
HOUR_MS = 3_600_000


@pytest.fixture
async def hosting(services: InProcess) -> Hosting:
    return await hosted(services, friends())


async def invited(hosting: Hosting, *player_ids: str, request_id: str = "bot") -> match_pb2.Match:
    """The invitation, once it is known that the bot is connected and what it accepts."""
    async with asyncio.timeout(PATIENCE_S):
        while True:
            try:
                return await hosting.invite(*player_ids, request_id=request_id)
            except InvalidSlots as refused:
                if "is not connected now" not in refused.message:
                    raise
                await asyncio.sleep(0.02)


async def declared(hosting: Hosting, stub: MatchServiceStub | None = None, **accepting: object) -> Program:
    """A stream of the bot, once what it accepts has been noted."""
    program = Program(stub or hosting.stub(BOT_CALLER))
    program.say(match_pb2.ServeRequest(accepting=match_pb2.Accepting(**accepting)))  # type: ignore[arg-type]
    # Messages are read in their order: when the refusal of the second comes, the first has been noted.
    program.say(match_pb2.ServeRequest(decline=["nothing"]))
    while not (refusals := (await program.hear()).refusals):
        pass
    assert [one.code for one in refusals] == ["match/unknown"]
    return program


async def when(hosting: Hosting, match_id: str, *, accepted: int) -> match_pb2.Match:
    """The match once so many have accepted, as Anna is told of it."""
    async with asyncio.timeout(PATIENCE_S):
        async for told in hosting.anna.Watch(match_pb2.WatchRequest(match_id=match_id)):
            if sum(seat.accepted for seat in told.match.seats) == accepted:
                return told.match
    raise AssertionError("the stream has ended")


async def nobody(*_: object) -> None:
    """Stands in for a replica that has died, and renews nothing."""


async def refused(hosting: Hosting, *player_ids: str, request_id: str = "refused") -> list[str]:
    with pytest.raises(InvalidSlots) as caught:
        await hosting.invite(*player_ids, request_id=request_id)
    return [str(fault) for fault in caught.value.faults]


@both_databases
async def test_a_bot_that_declared_what_it_accepts_plays_at_once(hosting: Hosting) -> None:
    program = await declared(hosting)
    made = await hosting.invite(BOT)
    assert (made.status, made.rated, made.seats[1].kind) == (RUNNING, True, "bot")
    left = await hosting.anna.Leave(match_pb2.LeaveRequest(match_id=made.id, request_id="go"))
    assert left.match.status == match_pb2.STATUS_ENDED
    while not (over := (await program.hear()).over):
        pass
    assert [one.match_id for one in over] == [made.id]


async def test_a_bot_that_is_not_connected_is_not_invited(hosting: Hosting) -> None:
    gone = ["player_ids[1]: is not connected now. Try again when it is, or name somebody else."]
    assert await refused(hosting, BOT) == gone
    program = await declared(hosting)
    assert (await hosting.invite(BOT)).status == RUNNING
    await program.close()
    assert await refused(hosting, BOT) == gone


async def test_a_bot_whose_replica_died_is_away_before_long(hosting: Hosting, monkeypatch: pytest.MonkeyPatch) -> None:
    program = await declared(hosting)
    monkeypatch.setattr(Programs, "renew", nobody)
    hosting.table.clock.advance(HELD_MS - 1)
    assert (await hosting.invite(BOT)).status == RUNNING
    hosting.table.clock.advance(1)
    assert "is not connected now" in (await refused(hosting, BOT))[0]
    await program.close()


async def test_a_bot_that_came_while_the_clock_was_ahead_is_away_as_soon(
    hosting: Hosting, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await hosting.table.create()
    hosting.table.clock.advance(HOUR_MS)
    await hosting.seen(match.id)
    program = await declared(hosting)
    monkeypatch.setattr(Programs, "renew", nobody)
    hosting.table.clock.advance(-HOUR_MS)
    await hosting.seen(match.id)
    hosting.table.clock.advance(HELD_MS - 1)
    assert (await hosting.invite(BOT)).status == RUNNING
    hosting.table.clock.advance(1)
    assert "is not connected now" in (await refused(hosting, BOT))[0]
    await program.close()


async def test_a_bot_is_away_before_long_though_the_end_of_its_stream_could_not_be_noted(
    hosting: Hosting, monkeypatch: pytest.MonkeyPatch
) -> None:
    was_interrupted = asyncio.Event()

    async def interrupted(_: object) -> None:
        was_interrupted.set()
        raise asyncio.CancelledError

    monkeypatch.setattr("services.match.programs.RENEW_S", 0.02)
    await hosting.table.services.stop("match")
    await hosting.table.services.start("match", partial(compose_match, acquaintances=hosting.circle))
    program = await declared(hosting)
    monkeypatch.setattr("services.match.serving.finish", interrupted)
    # Nobody tells the bot that it is over.
    closing = asyncio.create_task(program.close())
    async with asyncio.timeout(PATIENCE_S):
        await was_interrupted.wait()
    hosting.table.clock.advance(HELD_MS - 1)
    await asyncio.sleep(0.2)
    hosting.table.clock.advance(1)
    assert "is not connected now" in (await refused(hosting, BOT))[0]
    closing.cancel()


async def test_what_is_connected_here_is_renewed(hosting: Hosting, monkeypatch: pytest.MonkeyPatch) -> None:
    renewals = 0
    renew = Programs.renew

    async def counted(programs: Programs) -> None:
        nonlocal renewals
        await renew(programs)
        renewals += 1

    monkeypatch.setattr(Programs, "renew", counted)
    monkeypatch.setattr("services.match.programs.RENEW_S", 0.02)
    await hosting.table.services.stop("match")
    await hosting.table.services.start("match", partial(compose_match, acquaintances=hosting.circle))
    await declared(hosting)
    for _ in range(3):
        hosting.table.clock.advance(HELD_MS - 1000)
        # One may have begun before, and is not of this time.
        enough = renewals + 2
        await until(lambda enough=enough: renewals >= enough)
    assert (await hosting.invite(BOT)).status == RUNNING


async def test_what_is_connected_to_a_process_that_stood_still_is_so_still(databases: Databases) -> None:
    """Another replica took it for dead meanwhile."""
    clock = ManualClock()
    both = [await open_database(databases.of_service("match"), MIGRATIONS) for _ in range(2)]
    one, other = (Programs(database, clock, Downtime(database)) for database in both)
    stream_id = await one.connect(service_caller("house"))
    accepting = Accepting(most_matches=3)
    await one.declare(stream_id, accepting)
    clock.advance(HELD_MS + 1)
    await other.connect(service_caller("chaos"))
    await other.renew()
    await one.renew()
    controller_id = service_caller("house").controller_id
    assert await other.connected([controller_id]) == {controller_id: accepting}
    for database in both:
        await database.close()


@pytest.mark.parametrize(
    ("accepting", "problem"),
    [
        ({"game_ids": ["01J00000000000000000NWHERE"]}, "does not play this game"),
        ({"least_seconds_per_turn": 10_000}, "needs 10000 seconds for a turn"),
        ({"whom": match_pb2.WHOM_OWNER}, "does not play with you"),
    ],
)
async def test_what_a_bot_does_not_accept_is_refused_with_the_reason(
    hosting: Hosting, accepting: dict[str, object], problem: str
) -> None:
    await declared(hosting, **accepting)
    (fault,) = await refused(hosting, BOT)
    assert fault.startswith(f"player_ids[1]: {problem}. ")


async def test_a_bot_plays_with_its_owner_and_with_their_friends(hosting: Hosting) -> None:
    program = await declared(hosting, whom=match_pb2.WHOM_FRIENDS)
    assert (await hosting.invite(BOT)).status == RUNNING
    assert (await hosting.invite(BOT, stub=hosting.ben, first=BEN)).status == RUNNING
    with pytest.raises(InvalidSlots, match="does not play with you"):
        await hosting.invite(BOT, stub=hosting.stranger, first=STRANGER)
    await program.close()
    await declared(hosting, whom=match_pb2.WHOM_OWNER)
    assert (await hosting.invite(BOT, stub=hosting.ben, first=BEN, request_id="own")).status == RUNNING


async def test_a_bot_plays_as_many_matches_as_it_takes(hosting: Hosting) -> None:
    await declared(hosting, most_matches=2)
    first = await hosting.invite(BOT, request_id="1")
    # The second has not started: others have to accept.
    await hosting.invite(BOT, CLEO, request_id="2")
    assert await refused(hosting, BOT) == [
        "player_ids[1]: plays as many matches as it takes. Try again when it has finished one."
    ]
    await hosting.anna.Leave(match_pb2.LeaveRequest(match_id=first.id, request_id="go"))
    assert (await hosting.invite(BOT, request_id="3")).status == RUNNING


async def test_a_bot_that_takes_any_number_plays_as_many_as_anybody_may(hosting: Hosting) -> None:
    services = hosting.table.services
    await services.stop("match")
    compose = partial(compose_match, acquaintances=hosting.circle)
    await services.start("match", compose, config=replace(services.config("match"), most_seats=1))
    await declared(hosting)
    assert (await hosting.invite(BOT, request_id="1")).status == RUNNING
    with pytest.raises(InvalidSlots, match="plays as many matches as it takes"):
        await hosting.invite(BOT, stub=hosting.ben, first=BEN, request_id="2")


@both_databases
async def test_of_two_matches_made_at_one_moment_a_bot_plays_the_one_it_takes(
    hosting: Hosting, monkeypatch: pytest.MonkeyPatch
) -> None:
    await declared(hosting, most_matches=1)
    count, both = programs._count_matches, threading.Barrier(2)

    def count_when_both_do(connection: Connection, controller_id: str) -> int:
        counted = count(connection, controller_id)
        with suppress(threading.BrokenBarrierError):  # the other is kept waiting until this one is stored
            both.wait(timeout=1)
        return counted

    monkeypatch.setattr(programs, "_count_matches", count_when_both_do)
    made = await asyncio.gather(
        *(hosting.invite(BOT, request_id=request_id) for request_id in ("one", "other")), return_exceptions=True
    )
    assert sorted(type(each).__name__ for each in made) == ["InvalidSlots", "Match"]


async def test_a_bot_that_has_no_room_left_still_plays_the_rematch_that_it_has_accepted(hosting: Hosting) -> None:
    await declared(hosting, most_matches=1)
    made = await hosting.invite(BOT, BEN)
    await accept(hosting.ben, made.id)
    await hosting.anna.Abort(match_pb2.AbortRequest(match_id=made.id, request_id="abort"))
    request = match_pb2.RematchRequest(match_id=made.id, request_id="again")
    asked = (await hosting.anna.Rematch(request)).match
    assert [(seat.player_id, seat.accepted) for seat in asked.seats] == [(ANNA, True), (BOT, True), (BEN, False)]
    started = (await hosting.ben.Rematch(request)).match
    assert (started.id, started.status) == (asked.id, RUNNING)


async def test_a_bot_that_declared_nothing_is_asked_for_each_invitation(hosting: Hosting) -> None:
    program = Program(hosting.stub(BOT_CALLER))
    made = await invited(hosting, BOT, CLEO)
    (told,) = (await program.hear()).invitations
    assert (told.id, told.game_name, told.status) == (made.id, "3P-LeastLoses-3x4", INVITED)
    assert [seat.player_id for seat in told.seats] == [ANNA, BOT, CLEO]
    assert told.seconds_per_turn > 0
    program.say(match_pb2.ServeRequest(accept=[made.id, made.id]))
    assert (await when(hosting, made.id, accepted=2)).seats[1].accepted
    assert (await accept(hosting.cleo, made.id)).match.status == RUNNING


async def test_a_bot_declines_and_is_told_what_was_called_off(hosting: Hosting) -> None:
    program = Program(hosting.stub(BOT_CALLER))
    first = await invited(hosting, BOT, request_id="1")
    second = await invited(hosting, BOT, request_id="2")
    told: dict[str, match_pb2.Match] = {}
    while len(told) < 2:
        told.update((one.id, one) for one in (await program.hear()).invitations)
    program.say(match_pb2.ServeRequest(decline=[first.id]))
    (declined,) = (await program.hear()).invitations
    assert (declined.id, declined.status, declined.reason) == (first.id, CALLED_OFF, match_pb2.REASON_DECLINED)
    await cancel(hosting.anna, second.id)
    (cancelled,) = (await program.hear()).invitations
    assert (cancelled.id, cancelled.reason) == (second.id, match_pb2.REASON_CANCELLED)
    program.say(match_pb2.ServeRequest(accept=[second.id]))
    (refusal,) = (await program.hear()).refusals
    assert (refusal.match_id, refusal.code, refusal.seat) == (second.id, "match/called_off", "")


async def test_what_waits_is_told_anew_after_a_reconnect(hosting: Hosting) -> None:
    program = Program(hosting.stub(BOT_CALLER))
    made = await invited(hosting, BOT)
    await program.hear()
    await program.close()
    again = Program(hosting.stub(BOT_CALLER))
    assert [one.id for one in (await again.hear()).invitations] == [made.id]


async def test_a_bot_is_invited_over_another_replica(hosting: Hosting) -> None:
    services = hosting.table.services
    config = replace(services.config("match"), address=services.addresses["chaos"])
    await services.start("chaos", partial(compose_match, acquaintances=hosting.circle), config=config)
    there = MatchServiceStub(services.channel("chaos", BOT_CALLER))
    program = Program(there)
    made = await invited(hosting, BOT)
    assert [one.id for one in (await program.hear()).invitations] == [made.id]
    program.say(match_pb2.ServeRequest(accept=[made.id]))
    assert (await when(hosting, made.id, accepted=2)).status == RUNNING


async def alone(hosting: Hosting) -> None:
    """Lets the match service find that it has no other replica; nothing has been asked of players after that."""
    made = await hosting.table.create()
    await hosting.table.pass_time(made.id, hosting.table.clock.now_ms() + 5_000)
    hosting.circle.asked.clear()


async def test_players_is_not_asked_of_a_bot_that_is_here(hosting: Hosting) -> None:
    program = await declared(hosting)
    await alone(hosting)
    made = await hosting.invite(BOT)
    assert (made.status, made.rated, made.seats[1].kind, made.seats[1].player_name) == (RUNNING, True, "bot", "Deep")
    await hosting.anna.Leave(match_pb2.LeaveRequest(match_id=made.id, request_id="go"))
    again = await hosting.anna.Rematch(match_pb2.RematchRequest(match_id=made.id, request_id="again"))
    assert again.match.status == RUNNING
    assert hosting.circle.asked == []
    await program.close()
    Program(hosting.stub(BOT_CALLER))
    assert (await invited(hosting, BOT, request_id="asked")).status == INVITED
    hosting.circle.asked.clear()
    assert (await hosting.invite(BOT, request_id="not-asked")).status == INVITED
    assert hosting.circle.asked == []


@pytest.mark.parametrize("whom", [match_pb2.WHOM_FRIENDS, match_pb2.WHOM_OWNER])
async def test_players_is_asked_where_a_bot_plays_with_some_alone(hosting: Hosting, whom: match_pb2.Whom) -> None:
    program = await declared(hosting)
    newest = await declared(hosting, whom=whom)
    await alone(hosting)
    with pytest.raises(InvalidSlots, match="does not play with you"):
        await hosting.invite(BOT, stub=hosting.stranger, first=STRANGER)
    assert (BOT,) in hosting.circle.asked
    # Of several streams the newest says what a bot accepts.
    await newest.close()
    hosting.circle.asked.clear()
    made = await hosting.invite(BOT, stub=hosting.stranger, first=STRANGER, request_id="again")
    assert made.status == RUNNING
    assert hosting.circle.asked == []
    await program.close()


async def test_players_is_asked_of_whoever_is_not_here_or_of_another_universe(hosting: Hosting) -> None:
    program = await declared(hosting)
    await alone(hosting)
    await hosting.invite(BOT, CLEO)
    await hosting.invite(BOT, stub=hosting.stub(ELSEWHERE), first=BEN, request_id="elsewhere")
    await program.close()
    assert "is not connected now" in (await refused(hosting, BOT))[0]
    assert hosting.circle.asked == [(BOT, CLEO), (BOT,), (BOT,)]


@pytest.mark.parametrize(
    ("request_", "path"),
    [
        ({"accepting": {"game_ids": ["x"]}}, r"accepting.game_ids\[0\]"),
        ({"accepting": {"game_ids": [ANNA] * 101}}, "accepting.game_ids"),
        ({"accepting": {"most_matches": -1}}, "accepting.most_matches"),
        ({"accepting": {"whom": 9}}, "accepting.whom"),
        ({"accept": [ANNA] * 257}, "accept"),
    ],
)
async def test_what_cannot_be_declared_is_refused_by_name(
    hosting: Hosting, request_: dict[str, object], path: str
) -> None:
    program = Program(hosting.stub(BOT_CALLER))
    program.say(match_pb2.ServeRequest(**request_))  # type: ignore[arg-type]
    with pytest.raises(InvalidField, match=path):
        await program.hear()


async def available(stub: MatchServiceStub, **wanted: str) -> list[str]:
    return [bot.name for bot in (await stub.ListBots(match_pb2.ListBotsRequest(**wanted))).bots]  # type: ignore[arg-type]


@both_databases
async def test_bots_are_listed_while_they_are_connected_and_to_whom_they_play_with(
    hosting: Hosting, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert await available(hosting.anna) == []
    other = "01J0000000000000000000GAME"
    program = await declared(hosting, game_ids=[hosting.table.game_id], whom=match_pb2.WHOM_FRIENDS)
    assert await available(hosting.anna) == await available(hosting.ben) == ["Deep"]
    assert await available(hosting.stranger) == []
    assert await available(hosting.anna, game_id=hosting.table.game_id, name_contains="dEE") == ["Deep"]
    assert await available(hosting.anna, game_id=other) == await available(hosting.anna, name_contains="blue") == []
    with pytest.raises(InvalidField):
        await available(hosting.anna, game_id="x")
    assert await available(hosting.anna, name_contains="x" * 100) == []
    with pytest.raises(InvalidField, match="name_contains"):
        await available(hosting.anna, name_contains="x" * 101)
    monkeypatch.setattr(Programs, "renew", nobody)
    hosting.table.clock.advance(HELD_MS)
    assert await available(hosting.anna) == []
    await program.close()
