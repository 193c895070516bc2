"""A person is erased: nothing that would make them known is left in any database, and what they played stays."""

from __future__ import annotations

import asyncio
import threading
import zlib
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any, cast

import pytest
from fixtures.databases import Databases, both_databases, postgres_only
from fixtures.matches import NoInvitations
from fixtures.patience import PATIENCE_S
from fixtures.people import Players
from fixtures.services import InProcess, Keys, service_caller
from sqlalchemy import Connection, MetaData, Table, insert, select, update

from redscience.api.batch.v1 import batch_pb2
from redscience.api.batch.v1.batch_pb2_grpc import BatchServiceStub
from redscience.api.chat.v1 import chat_pb2
from redscience.api.chat.v1.chat_pb2_grpc import ChatServiceStub
from redscience.api.match.v1 import match_pb2
from redscience.api.match.v1.match_pb2_grpc import MatchServiceStub
from redscience.api.players.v1 import players_pb2 as pb
from redscience.api.rules.v1 import rules_pb2
from redscience.api.rules.v1.rules_pb2_grpc import RulesServiceStub
from redscience.errors import CalledOff, InvalidField, NotAllowed, NotLoggedIn, PlayerNameTaken, UnknownPlayer
from redscience.names import GREEDY_ID, RANDOM_ID
from services.batch.__main__ import compose as compose_batch
from services.kit.clock import ManualClock
from services.kit.database import make_engine, open_database
from services.kit.ended import KEPT_MS, Ended, EndedSessions
from services.kit.erased import Erased, Erasures
from services.kit.identity import Caller
from services.kit.ids import new_id
from services.match.__main__ import MIGRATIONS as MATCH_MIGRATIONS
from services.match.__main__ import compose as compose_match
from services.match.adjudicator import Adjudicator
from services.match.answers import first_answer, keep_answer, packed
from services.match.erasing import Erasing
from services.match.invitations import Invitations
from services.match.schema import erased as match_erased
from services.match.schema import seats
from services.match.store import Request
from services.players import store
from services.players.__main__ import MIGRATIONS, compose
from services.players.erasing import Telling
from services.players.schema import erasure
from services.rules.__main__ import compose as compose_rules

NAME, EMAIL = "Zebulon Quux", "zebulon@example.org"
NEEDLES = ("zebulon", "quux")
"""In all that is to go: names, address, and words."""
COMPOSE = {
    "players": compose,
    "rules": compose_rules,
    "match": compose_match,
    "batch": partial(compose_batch, hand=lambda _: None),
}


def found(services: InProcess) -> set[str]:
    """Where something of them is left, as `service.table.column`."""
    return {f"{service}.{place}" for service in COMPOSE for place in _found(services.config(service).database_url)}


@cache
def _tables(url: str) -> Sequence[Table]:
    engine, tables = make_engine(url), MetaData()
    with engine.begin() as connection:
        tables.reflect(connection)
    engine.dispose()
    return tables.sorted_tables


def _found(url: str) -> set[str]:
    tables, engine = _tables(url), make_engine(url)
    with engine.begin() as connection:
        places = {
            f"{table.name}.{column}"
            for table in tables
            for row in connection.execute(select(table)).mappings()
            for column, value in row.items()
            if _tells(value)
        }
    engine.dispose()
    return places


def _tells(value: object) -> bool:
    if isinstance(value, bytes) and value[:1] == b"\x78":
        value = zlib.decompress(value)
    text = value.decode("latin-1") if isinstance(value, bytes) else str(value)
    return any(needle in text.lower() for needle in NEEDLES)


