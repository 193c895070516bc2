"""Matches in private universes: who invites, who comes along, who sees them. Players, rules and match are real."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from fixtures.databases import both_databases
from fixtures.match_table import is_acting, legal, play
from fixtures.people import Players
from fixtures.services import InProcess, Keys, service_caller

from redscience.api.chat.v1 import chat_pb2
from redscience.api.chat.v1.chat_pb2_grpc import ChatServiceStub
from redscience.api.match.v1 import match_pb2
from redscience.api.match.v1.match_pb2_grpc import MatchServiceStub
from redscience.api.players.v1 import players_pb2
from redscience.api.rules.v1 import rules_pb2
from redscience.api.rules.v1.rules_pb2_grpc import RulesServiceStub
from redscience.errors import InvalidField, InvalidSlots, NotAllowed, RedscienceError, UnknownMatch
from redscience.names import NEXT_AVAILABLE, RANDOM_ID
from services.kit.clock import ManualClock
from services.kit.identity import Caller
from services.match.__main__ import compose as compose_match
from services.players.__main__ import compose as compose_players
from services.rules.__main__ import compose as compose_rules

INVITED, RUNNING, ENDED = match_pb2.STATUS_INVITED, match_pb2.STATUS_RUNNING, match_pb2.STATUS_ENDED


@dataclass
class Matrix:
    """Anna is Neo in a private universe. Ben is her friend, Cleo is not; neither is there."""

    services: InProcess
    players: Players
    game_id: str
    anna: Caller
    ben: Caller
    cleo: Caller
    neo: players_pb2.Player

    def stub(self, who: Caller) -> MatchServiceStub:
        return MatchServiceStub(self.services.channel("match", who))

    async def invite(self, *player_ids: str, request_id: str = "invite") -> match_pb2.Match:
        """An invitation of Anna's, as who is named first."""
        request = match_pb2.CreateRequest(game_id=self.game_id, player_ids=player_ids, request_id=request_id)
        return (await self.stub(self.anna).Create(request)).match

    async def accept(self, who: Caller, match_id: str) -> match_pb2.Match:
        return (await self.stub(who).Accept(match_pb2.AcceptRequest(match_id=match_id))).match

    async def started(self, request_id: str = "invite") -> match_pb2.Match:
        """A match of Neo against Ben, as Ben sees it."""
        return await self.accept(self.ben, (await self.invite(self.neo.id, self.ben.id, request_id=request_id)).id)

    async def seen(self, who: Caller, match_id: str) -> match_pb2.Match:
        return (await self.stub(who).Get(match_pb2.GetRequest(match_id=match_id))).match

    async def listed(self, who: Caller, universe: str = "") -> list[str]:
        """The ids of the matches that somebody is shown."""
        request = match_pb2.ListRequest(universe=universe)
        return [match.id for match in (await self.stub(who).List(request)).matches]

    async def own_matches(
        self, who: Caller, universe: str = "", status: match_pb2.Status.ValueType = RUNNING
    ) -> list[str]:
        """The ids of the matches in which somebody acts for a seat."""
        request = match_pb2.ListRequest(universe=universe, own=True, status=status)
        return [match.id for match in (await self.stub(who).List(request)).matches]

    async def persona(self, who: Caller, name: str, universe: str = "") -> players_pb2.Player:
        request = players_pb2.MakePersonaRequest(name=name, universe_name=universe)
        made: players_pb2.Player = (await self.players.stub(who).MakePersona(request)).player
        return made

    async def own(self, who: Caller) -> list[players_pb2.Player]:
        """The personas of somebody."""
        return list((await self.players.stub(who).ListOwn(players_pb2.ListOwnRequest())).players)


@pytest.fixture
async def matrix(services: InProcess, keys: Keys) -> Matrix:
    clock = services.clock = ManualClock()
    for service, compose in {"rules": compose_rules, "players": compose_players, "match": compose_match}.items():
        await services.start(service, compose)
    players = Players(services, keys, clock)
    anna, ben, cleo = [await players.caller(f"{name}@example.org") for name in ("anna", "ben", "cleo")]
    for one, other in ((anna, ben), (ben, anna)):
        await players.stub(one).AskFriend(players_pb2.AskFriendRequest(player_id=other.id))
    request = players_pb2.MakePersonaRequest(name="Neo", universe_name="Matrix")
    neo = (await players.stub(anna).MakePersona(request)).player
    rules = RulesServiceStub(services.channel("rules", anna))
    game = (await rules.Get(rules_pb2.GetRequest(name="Tic-Tac-Toe"))).game
    return Matrix(services, players, game.id, anna, ben, cleo, neo)


