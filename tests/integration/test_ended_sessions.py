"""A session that has ended: its streams end at once, and its access tokens are refused everywhere from then on."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import pytest
from fixtures.databases import Databases, both_databases
from fixtures.patience import PATIENCE_S
from fixtures.people import Players
from fixtures.services import InProcess, Keys, person
from sqlalchemy import insert
from test_kit_streams import NAME, Talk, add_to_server

from redscience.api.match.v1.match_pb2 import Accepting, CreateRequest, ServeRequest
from redscience.api.match.v1.match_pb2 import GetRequest as GetMatchRequest
from redscience.api.match.v1.match_pb2_grpc import MatchServiceStub
from redscience.api.players.v1 import players_pb2 as pb
from redscience.api.players.v1.players_pb2_grpc import PlayersServiceStub
from redscience.api.rating.v1 import rating_pb2
from redscience.api.rules.v1.rules_pb2 import GetRequest as GetGameRequest
from redscience.api.rules.v1.rules_pb2_grpc import RulesServiceStub
from redscience.errors import InvalidSlots, NotLoggedIn, Unavailable, UnknownMatch
from services.kit.channels import aio_channel
from services.kit.clock import ManualClock
from services.kit.database import open_database
from services.kit.ended import KEPT_MS, Ended, EndedSessions
from services.kit.identity import player
from services.kit.ids import new_id
from services.kit.process import Process
from services.match.__main__ import compose as compose_match
from services.match.acquaintances import PlayersAcquaintances
from services.players.__main__ import MIGRATIONS, compose
from services.players.ended import Reader
from services.players.schema import ended_session
from services.rules.__main__ import compose as compose_rules

MINUTE_MS = 60_000
HOUR_MS = 60 * MINUTE_MS


@dataclass
class Visitor:
    """Somebody who has a session, goes by the access token that they had first, and follows a stream."""

    secret: str
    player: pb.Player
    players: Any
    match: Any
    stream: Any

    async def is_in(self) -> None:
        """Sees that the token is good, and that the stream goes on."""
        await self.players.Get(pb.GetRequest(ids=[self.player.id]))
        with pytest.raises(UnknownMatch):
            await self.match.Get(GetMatchRequest(match_id=new_id()))
        await self.stream.write(rating_pb2.GetPlayerRequest(player_id="x"))
        await asyncio.wait_for(anext(aiter(self.stream)), PATIENCE_S)

    async def is_out(self) -> None:
        """Sees that the stream ends, and that the token is refused by every service."""
        with pytest.raises(NotLoggedIn, match="session has ended"):
            await asyncio.wait_for(anext(aiter(self.stream)), PATIENCE_S)
        asked = (
            (self.players.Get, pb.GetRequest(ids=[self.player.id])),
            (self.match.Get, GetMatchRequest(match_id=new_id())),
        )
        for method, request in asked:
            async with asyncio.timeout(PATIENCE_S):
                while not await _is_refused(method, request):  # noqa: ASYNC110  # only asking shows it
                    await asyncio.sleep(0.01)


async def _is_refused(method: Callable[[Any], Any], request: Any) -> bool:
    try:
        await method(request)
    except NotLoggedIn as error:
        return "session has ended" in error.message
    except (UnknownMatch, Unavailable):  # one that was started anew may not be reached at once
        pass
    return False


async def _to_its_end(stream: Any) -> None:
    async for _ in stream:
        pass


class Place:
    """Players, and two services that hear of it which sessions have ended."""

    def __init__(self, services: InProcess, keys: Keys) -> None:
        self._services = services
        self._players = Players(services, keys, ManualClock())
        self._channels: list[Any] = []

    async def enter(self, email: str) -> Visitor:
        return await self.follow((await self._players.log_in(email)).secret)

    async def follow(self, secret: str) -> Visitor:
        given = await self._players.stub().Exchange(pb.ExchangeRequest(secret=secret))

        async def token() -> str:
            return str(given.token)

        addresses = self._services.addresses
        players, match, rating = (aio_channel(addresses[name], token) for name in ("players", "match", "rating"))
        self._channels += [players, match, rating]
        talk = rating.stream_stream(
            f"/{NAME}/Serve",
            request_serializer=rating_pb2.GetPlayerRequest.SerializeToString,
            response_deserializer=rating_pb2.Standing.FromString,
        )
        visitor = Visitor(secret, given.player, PlayersServiceStub(players), MatchServiceStub(match), talk())
        await visitor.is_in()
        return visitor

    async def close(self) -> None:
        for channel in self._channels:
            await channel.close()


@pytest.fixture
async def place(services: InProcess, keys: Keys) -> AsyncIterator[Place]:
    async def compose_talk(process: Process) -> None:
        process.serve(add_to_server("Serve"), Talk(), {"Serve": player})

    await services.start("players", compose)
    await services.start("match", compose_match)
    await services.start("rating", compose_talk)
    place = Place(services, keys)
    yield place
    await place.close()


async def log_out(one: Visitor, _: Visitor) -> None:
    await one.players.LogOut(pb.LogOutRequest(secret=one.secret))


async def end_first(_: Visitor, other: Visitor) -> None:
    sessions = (await other.players.ListSessions(pb.ListSessionsRequest())).sessions
    await other.players.EndSession(pb.EndSessionRequest(session_id=min(each.id for each in sessions)))


async def end_all_others(_: Visitor, other: Visitor) -> None:
    await other.players.EndSessions(pb.EndSessionsRequest(kept_secret=other.secret))


@both_databases
async def test_by_whichever_way_a_session_ends(place: Place) -> None:
    anna = await place.enter("anna@example.org")
    for email, end in (("ben@x.org", log_out), ("cleo@x.org", end_first), ("dora@x.org", end_all_others)):
        one, other = await place.enter(email), await place.enter(email)
        await end(one, other)
        await one.is_out()
        await other.is_in()
    await anna.is_in()


async def test_who_is_suspended_is_out_with_their_bots_and_back_with_new_tokens(place: Place) -> None:
    admin, ben = await place.enter("admin@example.org"), await place.enter("ben@example.org")
    await admin.players.SetRole(pb.SetRoleRequest(player_id=ben.player.id, role=pb.ROLE_TRAINER))
    await ben.is_out()
    ben = await place.follow(ben.secret)
    bot = await place.follow((await ben.players.MakeBot(pb.MakeBotRequest(name="Cogs"))).token)
    await admin.players.Suspend(pb.SuspendRequest(player_id=ben.player.id, reason="Rude"))
    await ben.is_out()
    await bot.is_out()
    await admin.is_in()
    await admin.players.Unsuspend(pb.UnsuspendRequest(player_id=ben.player.id))
    await place.follow(bot.secret)
    with pytest.raises(NotLoggedIn):
        await place.follow(ben.secret)


async def test_a_token_of_a_bot_that_is_taken_back_ends_what_it_follows(place: Place) -> None:
    admin = await place.enter("admin@example.org")
    made = await admin.players.MakeBot(pb.MakeBotRequest(name="Cogs"))
    bot = await place.follow(made.token)
    rotated = await admin.players.RotateBotToken(pb.RotateBotTokenRequest(player_id=made.player.id))
    await bot.is_out()
    bot = await place.follow(rotated.token)
    await admin.players.RevokeBotToken(pb.RevokeBotTokenRequest(player_id=made.player.id))
    await bot.is_out()


async def test_who_is_suspended_is_invited_no_more_though_players_was_not_asked(
    place: Place, services: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = 0
    check = PlayersAcquaintances.check

    async def counted(players: PlayersAcquaintances, *which: Any) -> Any:
        nonlocal asked
        asked += 1
        return await check(players, *which)

    monkeypatch.setattr(PlayersAcquaintances, "check", counted)
    # It is soon known that there is no other replica.
    monkeypatch.setattr("services.match.downtime.BEAT_MS", 20)
    monkeypatch.setattr("services.match.downtime.DOWN_AFTER_MS", 600)
    await services.start("rules", compose_rules)
    admin = await place.enter("admin@example.org")
    rules = RulesServiceStub(services.channel("rules", person(admin.player.id)))
    game_id = (await rules.Get(GetGameRequest(name="Tic-Tac-Toe"))).game.id
    bot = await place.follow((await admin.players.MakeBot(pb.MakeBotRequest(name="Cogs"))).token)
    serving = bot.match.Serve()
    await serving.write(ServeRequest(accepting=Accepting()))

    async def create() -> None:
        players = [admin.player.id, bot.player.id]
        await admin.match.Create(CreateRequest(game_id=game_id, player_ids=players, request_id=new_id()))

    async with asyncio.timeout(PATIENCE_S):
        before = -1
        while before != asked:
            before = asked
            with suppress(InvalidSlots):
                await create()
            await asyncio.sleep(0.05)
    await admin.players.Suspend(pb.SuspendRequest(player_id=bot.player.id, reason="Rude"))
    with pytest.raises(NotLoggedIn, match="session has ended"):
        await asyncio.wait_for(_to_its_end(serving), PATIENCE_S)
    with pytest.raises(InvalidSlots, match="cannot play now"):
        await create()


async def test_a_service_that_starts_later_is_told_of_those_that_have_ended(place: Place, services: InProcess) -> None:
    anna = await place.enter("anna@example.org")
    await services.stop("match")
    await anna.players.LogOut(pb.LogOutRequest(secret=anna.secret))
    await services.start("match", compose_match)
    await anna.is_out()


async def test_what_players_knew_it_knows_after_a_restart(place: Place, services: InProcess) -> None:
    anna = await place.enter("anna@example.org")
    await anna.players.LogOut(pb.LogOutRequest(secret=anna.secret))
    await services.stop("players")
    await services.start("players", compose)
    await anna.is_out()


@both_databases
async def test_what_ends_in_a_write_that_had_to_wait_is_heard_of_at_other_replicas(databases: Databases) -> None:
    clock = ManualClock()
    database = await open_database(databases.of_service("players"), MIGRATIONS)
    ended, late = EndedSessions(clock), {"session_id": new_id(), "ended_at_ms": clock.now_ms()}
    reader = Reader(database, clock, ended)
    for _ in range(10):
        await reader.read()
        clock.advance(10_000)
    await database.write(lambda connection: connection.execute(insert(ended_session).values(**late)))
    await reader.read()
    assert late["session_id"] in ended
    await database.close()


@pytest.mark.parametrize("ahead_ms", [50 * MINUTE_MS, 3 * HOUR_MS])
async def test_a_token_that_was_given_while_the_clock_was_ahead_is_refused_until_it_expires(
    services: InProcess, keys: Keys, ahead_ms: int
) -> None:
    services.clock = clock = ManualClock()
    await services.start("players", compose)
    people = Players(services, keys, clock)
    secret = (await people.log_in("eve@example.org")).secret
    clock.advance(ahead_ms)
    given = await people.stub().Exchange(pb.ExchangeRequest(secret=secret))
    clock.advance(-ahead_ms)
    await people.stub().LogOut(pb.LogOutRequest(secret=secret))

    async def token() -> str:
        return str(given.token)

    channel = aio_channel(services.addresses["players"], token)
    eve: Any = PlayersServiceStub(channel)
    while (left_ms := given.expires_at_ms - clock.now_ms()) > 1:
        # What ended long ago is forgotten when another session ends.
        other = (await people.stub().OpenAnonymous(pb.OpenAnonymousRequest())).secret
        await people.stub().LogOut(pb.LogOutRequest(secret=other))
        with pytest.raises(NotLoggedIn, match="session has ended"):
            await eve.ListSessions(pb.ListSessionsRequest())
        clock.advance(min(7 * MINUTE_MS, left_ms - 1))
    await services.stop("players")
    await services.start("players", compose)
    async with asyncio.timeout(PATIENCE_S):
        while not await _is_refused(eve.ListSessions, pb.ListSessionsRequest()):  # noqa: ASYNC110  # only asking shows it
            await asyncio.sleep(0.01)
    await channel.close()


def test_a_session_is_remembered_as_long_as_a_token_of_it_may_last() -> None:
    clock = ManualClock(1_700_000_000_000)
    ended, told = EndedSessions(clock), []
    ended.when_ended(told.append)
    ended.add([Ended("a", clock.now_ms()), Ended("old", clock.now_ms() - KEPT_MS)])
    ended.add([Ended("a", clock.now_ms())])
    assert told == [frozenset("a")]
    assert "a" in ended
    assert "old" not in ended
    clock.advance(KEPT_MS)
    ended.add([Ended("b", clock.now_ms())])
    assert "a" not in ended