@dataclass
class Place:
    """Players, rules, match and batch with what somebody leaves there."""

    services: InProcess
    people: Players
    admin: Caller
    friend: Caller
    who: Caller
    secret: str
    match_id: str = ""

    async def erase(self, by: Caller, name: str = NAME) -> str:
        asked = pb.EraseRequest(player_id=self.who.id, name=name)
        if by == self.who:
            asked = await self.people.own_erasure(by, name, EMAIL)
        erased: pb.EraseResponse = await self.people.stub(by).Erase(asked)
        return erased.name

    def match(self, who: Caller) -> MatchServiceStub:
        return MatchServiceStub(self.services.channel("match", who))

    async def leave_traces(self) -> None:
        """A match, what is said in it and of it, an invitation, a draft, a tournament, a persona and a bot."""
        stub = self.people.stub(self.who)
        await stub.MakePersona(pb.MakePersonaRequest(name=f"{NAME} too"))
        await stub.MakeBot(pb.MakeBotRequest(name="Quux-3000"))
        await stub.RequestCode(pb.RequestCodeRequest(email=EMAIL))
        rules = RulesServiceStub(self.services.channel("rules", self.who))
        draft = {"family": "variations", "name": NAME, "rule_set": "{}", "editing": "{}"}
        await rules.SaveDraft(rules_pb2.SaveDraftRequest(request_id=new_id(), **draft))
        game = (await rules.Get(rules_pb2.GetRequest(name="Tic-Tac-Toe"))).game.id
        await self._play(game)
        asked = {"request_id": new_id(), "game_ids": [game], "games_each": 20}
        players = [batch_pb2.Player(player_id=each) for each in (RANDOM_ID, GREEDY_ID)]
        batch = BatchServiceStub(self.services.channel("batch", self.who))
        await batch.Create(batch_pb2.CreateRequest(players=players, **asked))

    async def _play(self, game: str) -> None:
        ids = [self.who.id, self.friend.id]
        for _ in range(2):
            asked = match_pb2.CreateRequest(game_id=game, player_ids=ids, request_id=new_id())
            self.match_id = (await self.match(self.who).Create(asked)).match.id
        await self.match(self.friend).Accept(match_pb2.AcceptRequest(match_id=self.match_id))
        asked = match_pb2.CreateRequest(game_id=game, player_ids=ids[::-1], request_id=new_id())
        await self.match(self.friend).Create(asked)
        for number, who in enumerate((self.who, self.friend), 1):
            chat = ChatServiceStub(self.services.channel("match", who))
            room = {"match_id": self.match_id, "room": chat_pb2.ROOM_SEATS}
            text = "I am Quux" if who is self.who else "hello"
            await chat.Say(chat_pb2.SayRequest(text=text, request_id=new_id(), **room))
            if number == 2:
                await chat.Report(chat_pb2.ReportRequest(number=1, reason="Zebulon is rude", **room))
        chat = ChatServiceStub(self.services.channel("match", self.who))
        await chat.Report(chat_pb2.ReportRequest(number=2, reason="said Zebulon", **room))
        await chat.Mute(chat_pb2.MuteRequest(player_id=self.friend.id))


@pytest.fixture
async def place(services: InProcess, keys: Keys) -> Place:
    clock = ManualClock()
    services.clock = clock
    for service, make in COMPOSE.items():
        await services.start(service, make)
    people = Players(services, keys, clock)
    admin, friend = [await people.caller(f"{name}@example.org") for name in ("admin", "friend")]
    who = await people.caller(EMAIL)
    await people.stub(admin).SetRole(pb.SetRoleRequest(player_id=who.id, role=pb.ROLE_TRAINER))
    await people.stub(who).Rename(pb.RenameRequest(name=NAME))
    await people.stub(who).SetAvatar(pb.SetAvatarRequest(avatar=3))
    await people.stub(who).AskFriend(pb.AskFriendRequest(player_id=friend.id))
    await people.stub(friend).AcceptFriend(pb.AcceptFriendRequest(player_id=who.id))
    for done in ("Suspend", "Unsuspend"):
        more = {"reason": "asked by Zebulon"} if done == "Suspend" else {}
        await getattr(people.stub(admin), done)(getattr(pb, f"{done}Request")(player_id=who.id, **more))
    secret = (await people.log_in(EMAIL)).secret
    return Place(services, people, admin, friend, await people.exchanged(secret), secret)