@both_databases
async def test_a_friend_who_accepts_plays_by_a_persona_of_the_same_name(matrix: Matrix) -> None:
    invited = await matrix.invite(matrix.neo.id, matrix.ben.id)
    assert (invited.status, invited.universe) == (INVITED, matrix.neo.universe)
    assert [(seat.player_id, seat.kind) for seat in invited.seats] == [
        (matrix.neo.id, "persona"),
        (matrix.ben.id, "person"),
    ]
    # Until Ben accepts there is no persona of his, but he is told.
    assert await matrix.own(matrix.ben) == []
    assert await matrix.listed(matrix.ben) == [invited.id]
    started = await matrix.accept(matrix.ben, invited.id)
    (persona,) = await matrix.own(matrix.ben)
    assert (persona.name, persona.universe) == (matrix.ben.name, matrix.neo.universe)
    assert [(seat.player_id, seat.player_name, seat.kind) for seat in started.seats] == [
        (matrix.neo.id, "Neo", "persona"),
        (persona.id, persona.name, "persona"),
    ]
    assert (started.status, started.rated, started.universe) == (RUNNING, True, matrix.neo.universe)
    assert {started.viewer, (await matrix.seen(matrix.anna, started.id)).viewer} == {"black", "white"}
    # The next time he plays by the same.
    again = await matrix.started("again")
    assert again.seats[1].player_id == persona.id


@both_databases
async def test_what_ends_there_is_rated_there_by_the_personas(matrix: Matrix) -> None:
    started = await matrix.started()
    for _ in range(2):
        for who in (matrix.anna, matrix.ben):
            seen = await matrix.seen(who, started.id)
            if is_acting(seen):
                await matrix.stub(who).Play(play(seen, legal(seen)[0]))
    await matrix.stub(matrix.ben).Leave(match_pb2.LeaveRequest(match_id=started.id, request_id="leave"))
    rating = matrix.stub(service_caller("rating"))
    (ended,) = (await rating.ListEnded(match_pb2.ListEndedRequest())).matches
    assert (ended.universe, ended.rated) == (matrix.neo.universe, True)
    personas = {matrix.neo.id, (await matrix.own(matrix.ben))[0].id}
    assert {seat.player_id for seat in ended.seats} == personas
    request = match_pb2.RematchRequest(match_id=started.id, request_id="again")
    asked = (await matrix.stub(matrix.ben).Rematch(request)).match
    assert (asked.universe, {seat.player_id for seat in asked.seats}) == (matrix.neo.universe, personas)
    assert (await matrix.accept(matrix.anna, asked.id)).status == RUNNING


async def test_who_declines_gets_no_persona(matrix: Matrix) -> None:
    invited = await matrix.invite(matrix.neo.id, matrix.ben.id)
    await matrix.stub(matrix.ben).Decline(match_pb2.DeclineRequest(match_id=invited.id))
    with pytest.raises(RedscienceError) as refused:
        await matrix.accept(matrix.ben, invited.id)
    assert refused.value.code == "match/called_off"
    with pytest.raises(UnknownMatch):
        await matrix.accept(matrix.cleo, (await matrix.invite(matrix.neo.id, matrix.ben.id, request_id="two")).id)
    for who in (matrix.ben, matrix.cleo):
        assert await matrix.own(who) == []


async def test_who_was_banned_since_they_were_invited_cannot_accept(matrix: Matrix) -> None:
    private = await matrix.invite(matrix.neo.id, matrix.ben.id)
    public = await matrix.invite(matrix.anna.id, matrix.ben.id, request_id="public")
    await matrix.players.stub(matrix.anna).BanPlayer(players_pb2.BanPlayerRequest(player_id=matrix.ben.id))
    for invited in (private, public):
        with pytest.raises(NotAllowed, match="cannot play together now"):
            await matrix.accept(matrix.ben, invited.id)
    await matrix.players.stub(matrix.anna).RevokeBan(players_pb2.RevokeBanRequest(player_id=matrix.ben.id))
    for invited in (private, public):
        assert (await matrix.accept(matrix.ben, invited.id)).status == RUNNING


async def test_matches_are_seen_by_those_of_their_universe_alone(matrix: Matrix) -> None:
    started = await matrix.started()
    assert await matrix.listed(matrix.anna) == []
    for who in (matrix.anna, matrix.ben):
        assert await matrix.listed(who, matrix.neo.universe) == [started.id]
    await refused_to(matrix, matrix.cleo, started.id)
    # Whoever has come there by another invitation sees it from then on.
    for one, other in ((matrix.anna, matrix.cleo), (matrix.cleo, matrix.anna)):
        await matrix.players.stub(one).AskFriend(players_pb2.AskFriendRequest(player_id=other.id))
    invited = await matrix.invite(matrix.neo.id, matrix.cleo.id, request_id="cleo")
    await refused_to(matrix, matrix.cleo, started.id)
    await matrix.accept(matrix.cleo, invited.id)
    assert (await matrix.seen(matrix.cleo, started.id)).viewer == "spectator"
    assert await matrix.listed(matrix.cleo, matrix.neo.universe) == [invited.id, started.id]
    watch = aiter(matrix.stub(matrix.cleo).Watch(match_pb2.WatchRequest(match_id=started.id)))
    assert (await anext(watch)).match.viewer == "spectator"
    chat = ChatServiceStub(matrix.services.channel("match", matrix.cleo))
    assert (await chat.Say(saying(started.id))).message.text == "Hello"
    await chat.GetAttendance(chat_pb2.GetAttendanceRequest(match_id=started.id))


