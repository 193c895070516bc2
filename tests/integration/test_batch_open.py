"""Open tournaments: anybody of their universe joins them, until whoever has made them begins them."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from fixtures.acquaintances import Known
from fixtures.matches import ANNA, BEN
from fixtures.patience import PATIENCE_S
from fixtures.services import person
from test_batch_bots import Hall, hall, is_over
from test_batch_people import CARL, DORA, accept, entries_of, often, people_are_known, played

from redscience.api.batch.v1 import batch_pb2 as pb
from redscience.api.batch.v1.batch_pb2_grpc import BatchServiceStub
from redscience.errors import (
    InvalidField,
    NotAllowed,
    TournamentBegun,
    TournamentFull,
    TournamentOver,
    UnknownTournament,
)
from redscience.names import GREEDY_ID, STANDARD_ID
from services.kit.ids import new_id
from services.kit.universes import PlayersUniverses

__all__ = ["hall", "often", "people_are_known"]

pytestmark = pytest.mark.usefixtures("often", "people_are_known")


async def opened(hall: Hall, *player_ids: str, **more: Any) -> pb.Tournament:
    return await hall.create(*player_ids, **{"open": True, "games_each": 0, "window_s": 3600} | more)


async def joined(hall: Hall, own_id: str, player_id: str, name: str) -> pb.Tournament:
    stub = BatchServiceStub(hall.services.channel("batch", person(player_id, name=name)))
    return (await stub.Answer(pb.AnswerRequest(tournament_id=own_id, accepts=True))).tournament


async def take_out(hall: Hall, own_id: str, player_id: str) -> pb.Tournament:
    return (await hall.batch.Answer(pb.AnswerRequest(tournament_id=own_id, player_id=player_id))).tournament


async def test_what_may_be_joined_is_found_beside_ones_own(hall: Hall) -> None:
    async def found(player_id: str, **wanted: bool) -> list[str]:
        stub = BatchServiceStub(hall.services.channel("batch", person(player_id)))
        return [each.id for each in (await stub.List(pb.ListRequest(**wanted))).tournaments]

    first, second, of_the_house = [
        (await make).id
        for make in (
            opened(hall, request_id="1"),
            opened(hall, request_id="2"),
            hall.create(STANDARD_ID, GREEDY_ID, games_each=2, request_id="3"),
        )
    ]
    assert of_the_house not in await found(BEN, own_or_open=True)
    assert await found(BEN, own=True) == []
    assert await found(BEN, own_or_open=True) == [second, first]
    await accept(hall, first, BEN, CARL)
    assert await found(BEN, own=True) == [first]
    assert await found(BEN, own_or_open=True) == [second, first]
    # What has begun is open to nobody else.
    await hall.batch.Begin(pb.BeginRequest(tournament_id=first))
    assert await found(BEN, own_or_open=True) == [second, first]
    assert await found(DORA, own_or_open=True) == [second]
    # For a day it is told how one's own have ended.
    for own_id in (first, second):
        await hall.batch.Cancel(pb.CancelRequest(tournament_id=own_id))
    assert [await found(each, own_or_open=True) for each in (BEN, DORA)] == [[first], []]
    assert await found(ANNA, own=True) == [first]
    hall.table.clock.advance(25 * 3_600_000)
    assert await found(BEN, own=True) == await found(ANNA, own=True) == []


async def test_who_joins_until_it_begins_plays_in_it(hall: Hall) -> None:
    made = await opened(hall, request_id="open")
    assert (made.open, made.status, made.name) == (True, pb.STATUS_INVITING, "Tic-Tac-Toe")
    assert (len(made.players), made.progress.games_total, made.window_s) == (0, 0, 3600)
    assert await hall.counts(made.id)
    assert not (await hall.batch.Curve(pb.CurveRequest(tournament_id=made.id))).points
    assert await hall.games(made.id) == []
    with pytest.raises(InvalidField, match="too few have accepted"):
        await hall.batch.Begin(pb.BeginRequest(tournament_id=made.id))
    watched = hall.batch.Watch(pb.WatchRequest(tournament_id=made.id))
    assert (await watched.read()).progress.accepted == 0
    for _ in range(2):
        told = await accept(hall, made.id, BEN)
        assert (entries_of(told), told.progress.accepted) == ([("Ben", "accepted")], 1)
    # Whoever leaves may join again. It begins by nobody's answer, nor is it cancelled.
    assert entries_of(await accept(hall, made.id, BEN, accepts=False)) == [("Ben", "declined")]
    told = await accept(hall, made.id, CARL, BEN, ANNA)
    assert entries_of(told) == [("Ben", "accepted"), ("Carl", "accepted"), ("Anna", "accepted")]
    assert (told.status, told.name, told.progress.games_total) == (pb.STATUS_INVITING, "Tic-Tac-Toe: Ben, Carl +1", 6)
    async with asyncio.timeout(PATIENCE_S):
        while (await watched.read()).progress.accepted != 3:
            pass
    watched.cancel()
    await accept(hall, made.id, ANNA, accepts=False)
    assert (await opened(hall, request_id="open")).id == made.id
    with pytest.raises(InvalidField, match="another tournament"):
        await opened(hall, BEN, CARL, request_id="open", open=False)
    begun = (await hall.batch.Begin(pb.BeginRequest(tournament_id=made.id))).tournament
    assert (begun.status, entries_of(begun)) == (pb.STATUS_RUNNING, [("Ben", "accepted"), ("Carl", "accepted")])
    for who in (DORA, ANNA):
        with pytest.raises(TournamentBegun, match="too late"):
            await accept(hall, made.id, who)
    for _ in range(2):
        await played(hall, made.id, BEN, CARL)
    assert (await hall.until(made.id, is_over)).games_played == 2
    with pytest.raises(TournamentOver):
        await accept(hall, made.id, DORA)


async def test_those_who_are_asked_answer_an_open_one_as_any_other(hall: Hall) -> None:
    made = await opened(hall, ANNA, BEN, GREEDY_ID, name="Cup")
    assert entries_of(await accept(hall, made.id, DORA)) == [
        ("Anna", "accepted"),
        ("Ben", "invited"),
        ("Greedy", "unspecified"),
        ("Dora", "accepted"),
    ]
    told = await accept(hall, made.id, BEN)
    assert (told.status, told.name, told.progress.games_total) == (pb.STATUS_INVITING, "Cup", 12)


async def test_who_may_not_join_is_told_so(hall: Hall) -> None:
    made = await opened(hall)
    # Who has banned whom is not told.
    closed = await hall.create(ANNA, CARL, DORA)
    hall.circle.banned.add(frozenset({ANNA, DORA}))
    with pytest.raises(NotAllowed, match="cannot join"):
        await accept(hall, made.id, DORA)
    # Whoever is taken out comes back, unless they are banned.
    await accept(hall, made.id, CARL)
    assert entries_of(await take_out(hall, made.id, CARL)) == [("Carl", "declined")]
    assert entries_of(await accept(hall, made.id, CARL)) == [("Carl", "accepted")]
    hall.circle.banned.add(frozenset({ANNA, CARL}))
    for each in (made, closed):
        await take_out(hall, each.id, CARL)
        with pytest.raises(NotAllowed, match="cannot join"):
            await accept(hall, each.id, CARL)
    with pytest.raises(UnknownTournament):
        await accept(hall, closed.id, BEN)


async def test_who_is_in_another_universe_knows_of_none(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    async def nowhere_else(_: PlayersUniverses) -> set[str]:
        return set()

    monkeypatch.setattr(PlayersUniverses, "of_caller", nowhere_else)
    made = await opened(hall)
    stub = BatchServiceStub(hall.services.channel("batch", person(BEN, name="Ben", universe=new_id())))
    with pytest.raises(UnknownTournament):
        await stub.Answer(pb.AnswerRequest(tournament_id=made.id, accepts=True))
    assert not (await hall.batch.Get(pb.GetRequest(tournament_id=made.id))).tournament.players


async def test_as_many_join_as_there_can_be_at_whatever_moment(hall: Hall) -> None:
    made = await opened(hall)
    crowd = {new_id(): f"P{number}" for number in range(33)}
    hall.circle.add(*(Known(each, name) for each, name in crowd.items()))
    came = await asyncio.gather(
        *(joined(hall, made.id, each, name) for each, name in crowd.items()), return_exceptions=True
    )
    (refused,) = [each for each in came if isinstance(each, BaseException)]
    assert isinstance(refused, TournamentFull)
    told = (await hall.batch.Get(pb.GetRequest(tournament_id=made.id))).tournament
    assert (len({each.player_id for each in told.players}), told.progress.accepted) == (32, 32)
    assert told.progress.games_total == 32 * 31
    # Nineteen would have 2,052 games.
    often = await opened(hall, games_each=12)
    for at, (each, name) in enumerate(crowd.items()):
        if at == 18:
            with pytest.raises(TournamentFull, match="full"):
                await joined(hall, often.id, each, name)
            break
        await joined(hall, often.id, each, name)


async def test_what_an_open_tournament_cannot_be_is_said(hall: Hall) -> None:
    async def refused(**asked: Any) -> list[tuple[str, str]]:
        with pytest.raises(InvalidField) as caught:
            await opened(hall, **asked)
        return [(fault.path, fault.remedy) for fault in caught.value.faults]

    rounds = [("rounds", "Choose a whole number from 1 to 64")]
    assert await refused(format=pb.FORMAT_MIXED) == rounds
    assert (await opened(hall, format=pb.FORMAT_MIXED, rounds=3)).rounds == 3
    formats = [("format", "Choose a round robin, or mixed groups")]
    assert await refused(format=pb.FORMAT_GAUNTLET) == formats
    thinking = [pb.Player(player_id=STANDARD_ID, budget=pb.Budget(seconds=1))]
    assert await refused(players=thinking) == [("players[0].budget", "Leave each player its own time")]