async def until(is_so: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while not is_so():  # noqa: ASYNC110  # only looking shows it
            await asyncio.sleep(0.1)


@both_databases
async def test_nothing_is_left_of_them_also_where_services_are_down(place: Place) -> None:
    services = place.services
    await place.leave_traces()
    assert {each.rsplit(".", 1)[0] for each in found(services)} == {
        *(f"match.{table}" for table in ("seats", "invited", "chat_messages", "chat_reports", "answers")),
        *(f"players.{table}" for table in ("player", "mail", "code", "audit")),
        "rules.drafts",
        "batch.tournaments",
    }
    for service in ("batch", "rules"):
        await services.stop(service)
    name = await place.erase(place.admin)
    assert name.startswith("Gone-")
    assert await place.erase(place.admin, "whatever") == name
    await services.stop("players")
    await services.start("players", compose)
    for service in ("batch", "rules"):
        await services.start(service, COMPOSE[service])
    await until(lambda: not found(services))
    seen = (await place.match(place.friend).Get(match_pb2.GetRequest(match_id=place.match_id))).match
    assert {seat.player_id: seat.player_name for seat in seen.seats}[place.who.id] == name
    assert {each.player_id for each in seen.seats} == {place.who.id, place.friend.id}
    await _nobody_is_there(place, name)
    await _names_that_come_back_go_again(place)
    await _files_tell_nothing(place)


async def test_nobody_plays_against_them_any_more(place: Place) -> None:
    await place.leave_traces()
    invited = match_pb2.ListRequest(status=match_pb2.STATUS_INVITED, own=True)
    sent, received = (await place.match(place.friend).List(invited)).matches[::-1]
    assert [sent.seats[0].player_id, received.seats[0].player_id] == [place.who.id, place.friend.id]
    running = match_pb2.GetRequest(match_id=place.match_id)
    await place.erase(place.who)
    await until(lambda: not found(place.services))
    async with asyncio.timeout(PATIENCE_S):
        while (await place.match(place.friend).List(invited)).matches:  # noqa: ASYNC110  # only looking shows it
            await asyncio.sleep(0.05)
    late = match_pb2.AcceptRequest(match_id=sent.id)
    with pytest.raises(CalledOff):
        await place.match(place.friend).Accept(late)
    asked = [match_pb2.GetRequest(match_id=each.id) for each in (sent, received)]
    told = [(await place.match(place.friend).Get(each)).match for each in asked]
    assert [each.reason for each in told] == [match_pb2.REASON_CANCELLED, match_pb2.REASON_DECLINED]
    assert (await place.match(place.friend).Get(running)).match.status == match_pb2.STATUS_RUNNING


async def test_whoever_looks_on_is_told_the_new_name(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("services.match.watching.BACKSTOP_S", 0.1)
    await place.leave_traces()
    watching = place.match(place.friend).Watch(match_pb2.WatchRequest(match_id=place.match_id))
    told = aiter(watching)
    first = (await anext(told)).match
    name = await place.erase(place.admin)
    async with asyncio.timeout(PATIENCE_S):
        then = (await anext(told)).match
    assert (first.seats[0].player_name, then.seats[0].player_name) == (NAME, name)
    assert then.view_version == first.view_version
    watching.cancel()


async def _nobody_is_there(place: Place, name: str) -> None:
    people = place.people
    with pytest.raises(NotLoggedIn):
        await people.exchanged(place.secret)
    assert not (await people.stub(place.friend).ListFriends(pb.ListFriendsRequest())).friends
    (shown,) = (await people.stub(place.friend).Get(pb.GetRequest(ids=[place.who.id]))).players
    assert shown.name == name
    assert not (await people.stub(place.friend).Find(pb.FindRequest(name_prefix="gone-"))).players
    assert len((await people.stub(place.admin).FindAny(pb.FindAnyRequest(role=pb.ROLE_CREATOR))).players) == 1
    with pytest.raises(UnknownPlayer):
        await people.stub(place.admin).Unsuspend(pb.UnsuspendRequest(player_id=place.who.id))
    entries = (await people.stub(place.admin).ListAudit(pb.ListAuditRequest())).entries
    assert [each.action for each in entries if each.action == "erase" and each.player_id == place.who.id] == ["erase"]


async def _names_that_come_back_go_again(place: Place) -> None:
    """A call that began before writes the old name: it goes when the service next looks, while such calls can be."""
    services, clock = place.services, place.services.clock
    assert isinstance(clock, ManualClock)
    await services.stop("match")
    _put_back(place)
    await services.start("match", compose_match)
    await until(lambda: not any(each.startswith("match") for each in found(services)))
    clock.advance(KEPT_MS + 1)
    await services.stop("match")
    await services.start("match", compose_match)
    await until(lambda: _passed(services) == 3)


def _put_back(place: Place) -> None:
    engine = make_engine(place.services.config("match").database_url)
    with engine.begin() as connection:
        connection.execute(update(seats).where(seats.c.player_id == place.who.id).values(player_name=NAME))
    engine.dispose()


def _passed(services: InProcess) -> Any:
    engine = make_engine(services.config("match").database_url)
    with engine.begin() as connection:
        position = connection.exec_driver_sql("SELECT max(position) FROM erased").scalar()
    engine.dispose()
    return position


async def _files_tell_nothing(place: Place) -> None:
    for service in COMPOSE:
        await place.services.stop(service)
        assert not _in_file(place.services.config(service).database_url), service


def _in_file(url: str) -> list[str]:
    """What a file tells beside its rows; nothing of a database of a server."""
    kept = Path(url.removeprefix("sqlite:///")).read_bytes().lower() if url.startswith("sqlite:") else b""
    return [needle for needle in NEEDLES if needle.encode() in kept]


async def test_they_may_do_it_themselves_and_nobody_else_but_admins(place: Place) -> None:
    with pytest.raises(NotAllowed):
        await place.erase(place.friend)
    with pytest.raises(InvalidField, match="name"):
        await place.erase(place.who, "Zebulon")
    assert (await place.erase(place.who, f" {NAME.upper()} ")).startswith("Gone-")
    (entry, *_) = (await place.people.stub(place.admin).ListAudit(pb.ListAuditRequest())).entries
    assert (entry.admin_id, entry.player_id, entry.action, entry.detail) == (place.who.id, place.who.id, "erase", "")
    assert (await place.people.log_in(EMAIL)).is_new


async def test_a_name_that_is_far_too_long_is_refused_before_it_is_looked_at(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr("services.players.erasing.folded_name")
    with pytest.raises(InvalidField, match="is not what you are called"):
        await place.erase(place.who, NAME + "\u0300\u0316" * 10_000)


@both_databases
async def test_a_name_that_an_admin_gives_takes_the_place_of_the_old_one_everywhere(place: Place) -> None:
    await place.leave_traces()
    services, people, asked = place.services, place.people, pb.RenameRequest(player_id=place.who.id, name="Polite")
    names = {each for each in found(services) if each.endswith("_name") or each == "match.answers.answer"}
    assert names >= {"match.seats.player_name", "match.invited.player_name", "batch.tournaments.made_by_name"}
    with pytest.raises(UnknownPlayer):
        await people.stub(place.friend).Rename(asked)
    # They have thought better of it themselves; what they have played is still called as it was.
    await people.stub(place.who).Rename(pb.RenameRequest(name="Polite"))
    assert names <= found(services)
    assert (await people.stub(place.admin).Rename(asked)).player.name == "Polite"
    await until(lambda: names.isdisjoint(found(services)))
    # The rest is theirs, and stays.
    assert {"match.chat_messages.text", "rules.drafts.name"} <= found(services)
    invited = match_pb2.ListRequest(status=match_pb2.STATUS_INVITED, own=True)
    assert len((await place.match(place.friend).List(invited)).matches) == 2
    assert (await people.exchanged(place.secret)).name == "Polite"
    (entry, *_) = (await people.stub(place.admin).ListAudit(pb.ListAuditRequest())).entries
    assert (entry.admin_id, entry.player_id) == (place.admin.id, place.who.id)
    assert (entry.action, entry.detail) == ("rename", "Polite\nPolite")
    await people.stub(place.admin).Rename(pb.RenameRequest(player_id=place.who.id, name=NAME))
    await place.erase(place.admin, NAME)
    await until(lambda: not found(services))


async def test_an_admin_renames_bots_and_personas_and_nobody_who_is_not_there(place: Place) -> None:
    await place.leave_traces()
    stub = place.people.stub(place.admin)
    for each in (await place.people.stub(place.who).ListOwn(pb.ListOwnRequest())).players:
        renamed = pb.RenameRequest(player_id=each.id, name=f"Polite-{each.kind}")
        assert (await stub.Rename(renamed)).player.name == renamed.name
    with pytest.raises(PlayerNameTaken):
        await stub.Rename(pb.RenameRequest(player_id=place.who.id, name=place.friend.name))
    await place.erase(place.who)
    for nobody in (place.who.id, RANDOM_ID, new_id(), "no id"):
        with pytest.raises(UnknownPlayer):
            await stub.Rename(pb.RenameRequest(player_id=nobody, name="Polite"))


async def test_releases_before_this_one_are_told_of_nobody_who_was_renamed(place: Place) -> None:
    people, batch = place.people, place.people.stub(service_caller("batch"))
    for name in ("Polite", "Civil"):
        await people.stub(place.admin).Rename(pb.RenameRequest(player_id=place.who.id, name=name))
    await place.erase(place.admin, "Civil")
    friend = pb.RenameRequest(player_id=place.friend.id, name="Polite")
    await people.stub(place.admin).Rename(friend)

    async def told(*, with_renamed: bool) -> list[tuple[int, str, bool]]:
        watching = batch.WatchErased(pb.WatchErasedRequest(with_renamed=with_renamed))
        players = (await anext(aiter(watching))).players
        watching.cancel()
        return [(each.position, each.player_id, each.is_renamed) for each in players]

    erased = (3, place.who.id, False)
    assert await told(with_renamed=False) == [erased]
    assert await told(with_renamed=True) == [erased, (4, place.friend.id, True)]


CALLS_THAT_ADD = {
    "Rename": pb.RenameRequest(name=NAME),
    "SetAvatar": pb.SetAvatarRequest(avatar=7),
    "MakePersona": pb.MakePersonaRequest(name=NAME, universe_name="Quux"),
    "MakeBot": pb.MakeBotRequest(name="Quux-3000"),
    "AskFriend": pb.AskFriendRequest(),
    "BanPlayer": pb.BanPlayerRequest(),
    "RequestAddressCode": pb.RequestAddressCodeRequest(email=EMAIL),
    "RequestErasureCode": pb.RequestErasureCodeRequest(name=NAME),
}


@both_databases
@pytest.mark.parametrize("method", CALLS_THAT_ADD)
async def test_who_is_erased_adds_nothing_by_a_token_that_was_good_still(place: Place, method: str) -> None:
    request = CALLS_THAT_ADD[method]
    if isinstance(request, pb.AskFriendRequest | pb.BanPlayerRequest):
        request.player_id = place.admin.id
    await place.erase(place.who)
    with pytest.raises(NotLoggedIn):
        await getattr(place.people.stub(place.who), method)(request)
    assert not [each for each in found(place.services) if each.startswith("players")]


@postgres_only
async def test_a_name_that_is_given_while_somebody_is_erased_is_not_kept(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    is_about_to, is_erased, rename = threading.Event(), threading.Event(), store.rename

    def late(*args: Any) -> bool:
        is_about_to.set()
        is_erased.wait(PATIENCE_S)
        return rename(*args)

    monkeypatch.setattr(store, "rename", late)
    stub = place.people.stub(place.who)
    renaming = asyncio.ensure_future(stub.Rename(pb.RenameRequest(name=NAME)))
    await asyncio.to_thread(is_about_to.wait, PATIENCE_S)
    await place.erase(place.admin)
    is_erased.set()
    with pytest.raises(NotLoggedIn):
        await renaming
    assert not [each for each in found(place.services) if each.startswith("players")]


async def test_nobody_asks_or_invites_somebody_who_is_erased(place: Place) -> None:
    host = pb.MakePersonaRequest(name="Neo", universe_name="Matrix")
    universe = (await place.people.stub(place.friend).MakePersona(host)).player.universe
    await place.erase(place.who)
    enter = pb.EnterUniverseRequest(player_id=place.who.id, universe=universe)
    with pytest.raises(UnknownPlayer):
        await place.people.stub(service_caller("match")).EnterUniverse(enter)
    for method, request in (("AskFriend", pb.AskFriendRequest), ("BanPlayer", pb.BanPlayerRequest)):
        with pytest.raises(UnknownPlayer):
            await getattr(place.people.stub(place.friend), method)(request(player_id=place.who.id))
    both = pb.GetRequest(ids=[place.who.id, place.friend.id])
    told = {each.id: each.erased for each in (await place.people.stub(place.friend).Get(both)).players}
    assert told == {place.who.id: True, place.friend.id: False}


@both_databases
@pytest.mark.parametrize("player_id", ["\0", "", "no id"])
async def test_what_is_no_id_is_that_of_no_person(place: Place, player_id: str) -> None:
    with pytest.raises(UnknownPlayer, match="no person"):
        await place.people.stub(place.admin).Erase(pb.EraseRequest(player_id=player_id, name=NAME))


async def test_the_last_admin_stays(place: Place) -> None:
    admin = place.admin
    with pytest.raises(InvalidField, match="no admin would be left"):
        await place.people.stub(admin).RequestErasureCode(pb.RequestErasureCodeRequest(name=admin.name))
    (shown,) = (await place.people.stub(admin).Get(pb.GetRequest(ids=[admin.id]))).players
    assert (shown.name, shown.role) == (admin.name, pb.ROLE_ADMIN)


async def test_personas_and_bots_are_not_erased_alone(place: Place) -> None:
    made = (await place.people.stub(place.who).MakeBot(pb.MakeBotRequest(name="Quux-1"))).player
    with pytest.raises(UnknownPlayer, match="no person"):
        await place.people.stub(place.admin).Erase(pb.EraseRequest(player_id=made.id, name=made.name))


class NoMatches:
    """An adjudicator that has no match in memory."""

    def rename(self, _: object) -> None:
        pass


@both_databases
async def test_first_answers_are_looked_through_some_at_a_time(
    databases: Databases, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("services.match.erasing._AT_ONCE", 2)
    database = await open_database(databases.of_service("match"), MATCH_MIGRATIONS)
    read, reads = database.read, list[object]()
    requests = [Request(caller_id, f"{number}", "") for caller_id in ("anna", "ben") for number in range(3)]

    def keep(connection: Connection) -> None:
        for number, request in enumerate(requests):
            seats = [match_pb2.Seat(player_id="gone", player_name=NAME)] if number % 2 else []
            keep_answer(connection, request, packed(match_pb2.Match(id=f"{number}", seats=seats)), 0)

    async def counted(work: Callable[[Connection], object]) -> object:
        reads.append(work)
        return await read(work)

    await database.write(keep)
    monkeypatch.setattr(database, "read", counted)
    erasing = Erasing(database, cast("Adjudicator", NoMatches()), cast("Invitations", NoInvitations()))
    await erasing.erase([Erased(1, "gone", "Gone-7F3K", 0)])
    assert len(reads) == len(requests) // 2 + 1
    kept = [await read(partial(first_answer, request=request)) for request in requests]
    assert [match.id for match in kept if match] == [f"{number}" for number in range(len(requests))]
    names = [[seat.player_name for seat in match.seats] for match in kept if match]
    assert names == [[], ["Gone-7F3K"]] * 3
    await database.close()


@both_databases
async def test_of_two_replicas_that_passed_at_one_moment_the_later_counts(databases: Databases) -> None:
    database = await open_database(databases.of_service("match"), MATCH_MIGRATIONS)
    rows = [{"position": 3}, {"position": 5}]
    await database.write(lambda connection: connection.execute(insert(match_erased), rows))
    asked = asyncio.Queue[int]()

    class Stub:
        async def WatchErased(self, request: pb.WatchErasedRequest) -> AsyncIterator[pb.WatchErasedResponse]:
            await asked.put(request.after)
            yield pb.WatchErasedResponse()
            await asyncio.Event().wait()

    following = asyncio.create_task(
        Erasures(database, match_erased, nothing, ManualClock()).follow(cast("Any", Stub()))
    )
    assert await asyncio.wait_for(asked.get(), PATIENCE_S) == 5
    following.cancel()
    await database.close()


async def nothing(_: Sequence[Erased]) -> None:
    """Has nothing of anybody."""


@both_databases
async def test_who_is_erased_at_another_replica_is_told_when_their_sessions_end(databases: Databases) -> None:
    url, clock = databases.of_service("players"), ManualClock()
    here, there = [await open_database(url, MIGRATIONS) for _ in range(2)]
    ended = EndedSessions(clock)
    told = Telling(here, ended).after(0)
    asked = asyncio.ensure_future(anext(told))
    await asyncio.sleep(0)
    row = {"position": 1, "player_id": RANDOM_ID, "name": "Gone-7F3K", "at_ms": clock.now_ms()}
    await there.write(lambda connection: connection.execute(insert(erasure), row))
    ended.add([Ended(new_id(), clock.now_ms())])
    (gone,) = await asyncio.wait_for(asked, PATIENCE_S)
    assert (gone.player_id, gone.name) == (RANDOM_ID, "Gone-7F3K")
    await told.aclose()  # type: ignore[attr-defined]
    await here.close()
    await there.close()
