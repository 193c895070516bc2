"""Seats for the next person who is available."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable

import pytest
from fixtures.databases import both_databases
from fixtures.hosting import BOT, BOT_CALLER, CLEO, PERSONA, STRANGER, Hosting, accept, cancel, decline, friends, hosted
from fixtures.match_table import ANNA_CALLER, ELSEWHERE
from fixtures.matches import ANNA, BEN
from fixtures.patience import PATIENCE_S
from fixtures.services import InProcess

from redscience.api.match.v1 import match_pb2
from redscience.api.match.v1.match_pb2_grpc import MatchServiceStub
from redscience.errors import InvalidField, InvalidSlots, LimitReached, NotAllowed, UnknownMatch
from redscience.names import ANONYMOUS_ID, NEXT_AVAILABLE, RANDOM_ID
from services.kit.identity import Caller
from services.match.invitation import HELD_MS
from services.match.lobby_store import MOST_WAITED_IN

INVITED, RUNNING, CALLED_OFF = match_pb2.STATUS_INVITED, match_pb2.STATUS_RUNNING, match_pb2.STATUS_CALLED_OFF
HOUR_MS = 3_600_000
VISITOR = Caller(ANONYMOUS_ID, "anonymous", "anonymous", "public", "Anonymous", "01A")


@pytest.fixture
async def hosting(services: InProcess) -> Hosting:
    return await hosted(services, friends())


def anna(hosting: Hosting, *others: str, request_id: str = "anna") -> Awaitable[match_pb2.Match]:
    return hosting.invite(*(others or [NEXT_AVAILABLE]), request_id=request_id)


def stranger(hosting: Hosting, *others: str, request_id: str = "stranger") -> Awaitable[match_pb2.Match]:
    others = others or (NEXT_AVAILABLE,)
    return hosting.invite(*others, request_id=request_id, stub=hosting.stranger, first=STRANGER)


def cleo(hosting: Hosting, *others: str, request_id: str = "cleo") -> Awaitable[match_pb2.Match]:
    return hosting.invite(*(others or [NEXT_AVAILABLE]), request_id=request_id, stub=hosting.cleo, first=CLEO)


async def offered(stub: MatchServiceStub, **wanted: object) -> list[match_pb2.Match]:
    return list((await stub.ListOpenSeats(match_pb2.ListOpenSeatsRequest(**wanted))).matches)  # type: ignore[arg-type]


async def take(stub: MatchServiceStub, match_id: str) -> match_pb2.Match:
    return (await stub.Join(match_pb2.JoinRequest(link=match_id))).match


def players(match: match_pb2.Match) -> list[str]:
    return sorted(seat.player_id for seat in match.seats)


async def test_two_who_wait_for_the_same_game_play_whether_friends_or_not(hosting: Hosting) -> None:
    waiting = await anna(hosting)
    assert (waiting.status, waiting.seats[1].kind, waiting.link) == (INVITED, "next", "")
    match = await stranger(hosting)
    assert (match.id, match.status, match.rated, players(match)) == (waiting.id, RUNNING, True, [ANNA, STRANGER])
    assert (await hosting.seen(waiting.id)).status == RUNNING
    assert await offered(hosting.cleo) == []


async def test_as_many_wait_as_the_game_needs(hosting: Hosting) -> None:
    three = (NEXT_AVAILABLE, NEXT_AVAILABLE)
    first = await anna(hosting, *three)
    second = await stranger(hosting, *three)
    assert (second.id, second.status, [seat.kind for seat in second.seats]) == (
        first.id,
        INVITED,
        ["person"] * 2 + ["next"],
    )
    third = await cleo(hosting, *three)
    assert (third.id, third.status, players(third)) == (first.id, RUNNING, sorted((ANNA, STRANGER, CLEO)))


async def test_only_who_wants_as_many_randoms_waits_for_the_same(hosting: Hosting) -> None:
    of_people = await anna(hosting, NEXT_AVAILABLE, NEXT_AVAILABLE)
    named = await cleo(hosting, BEN, NEXT_AVAILABLE)
    with_random = await stranger(hosting, NEXT_AVAILABLE, RANDOM_ID)
    assert len({of_people.id, named.id, with_random.id}) == 3
    match = await hosting.invite(RANDOM_ID, NEXT_AVAILABLE, stub=hosting.ben, first=BEN)
    assert (match.id, match.status) == (with_random.id, RUNNING)
    other_game = await hosting.invite(NEXT_AVAILABLE, request_id="two", stub=hosting.ben, first=BEN)
    assert other_game.status == INVITED


async def test_to_ask_again_changes_nothing_and_tells_what_has_become_of_it(hosting: Hosting) -> None:
    waiting = await anna(hosting)
    assert (await anna(hosting)).id == waiting.id
    match = await stranger(hosting)
    assert [(await one(hosting)).id for one in (anna, stranger)] == [match.id, match.id]
    assert (await anna(hosting)).status == RUNNING
    with pytest.raises(InvalidField, match="another request"):
        await anna(hosting, RANDOM_ID)


async def test_who_waits_no_longer_is_seated_with_nobody(hosting: Hosting) -> None:
    waiting = await anna(hosting)
    hosting.table.clock.advance(HELD_MS)
    assert await offered(hosting.cleo) == []
    with pytest.raises(UnknownMatch):
        await take(hosting.cleo, waiting.id)
    own = await stranger(hosting)
    assert (own.id != waiting.id, own.status) == (True, INVITED)
    gone = await anna(hosting)
    assert (gone.status, gone.reason) == (CALLED_OFF, match_pb2.REASON_LAPSED)


async def test_who_waited_while_the_clock_was_ahead_waits_as_long_as_others(hosting: Hosting) -> None:
    three, clock = (NEXT_AVAILABLE, NEXT_AVAILABLE), hosting.table.clock
    match = await hosting.table.create()
    clock.advance(HOUR_MS)
    await hosting.seen(match.id)
    waiting = await anna(hosting, *three)
    await stranger(hosting, *three)
    clock.advance(-HOUR_MS)
    await hosting.seen(match.id)
    # Whoever is there still waits on.
    clock.advance(HELD_MS - 1)
    assert (await anna(hosting, *three)).status == INVITED
    clock.advance(1)
    assert [seat.kind for seat in (await hosting.seen(waiting.id)).seats] == ["person", "next", "next"]
    clock.advance(HELD_MS)
    assert await offered(hosting.cleo) == []


async def test_who_came_and_went_leaves_the_seat_to_the_next(hosting: Hosting) -> None:
    three = (NEXT_AVAILABLE, NEXT_AVAILABLE)
    first = await anna(hosting, *three)
    await stranger(hosting, *three)
    hosting.table.clock.advance(HELD_MS - 1)
    await anna(hosting, *three)
    hosting.table.clock.advance(1)
    assert [seat.kind for seat in (await hosting.seen(first.id)).seats] == ["person", "next", "next"]
    with pytest.raises(UnknownMatch):
        await stranger(hosting, *three)
    assert list((await hosting.stranger.List(match_pb2.ListRequest())).matches) == []
    match = await cleo(hosting, *three)
    assert (match.id, match.status, players(match)) == (first.id, INVITED, sorted(["", ANNA, CLEO]))


async def test_who_asks_again_is_there(hosting: Hosting) -> None:
    three = (NEXT_AVAILABLE, NEXT_AVAILABLE)
    first = await anna(hosting, *three)
    await stranger(hosting, *three)
    for _ in range(3):
        hosting.table.clock.advance(HELD_MS - 1)
        assert [(await one(hosting, *three)).status for one in (anna, stranger)] == [INVITED, INVITED]
    match = await cleo(hosting, *three)
    assert (match.id, match.status) == (first.id, RUNNING)


async def test_who_watches_is_there_and_sees_it_start(hosting: Hosting) -> None:
    waiting = await anna(hosting)
    hosting.table.clock.advance(HELD_MS - 1)
    watch = hosting.anna.Watch(match_pb2.WatchRequest(match_id=waiting.id))
    seen = aiter(watch)
    assert (await anext(seen)).match.status == INVITED
    hosting.table.clock.advance(HELD_MS - 1)
    match = await stranger(hosting)
    assert (match.id, match.status) == (waiting.id, RUNNING)
    assert (await asyncio.wait_for(anext(seen), PATIENCE_S)).match.status == RUNNING
    watch.cancel()


async def test_who_leaves_the_queue_is_not_waited_for(hosting: Hosting) -> None:
    three = (NEXT_AVAILABLE, NEXT_AVAILABLE)
    first = await anna(hosting, *three)
    await stranger(hosting, *three)
    given_back = (await decline(hosting.stranger, first.id)).match
    assert (given_back.status, [seat.kind for seat in given_back.seats]) == (INVITED, ["person", "next", "next"])
    with pytest.raises(UnknownMatch):
        await hosting.seen(first.id, hosting.stranger)
    await cancel(hosting.anna, first.id)
    assert await offered(hosting.cleo) == []
    assert (await cleo(hosting, *three)).id != first.id


async def test_who_have_banned_each_other_wait_apart_and_are_not_told(hosting: Hosting) -> None:
    hosting.circle.banned.add(frozenset({ANNA, STRANGER}))
    annas = await anna(hosting)
    strangers = await stranger(hosting)
    assert (strangers.id != annas.id, strangers.status) == (True, INVITED)
    assert await offered(hosting.stranger) == []
    with pytest.raises(UnknownMatch):
        await take(hosting.stranger, annas.id)
    assert [match.id for match in await offered(hosting.cleo)] == [annas.id, strangers.id]
    assert (await cleo(hosting)).id == annas.id


async def test_a_ban_is_honoured_between_any_two_of_several(hosting: Hosting) -> None:
    three = (NEXT_AVAILABLE, NEXT_AVAILABLE)
    hosting.circle.banned.add(frozenset({CLEO, STRANGER}))
    first = await anna(hosting, *three)
    await stranger(hosting, *three)
    assert await offered(hosting.cleo) == []
    assert (await cleo(hosting, *three)).id != first.id


async def test_the_lobby_tells_who_waits_since_when_the_longest_first(hosting: Hosting) -> None:
    first = await anna(hosting)
    hosting.table.clock.advance(1000)
    second = await stranger(hosting, NEXT_AVAILABLE, NEXT_AVAILABLE)
    seats = await offered(hosting.cleo)
    assert [(seat.id, seat.link, seat.game_name, seat.created_at_ms) for seat in seats] == [
        (one.id, one.id, one.game_name, one.created_at_ms) for one in (first, second)
    ]
    assert [seat.player_name for seat in seats[0].seats] == ["Anna", ""]
    assert [seat.id for seat in await offered(hosting.anna)] == [second.id]
    assert [seat.id for seat in await offered(hosting.cleo, game_id=hosting.table.game_id)] == [first.id]
    page = await hosting.cleo.ListOpenSeats(match_pb2.ListOpenSeatsRequest(page_size=1))
    assert [seat.id for seat in page.matches] == [first.id]
    rest = match_pb2.ListOpenSeatsRequest(page_size=2, page_token=page.next_page_token)
    last = await hosting.cleo.ListOpenSeats(rest)
    assert ([seat.id for seat in last.matches], last.next_page_token) == ([second.id], "")


async def test_the_lobby_is_that_of_ones_universe_and_for_people(hosting: Hosting) -> None:
    waiting = await anna(hosting)
    elsewhere = hosting.stub(ELSEWHERE)
    assert await offered(elsewhere) == []
    with pytest.raises(UnknownMatch):
        await take(elsewhere, waiting.id)
    theirs = await hosting.invite(NEXT_AVAILABLE, stub=elsewhere, first=BEN)
    assert theirs.status == INVITED
    for caller in (VISITOR, BOT_CALLER):
        stub = hosting.stub(caller)
        with pytest.raises(NotAllowed):
            await offered(stub)
        with pytest.raises(NotAllowed, match="for people"):
            await take(stub, waiting.id)
        with pytest.raises(InvalidSlots, match="for people"):
            await hosting.invite(NEXT_AVAILABLE, stub=stub, first=caller.id)


async def test_a_seat_of_the_lobby_can_be_taken_beside_those_who_are_named(hosting: Hosting) -> None:
    made = await anna(hosting, BEN, NEXT_AVAILABLE)
    (seat,) = await offered(hosting.stranger)
    taken = await take(hosting.stranger, seat.link)
    assert (taken.id, taken.status) == (made.id, INVITED)
    assert (await take(hosting.stranger, seat.link)).id == made.id
    match = (await accept(hosting.ben, made.id)).match
    assert (match.status, players(match)) == (RUNNING, sorted((ANNA, BEN, STRANGER)))
    with pytest.raises(NotAllowed):
        await take(hosting.cleo, seat.link)


async def test_who_has_gone_is_not_seated_when_the_last_accepts(hosting: Hosting) -> None:
    made = await anna(hosting, BEN, NEXT_AVAILABLE)
    await take(hosting.stranger, made.id)
    hosting.table.clock.advance(HELD_MS - 1)
    await anna(hosting, BEN, NEXT_AVAILABLE)
    hosting.table.clock.advance(1)
    match = (await accept(hosting.ben, made.id)).match
    assert (match.status, [seat.kind for seat in match.seats]) == (INVITED, ["person", "person", "next"])
    assert (await take(hosting.cleo, made.id)).status == RUNNING


async def test_what_waits_for_nobody_cannot_be_taken(hosting: Hosting) -> None:
    made = await anna(hosting, BEN)
    linked = await anna(hosting, "", request_id="linked")
    for match_id in (made.id, linked.id):
        with pytest.raises(UnknownMatch):
            await take(hosting.cleo, match_id)


async def test_somebody_waits_for_so_many_matches_and_no_more(hosting: Hosting) -> None:
    stubs = ((hosting.anna, ANNA), (hosting.cleo, CLEO))
    made = [
        await hosting.invite(NEXT_AVAILABLE, BEN, request_id=f"{number}", stub=stub, first=first)
        for stub, first in stubs
        for number in range(MOST_WAITED_IN // 2 + 1)
    ]
    for match in made[:MOST_WAITED_IN]:
        await take(hosting.stranger, match.id)
    with pytest.raises(LimitReached, match="You wait for"):
        await take(hosting.stranger, made[MOST_WAITED_IN].id)


async def test_bots_and_personas_may_be_named_beside_the_next_available(hosting: Hosting) -> None:
    with pytest.raises(InvalidSlots, match="not connected"):
        await anna(hosting, BOT, NEXT_AVAILABLE)
    made = await anna(hosting, PERSONA, NEXT_AVAILABLE)
    assert (made.status, made.rated) == (INVITED, False)
    assert (await take(hosting.stranger, made.id)).status == RUNNING


@both_databases
async def test_of_many_who_ask_at_one_moment_all_but_one_at_most_play(hosting: Hosting) -> None:
    for number in range(3):
        asked = [one(hosting, request_id=f"{number}") for one in (anna, stranger, cleo)]
        ben = hosting.invite(NEXT_AVAILABLE, request_id=f"{number}", stub=hosting.ben, first=BEN)
        made = await asyncio.gather(*asked, ben)
        seen = [await hosting.seen(match_id) for match_id in {match.id for match in made}]
        assert [match.status for match in seen] == [RUNNING, RUNNING]
        assert sorted(player for match in seen for player in players(match)) == sorted((ANNA, BEN, CLEO, STRANGER))


@both_databases
async def test_one_request_that_is_sent_twice_at_one_moment_waits_once(hosting: Hosting) -> None:
    made = await asyncio.gather(*(anna(hosting) for _ in range(4)))
    assert len({match.id for match in made}) == 1
    assert len(await offered(hosting.cleo)) == 1


@both_databases
async def test_of_two_who_take_the_last_seat_at_one_moment_one_gets_it(hosting: Hosting) -> None:
    made = await anna(hosting)
    answers = await asyncio.gather(take(hosting.stranger, made.id), take(hosting.cleo, made.id), return_exceptions=True)
    assert sorted(isinstance(answer, match_pb2.Match) for answer in answers) == [False, True]
    assert (await hosting.seen(made.id)).status == RUNNING


async def test_who_waits_is_free_to_play_where_somebody_else_waits(hosting: Hosting) -> None:
    await anna(hosting)
    theirs = await stranger(hosting, NEXT_AVAILABLE, NEXT_AVAILABLE)
    assert (await take(hosting.stub(ANNA_CALLER), theirs.id)).id == theirs.id


async def test_an_invitation_says_whether_it_lasts_only_while_it_is_watched(hosting: Hosting) -> None:
    assert (await anna(hosting)).is_in_lobby