@both_databases
async def test_ones_own_matches_are_listed_from_every_universe_unless_one_is_named(matrix: Matrix) -> None:
    private = await matrix.started()
    public = await matrix.invite(matrix.anna.id, RANDOM_ID, request_id="public")
    over = await matrix.started("over")
    await matrix.stub(matrix.ben).Leave(match_pb2.LeaveRequest(match_id=over.id, request_id="leave"))
    assert await matrix.own_matches(matrix.anna) == [public.id, private.id]
    assert await matrix.own_matches(matrix.ben) == [private.id]
    assert await matrix.own_matches(matrix.anna, matrix.neo.universe) == [private.id]
    assert await matrix.own_matches(matrix.anna, matrix.anna.universe) == [public.id]
    assert await matrix.own_matches(matrix.anna, status=ENDED) == [over.id]
    # Of all of them it is told who is to move, as of those that wait.
    request = match_pb2.ListRequest(own=True, status=RUNNING)
    acting = [
        [one.is_acting for one in (await matrix.stub(who).List(request)).matches][-1]
        for who in (matrix.anna, matrix.ben)
    ]
    assert sorted(acting) == [False, True]


def saying(match_id: str) -> chat_pb2.SayRequest:
    return chat_pb2.SayRequest(match_id=match_id, room=chat_pb2.ROOM_WATCHERS, text="Hello", request_id="say")


async def refused_to(matrix: Matrix, who: Caller, match_id: str) -> None:
    """Sees that somebody can neither see a match nor speak of it."""
    stub, chat = matrix.stub(who), ChatServiceStub(matrix.services.channel("match", who))
    for call in (
        stub.Get(match_pb2.GetRequest(match_id=match_id)),
        stub.GetRecord(match_pb2.GetRecordRequest(match_id=match_id)),
        stub.Leave(match_pb2.LeaveRequest(match_id=match_id, request_id="leave")),
        anext(aiter(stub.Watch(match_pb2.WatchRequest(match_id=match_id)))),
        chat.Say(saying(match_id)),
        chat.GetAttendance(chat_pb2.GetAttendanceRequest(match_id=match_id)),
    ):
        with pytest.raises(UnknownMatch):
            await call
    with pytest.raises(InvalidField, match="universe"):
        await matrix.listed(who, matrix.neo.universe)


async def test_random_and_ones_own_personas_play_there_at_once(matrix: Matrix) -> None:
    random = await matrix.invite(matrix.neo.id, RANDOM_ID)
    assert (random.status, random.rated, random.universe) == (RUNNING, True, matrix.neo.universe)
    trinity = await matrix.persona(matrix.anna, "Trinity", "Matrix")
    alone = await matrix.invite(matrix.neo.id, trinity.id, request_id="alone")
    assert (alone.status, alone.rated) == (RUNNING, False)


async def test_who_cannot_sit_there_is_refused_by_slot(matrix: Matrix) -> None:
    public, elsewhere = await matrix.persona(matrix.anna, "Mine"), await matrix.persona(matrix.anna, "Han", "Falcon")
    foreign = await matrix.persona(matrix.ben, "Foreign", "Zion")
    no_host = "is neither you nor a persona of yours in a private universe"
    for player_ids, problem in (
        ((public.id, RANDOM_ID), f"player_ids[0]: {no_host}"),
        ((foreign.id, RANDOM_ID), "player_ids[0]: is not somebody"),
        ((matrix.ben.id, RANDOM_ID), f"player_ids[0]: {no_host}"),
        ((matrix.neo.id, public.id), "player_ids[1]: is of another universe"),
        ((matrix.neo.id, elsewhere.id), "player_ids[1]: is of another universe"),
        ((matrix.neo.id, matrix.neo.id), "player_ids[1]: sits in another slot"),
        ((matrix.neo.id, matrix.anna.id), "player_ids[1]: is yourself"),
        ((matrix.neo.id, matrix.cleo.id), "player_ids[1]: is not your friend"),
        ((matrix.neo.id, ""), "player_ids[1]: can be left open in the Public Universe alone"),
        ((matrix.neo.id, NEXT_AVAILABLE), "player_ids[1]: can be left open in the Public Universe alone"),
        ((matrix.anna.id, matrix.neo.id), "player_ids[1]: is of another universe"),
    ):
        with pytest.raises(InvalidSlots) as refused:
            await matrix.invite(*player_ids)
        assert [str(fault)[: len(problem)] for fault in refused.value.faults] == [problem]
