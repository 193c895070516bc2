"""Seats that are open to whoever has the link."""

from __future__ import annotations

import asyncio

import pytest
from fixtures.databases import both_databases
from fixtures.hosting import CLEO, STRANGER, Hosting, accept, cancel, friends, hosted
from fixtures.match_table import ELSEWHERE
from fixtures.matches import ANNA, BEN
from fixtures.services import InProcess

from redscience.api.match.v1 import match_pb2
from redscience.api.match.v1.match_pb2_grpc import MatchServiceStub
from redscience.errors import CalledOff, InvalidSlots, MatchStarted, NotAllowed, UnknownMatch
from redscience.names import ANONYMOUS_ID, RANDOM_ID
from services.kit.identity import Caller

INVITED, RUNNING = match_pb2.STATUS_INVITED, match_pb2.STATUS_RUNNING
VISITOR = Caller(ANONYMOUS_ID, "anonymous", "anonymous", "public", "Anonymous", "01A")


@pytest.fixture
async def hosting(services: InProcess) -> Hosting:
    return await hosted(services, friends())


async def join(stub: MatchServiceStub, link: str) -> match_pb2.Match:
    return (await stub.Join(match_pb2.JoinRequest(link=link))).match


async def test_who_has_the_link_takes_the_seat_without_being_a_friend(hosting: Hosting) -> None:
    made = await hosting.invite("")
    assert (made.status, made.rated, made.seats[1].kind, made.seats[1].accepted) == (INVITED, True, "open", False)
    assert (await hosting.seen(made.id)).link == made.link
    with pytest.raises(UnknownMatch):
        await hosting.seen(made.id, hosting.stranger)
    match = await join(hosting.stranger, made.link)
    assert (match.id, match.status, match.link, match.rated) == (made.id, RUNNING, "", True)
    assert [seat.player_id for seat in match.seats] == [ANNA, STRANGER]
    # It has worked; to open the link again changes nothing, and for others it is too late.
    assert (await join(hosting.stranger, made.link)).id == made.id
    with pytest.raises(NotAllowed):
        await join(hosting.ben, made.link)


async def test_the_link_is_told_to_nobody_but_whoever_invites(hosting: Hosting) -> None:
    made = await hosting.invite(BEN, "")
    assert made.link.startswith(made.id)
    assert (await hosting.seen(made.id, hosting.ben)).link == ""
    (listed,) = (await hosting.ben.List(match_pb2.ListRequest())).matches
    (own,) = (await hosting.anna.List(match_pb2.ListRequest())).matches
    assert (listed.link, own.link) == ("", made.link)


async def test_others_are_waited_for(hosting: Hosting) -> None:
    made = await hosting.invite(BEN, "")
    joined = await join(hosting.stranger, made.link)
    assert (joined.status, [seat.accepted for seat in joined.seats]) == (INVITED, [True, False, True])
    assert await join(hosting.anna, made.link) != joined
    with pytest.raises(MatchStarted, match="All seats"):
        await join(hosting.cleo, made.link)
    assert (await accept(hosting.ben, made.id)).match.status == RUNNING


@pytest.mark.parametrize("link", ["", "x", "{id}", "{id}x", "{link}x", "é" * 30, "{id}\u00e9"])
async def test_what_is_no_link_leads_nowhere(hosting: Hosting, link: str) -> None:
    made = await hosting.invite("")
    with pytest.raises(UnknownMatch):
        await join(hosting.stranger, link.format(id=made.id, link=made.link))
    closed = await hosting.invite(BEN, request_id="closed")
    assert closed.link == ""
    with pytest.raises(UnknownMatch):
        await join(hosting.stranger, closed.id)


async def test_bans_and_universes_are_honoured(hosting: Hosting) -> None:
    made = await hosting.invite("")
    hosting.circle.banned.add(frozenset({ANNA, STRANGER}))
    with pytest.raises(UnknownMatch):
        await join(hosting.stranger, made.link)
    with pytest.raises(UnknownMatch):
        await join(hosting.stub(ELSEWHERE), made.link)
    assert (await hosting.seen(made.id)).status == INVITED


async def test_a_visitor_takes_no_seat_beside_people(hosting: Hosting) -> None:
    made = await hosting.invite(RANDOM_ID, "")
    visitor = hosting.stub(VISITOR)
    with pytest.raises(NotAllowed, match="Log in to take this seat"):
        await join(visitor, made.link)
    with pytest.raises(InvalidSlots, match="is open to people"):
        await hosting.invite("", stub=visitor, first=ANONYMOUS_ID)


async def test_a_link_ends_with_its_invitation(hosting: Hosting) -> None:
    made = await hosting.invite("")
    await cancel(hosting.anna, made.id)
    with pytest.raises(CalledOff, match="taken back"):
        await join(hosting.stranger, made.link)


@both_databases
async def test_two_who_open_a_link_at_one_moment_sit_in_different_seats(hosting: Hosting) -> None:
    for number in range(4):
        made = await hosting.invite("", "", request_id=f"{number}")
        await asyncio.gather(join(hosting.stranger, made.link), join(hosting.cleo, made.link))
        match = await hosting.seen(made.id)
        assert match.status == RUNNING
        assert sorted(seat.player_id for seat in match.seats) == sorted((ANNA, STRANGER, CLEO))


@both_databases
async def test_who_have_banned_each_other_do_not_both_get_in(hosting: Hosting) -> None:
    hosting.circle.banned.add(frozenset({CLEO, STRANGER}))
    made = await hosting.invite("", "")
    answers = await asyncio.gather(
        join(hosting.stranger, made.link), join(hosting.cleo, made.link), return_exceptions=True
    )
    assert sorted(isinstance(answer, UnknownMatch) for answer in answers) == [False, True]
    assert (await hosting.seen(made.id)).status == INVITED


async def look(stub: MatchServiceStub, link: str) -> match_pb2.Match:
    return (await stub.Get(match_pb2.GetRequest(link=link))).match


async def test_who_has_the_link_may_look_before_they_take_the_seat(hosting: Hosting) -> None:
    made = await hosting.invite("")
    seen = await look(hosting.stranger, made.link)
    assert (seen.id, seen.status, seen.game_name, seen.link) == (made.id, INVITED, made.game_name, "")
    assert [(seat.player_id, seat.kind) for seat in seen.seats] == [(ANNA, "person"), ("", "open")]
    await join(hosting.stranger, made.link)
    assert (await look(hosting.ben, made.link)).viewer == "spectator"


async def test_who_may_not_take_the_seat_may_not_look(hosting: Hosting) -> None:
    made = await hosting.invite("")
    hosting.circle.banned.add(frozenset({ANNA, STRANGER}))
    for stub, link in (
        (hosting.stranger, made.link),
        (hosting.stub(ELSEWHERE), made.link),
        (hosting.cleo, made.id),
        (hosting.cleo, made.link + "x"),
        (hosting.cleo, "x"),
    ):
        with pytest.raises(UnknownMatch):
            await look(stub, link)
    with pytest.raises(NotAllowed, match="Log in to take this seat"):
        await look(hosting.stub(VISITOR), made.link)
