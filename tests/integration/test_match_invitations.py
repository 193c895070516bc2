"""Invitations over gRPC: who is told what, who may do what, and who is first where several come at once."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

import pytest
from fixtures.acquaintances import Circle
from fixtures.databases import both_databases
from fixtures.hosting import CLEO, PERSONA, STRANGER, Hosting, accept, cancel, decline, friends, hosted
from fixtures.match_table import ANNA_CALLER, match_table
from fixtures.matches import ANNA, BEN, timeless
from fixtures.patience import PATIENCE_S, until
from fixtures.people import Players
from fixtures.services import InProcess, Keys
from sqlalchemy import Connection

from redscience.api.match.v1 import match_pb2
from redscience.api.match.v1.match_pb2_grpc import MatchServiceStub
from redscience.api.players.v1.players_pb2 import MakePersonaRequest
from redscience.errors import (
    CalledOff,
    InvalidSlots,
    LimitReached,
    MatchStarted,
    NotAllowed,
    RedscienceError,
    Unavailable,
    UnknownMatch,
)
from redscience.names import ANONYMOUS_ID, RANDOM_ID
from services.kit.clock import ManualClock
from services.kit.database import Database
from services.kit.identity import Caller
from services.match.__main__ import compose as compose_match
from services.match.acquaintances import Acquaintance
from services.match.adjudicator import Adjudicator
from services.match.invitation import LAPSES_AFTER_MS
from services.match.invitation_store import MOST_SENT, MOST_WAITING
from services.match.model import Snapshot
from services.players.__main__ import compose as compose_players
from services.rules.__main__ import compose as compose_rules

INVITED, RUNNING, CALLED_OFF = match_pb2.STATUS_INVITED, match_pb2.STATUS_RUNNING, match_pb2.STATUS_CALLED_OFF


@pytest.fixture
def circle() -> Circle:
    return friends()


@pytest.fixture
async def hosting(services: InProcess, circle: Circle) -> Hosting:
    return await hosted(services, circle)


@both_databases
async def test_a_match_starts_when_the_last_has_accepted(hosting: Hosting) -> None:
    made = await hosting.invite(BEN, CLEO)
    assert (made.status, made.viewer, made.view, made.view_version) == (INVITED, "", "", 0)
    assert made.lapses_at_ms == made.created_at_ms + LAPSES_AFTER_MS
    assert [(seat.seat, seat.player_name, seat.accepted) for seat in made.seats] == [
        ("", "Anna", True),
        ("", "Ben", False),
        ("", "Cleo", False),
    ]
    one = (await accept(hosting.ben, made.id)).match
    assert (one.status, [seat.accepted for seat in one.seats]) == (INVITED, [True, True, False])
    started = (await accept(hosting.cleo, made.id)).match
    assert (started.id, started.status, started.rated) == (made.id, RUNNING, True)
    assert started.viewer == next(seat.seat for seat in started.seats if seat.player_id == CLEO)
    assert sorted(seat.seat for seat in started.seats) == ["black", "pink", "white"]
    assert [seat.player_id for seat in started.seats] == [ANNA, BEN, CLEO]
    assert (await hosting.seen(made.id)).status == RUNNING
    # Whoever accepts again is told of the match, and nothing has changed.
    again = (await accept(hosting.cleo, made.id)).match
    assert timeless(again) == timeless(started)


async def test_a_match_whose_start_was_not_confirmed_is_told_of(
    hosting: Hosting, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = await hosting.invite(BEN)
    write, tell, told = Database.write_short, Adjudicator._tell, list[str]()

    async def write_and_be_cut(database: Database, work: Callable[[Connection], object]) -> None:
        await write(database, work)
        raise Unavailable("The connection was cut.")

    def note(adjudicator: Adjudicator, snapshot: Snapshot) -> None:
        told.append(snapshot.match.id)
        tell(adjudicator, snapshot)

    monkeypatch.setattr(Adjudicator, "_tell", note)
    with monkeypatch.context() as patched:
        patched.setattr(Database, "write_short", write_and_be_cut)
        with pytest.raises(Unavailable, match="cut"):
            await accept(hosting.ben, made.id)
    await until(lambda: told == [made.id])
    assert (await accept(hosting.ben, made.id)).match.status == RUNNING


async def test_own_personas_accept_at_once_and_a_match_against_them_does_not_count(hosting: Hosting) -> None:
    match = await hosting.invite(PERSONA)
    assert (match.status, match.rated) == (RUNNING, False)
    assert [(seat.player_name, seat.kind) for seat in match.seats] == [("Anna", "person"), ("Alter", "persona")]
    for seat in ("black", "white"):
        request = match_pb2.GetRequest(match_id=match.id, seat=seat)
        assert (await hosting.anna.Get(request)).match.viewer == seat


async def test_the_players_service_says_who_may_be_invited(services: InProcess, keys: Keys) -> None:
    clock = services.clock = ManualClock()
    for service, compose in {"rules": compose_rules, "players": compose_players, "match": compose_match}.items():
        await services.start(service, compose)
    players = Players(services, keys, clock)
    anna, ben = await players.caller("anna@example.org"), await players.caller("ben@example.org")
    persona = (await players.stub(anna).MakePersona(MakePersonaRequest(name="Alter"))).player
    hosting = Hosting(await match_table(services), Circle(), "")
    stub = hosting.stub(anna)
    match = await hosting.invite(persona.id, stub=stub, first=anna.id)
    assert (match.status, match.seats[1].kind, match.seats[1].player_name) == (RUNNING, "persona", "Alter")
    with pytest.raises(InvalidSlots) as refused:
        await hosting.invite(ben.id, stub=stub, first=anna.id, request_id="ben")
    assert [str(fault) for fault in refused.value.faults] == [
        "player_ids[1]: is not your friend. Ask them to be friends first."
    ]
    with pytest.raises(InvalidSlots):
        await hosting.invite(STRANGER, stub=stub, first=anna.id, request_id="nobody")


async def test_players_are_asked_only_where_somebody_else_is_named(hosting: Hosting) -> None:
    await hosting.invite(RANDOM_ID)
    assert hosting.circle.asked == []
    await hosting.invite(RANDOM_ID, BEN, request_id="two")
    assert hosting.circle.asked == [(BEN,)]


async def test_who_is_no_friend_is_not_invited(hosting: Hosting) -> None:
    with pytest.raises(InvalidSlots) as refused:
        await hosting.invite(STRANGER, BEN)
    assert [str(fault) for fault in refused.value.faults] == [
        "player_ids[1]: is not your friend. Ask them to be friends first."
    ]
    hosting.circle.banned.add(frozenset({ANNA, BEN}))
    with pytest.raises(InvalidSlots) as refused:
        await hosting.invite(BEN)
    assert [fault.path for fault in refused.value.faults] == ["player_ids[1]"]


async def test_who_may_not_meet_those_who_have_accepted_by_now_cannot_accept(hosting: Hosting) -> None:
    made = await hosting.invite(BEN, CLEO)
    hosting.circle.banned.add(frozenset({ANNA, BEN}))
    with pytest.raises(NotAllowed, match="cannot play together now"):
        await accept(hosting.ben, made.id)
    assert (await hosting.seen(made.id)).status == INVITED
    # Cleo has nothing to do with that, until Ben is there.
    await accept(hosting.cleo, made.id)
    hosting.circle.banned = {frozenset({CLEO, BEN})}
    with pytest.raises(NotAllowed, match="cannot play together now"):
        await accept(hosting.ben, made.id)
    hosting.circle.banned.clear()
    assert (await accept(hosting.ben, made.id)).match.status == RUNNING
    # Whoever has accepted is told of the match again, whatever has come between them since.
    hosting.circle.banned.add(frozenset({ANNA, BEN}))
    assert (await accept(hosting.ben, made.id)).match.status == RUNNING


async def test_who_is_met_is_asked_again_where_somebody_accepts_meanwhile(
    hosting: Hosting, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, check = await hosting.invite(BEN, CLEO), Circle.check
    hosting.circle.banned.add(frozenset({CLEO, BEN}))

    async def cleo_is_quicker(circle: Circle, asked: Sequence[str], *of: str, **more: str) -> Sequence[Acquaintance]:
        monkeypatch.setattr(Circle, "check", check)
        await accept(hosting.cleo, made.id)
        return await check(circle, asked, *of, **more)

    monkeypatch.setattr(Circle, "check", cleo_is_quicker)
    with pytest.raises(NotAllowed, match="cannot play together now"):
        await accept(hosting.ben, made.id)


async def test_visitors_play_each_their_own_match_which_does_not_count(hosting: Hosting) -> None:
    one, other = (
        hosting.stub(Caller(ANONYMOUS_ID, "anonymous", "anonymous", "public", "Anonymous", session))
        for session in ("01A", "01B")
    )
    mine = await hosting.invite(RANDOM_ID, stub=one, first=ANONYMOUS_ID)
    # Though they share a player, and chose the same id for their requests.
    theirs = await hosting.invite(RANDOM_ID, stub=other, first=ANONYMOUS_ID)
    assert mine.id != theirs.id
    assert (mine.rated, mine.seats[0].kind) == (False, "anonymous")
    assert (await hosting.seen(mine.id, one)).viewer == mine.viewer
    assert (await hosting.seen(mine.id, other)).viewer == "spectator"
    with pytest.raises(NotAllowed):
        await other.Leave(match_pb2.LeaveRequest(match_id=mine.id, request_id="leave"))
    with pytest.raises(InvalidSlots, match="is not your friend"):
        await hosting.invite(BEN, stub=one, first=ANONYMOUS_ID, request_id="ben")


@pytest.mark.parametrize(
    ("answer", "reason", "declined"),
    [
        (lambda hosting, match_id: decline(hosting.ben, match_id), match_pb2.REASON_DECLINED, [False, True, False]),
        (lambda hosting, match_id: cancel(hosting.anna, match_id), match_pb2.REASON_CANCELLED, [False] * 3),
    ],
    ids=["declined", "cancelled"],
)
async def test_all_are_told_that_and_why_it_is_called_off(
    hosting: Hosting,
    answer: Callable[[Hosting, str], asyncio.Future[match_pb2.DeclineResponse]],
    reason: match_pb2.Reason,
    declined: list[bool],
) -> None:
    made = await hosting.invite(BEN, CLEO)
    heard = aiter(hosting.cleo.Watch(match_pb2.WatchRequest(match_id=made.id)))
    assert (await anext(heard)).match.status == INVITED
    told = (await answer(hosting, made.id)).match
    assert (told.status, told.reason, [seat.declined for seat in told.seats]) == (CALLED_OFF, reason, declined)
    last = [message.match async for message in heard]
    assert [timeless(message) for message in last] == [timeless(told)]
    assert timeless((await answer(hosting, made.id)).match) == timeless(told)
    assert timeless(await hosting.seen(made.id)) == timeless(told)
    with pytest.raises(CalledOff):
        await accept(hosting.cleo, made.id)


async def test_whoever_watches_an_invitation_goes_on_to_see_the_match(hosting: Hosting) -> None:
    made = await hosting.invite(BEN, CLEO)
    heard = aiter(hosting.anna.Watch(match_pb2.WatchRequest(match_id=made.id)))
    assert (await anext(heard)).match.status == INVITED
    await accept(hosting.ben, made.id)
    assert [seat.accepted for seat in (await anext(heard)).match.seats] == [True, True, False]
    await accept(hosting.cleo, made.id)
    match = (await asyncio.wait_for(anext(heard), PATIENCE_S)).match
    assert (match.status, match.view_version) == (RUNNING, 1)
    assert match.viewer != "spectator"


async def test_an_invitation_lapses_also_where_nobody_looks(hosting: Hosting) -> None:
    made = await hosting.invite(BEN)
    # A stream ends with its token, and that lasts no longer than an invitation.
    hosting.table.clock.advance(LAPSES_AFTER_MS - 1)
    heard = aiter(hosting.ben.Watch(match_pb2.WatchRequest(match_id=made.id)))
    await anext(heard)
    hosting.table.clock.advance(1)
    # The sweep finds it, and wakes whoever watches.
    told = (await asyncio.wait_for(anext(heard), PATIENCE_S)).match
    assert (told.status, told.reason) == (CALLED_OFF, match_pb2.REASON_LAPSED)
    assert (await hosting.seen(made.id)).reason == match_pb2.REASON_LAPSED
    with pytest.raises(CalledOff, match="lapsed"):
        await accept(hosting.ben, made.id)


async def test_it_is_nobody_elses_business(hosting: Hosting) -> None:
    made = await hosting.invite(BEN)
    calls = (
        lambda: hosting.seen(made.id, hosting.stranger),
        lambda: accept(hosting.stranger, made.id),
        lambda: decline(hosting.stranger, made.id),
        lambda: cancel(hosting.stranger, made.id),
        lambda: anext(aiter(hosting.stranger.Watch(match_pb2.WatchRequest(match_id=made.id)))),
    )
    for call in calls:
        with pytest.raises(UnknownMatch):
            await call()
    with pytest.raises(NotAllowed):
        await cancel(hosting.ben, made.id)
    with pytest.raises(NotAllowed):
        await decline(hosting.anna, made.id)
    with pytest.raises(UnknownMatch):
        await hosting.anna.Play(match_pb2.PlayRequest(match_id=made.id, request_id="x", moves=["1,1"]))
    await accept(hosting.ben, made.id)
    with pytest.raises(NotAllowed):
        await accept(hosting.stranger, made.id)
    with pytest.raises(MatchStarted):
        await decline(hosting.ben, made.id)
    with pytest.raises(MatchStarted):
        await cancel(hosting.anna, made.id)


async def test_lists_have_the_invitations_that_are_the_callers_business(hosting: Hosting) -> None:
    first = await hosting.invite(BEN, request_id="1")
    match = await hosting.invite(RANDOM_ID, request_id="2")
    second = await hosting.invite(CLEO, request_id="3")
    over = await hosting.invite(BEN, request_id="4")
    await decline(hosting.ben, over.id)

    async def listed(stub: MatchServiceStub, **wanted: object) -> list[str]:
        return [one.id for one in (await stub.List(match_pb2.ListRequest(**wanted))).matches]  # type: ignore[arg-type]

    assert await listed(hosting.anna) == [second.id, match.id, first.id]
    assert await listed(hosting.ben) == [match.id, first.id]
    assert await listed(hosting.stranger) == [match.id]
    assert await listed(hosting.anna, status=INVITED) == [second.id, first.id]
    assert await listed(hosting.anna, status=INVITED, player_id=BEN) == [first.id]
    assert await listed(hosting.anna, status=INVITED, page_token=second.id) == [first.id]
    assert await listed(hosting.anna, status=RUNNING) == [match.id]
    page = await hosting.anna.List(match_pb2.ListRequest(page_size=2))
    assert [one.id for one in page.matches] == [second.id, match.id]
    assert await listed(hosting.anna, page_token=page.next_page_token) == [first.id]
    hosting.table.clock.advance(LAPSES_AFTER_MS)
    assert await listed(hosting.anna, status=INVITED) == []


async def test_inviting_again_is_answered_as_before(hosting: Hosting) -> None:
    first = await hosting.invite(BEN)
    hosting.table.clock.advance(5000)
    await accept(hosting.ben, first.id)
    assert await hosting.invite(BEN) == first


async def test_so_many_invitations_are_open_and_no_more(hosting: Hosting) -> None:
    for number in range(MOST_SENT):
        last = await hosting.invite(BEN, request_id=f"{number}")
    hosting.table.clock.advance(60_000)
    with pytest.raises(LimitReached, match=f"{MOST_SENT} invitations of yours") as refused:
        await hosting.invite(CLEO)
    assert refused.value.retry_after_s == (LAPSES_AFTER_MS - 60_000) // 1000
    await cancel(hosting.anna, last.id)
    assert (await hosting.invite(CLEO)).status == INVITED


async def test_one_player_is_not_buried_in_invitations(hosting: Hosting, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("services.match.invitation_store.MOST_SENT", MOST_WAITING + 1)
    for number in range(MOST_WAITING):
        await hosting.invite(BEN, request_id=f"{number}")
    with pytest.raises(LimitReached) as refused:
        await hosting.invite(RANDOM_ID, BEN, request_id="more")
    assert [fault.path for fault in refused.value.faults] == ["player_ids[2]"]
    assert refused.value.retry_after_s > 0


async def test_who_holds_as_many_seats_as_one_may_accepts_none(services: InProcess, circle: Circle) -> None:
    services.clock = ManualClock()
    config = replace(services.config("match"), most_seats=1)
    await services.start("rules", compose_rules)
    await services.start("match", partial(compose_match, acquaintances=circle), config=config)
    hosting = Hosting(await match_table(services), circle, "")
    made = await hosting.invite(BEN)
    mine = await hosting.invite(RANDOM_ID, stub=hosting.ben, first=BEN)
    with pytest.raises(LimitReached, match="You hold 1 seats"):
        await accept(hosting.ben, made.id)
    await hosting.ben.Leave(match_pb2.LeaveRequest(match_id=mine.id, request_id="leave"))
    assert (await accept(hosting.ben, made.id)).match.status == RUNNING


@both_databases
async def test_of_those_who_answer_at_one_moment_one_is_the_first(hosting: Hosting) -> None:
    statuses = set()
    for number in range(8):
        made = await hosting.invite(BEN, CLEO, request_id=f"{number}")
        await accept(hosting.ben, made.id)
        calls = [accept(hosting.cleo, made.id), decline(hosting.ben, made.id), cancel(hosting.anna, made.id)]
        answers = await asyncio.gather(*(calls if number % 2 else reversed(calls)), return_exceptions=True)
        assert all(
            not isinstance(answer, BaseException) or isinstance(answer, (CalledOff, MatchStarted)) for answer in answers
        )
        after = await hosting.seen(made.id)
        statuses.add(after.status)
        told = [answer.match for answer in answers if not isinstance(answer, BaseException)]  # type: ignore[union-attr]
        assert {one.status for one in told} == {after.status}
        assert {one.reason for one in told} == {after.reason}
    assert statuses <= {RUNNING, CALLED_OFF}


@both_databases
async def test_two_who_are_the_last_at_one_moment_start_one_match(hosting: Hosting) -> None:
    for number in range(5):
        made = await hosting.invite(BEN, CLEO, request_id=f"{number}")
        await asyncio.gather(accept(hosting.ben, made.id), accept(hosting.cleo, made.id))
        assert (await hosting.seen(made.id)).status == RUNNING
    listed = (await hosting.anna.List(match_pb2.ListRequest())).matches
    assert len(listed) == 5


async def test_another_replica_hears_of_it(hosting: Hosting, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("services.match.watching.BACKSTOP_S", 3600)
    services = hosting.table.services
    config = replace(services.config("match"), address=services.addresses["chaos"])
    await services.start("chaos", partial(compose_match, acquaintances=hosting.circle), config=config)
    there = MatchServiceStub(services.channel("chaos", ANNA_CALLER))
    made = await hosting.invite(BEN)
    heard = aiter(there.Watch(match_pb2.WatchRequest(match_id=made.id)))
    assert (await anext(heard)).match.status == INVITED
    await accept(hosting.ben, made.id)
    assert (await asyncio.wait_for(anext(heard), PATIENCE_S)).match.status == RUNNING


async def test_what_fails_while_a_match_starts_leaves_the_invitation_as_it_was(
    hosting: Hosting, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = await hosting.invite(BEN)

    def full(*_: object) -> None:
        raise Unavailable("The disk is full.")

    with monkeypatch.context() as patched:
        patched.setattr("services.match.store._closed", full)
        with pytest.raises(RedscienceError, match="full"):
            await accept(hosting.ben, made.id)
    assert timeless(await hosting.seen(made.id)) == timeless(made)
    assert (await accept(hosting.ben, made.id)).match.status == RUNNING


@both_databases
async def test_ones_own_matches_say_what_one_owes_and_until_when(hosting: Hosting) -> None:
    made = await hosting.invite(BEN)
    assert not made.is_in_lobby
    await accept(hosting.ben, made.id)
    of_others = await hosting.invite(CLEO, request_id="other", stub=hosting.ben, first=BEN)
    await accept(hosting.cleo, of_others.id)
    told = {}
    for name, stub in (("Anna", hosting.anna), ("Ben", hosting.ben)):
        listed = await stub.List(match_pb2.ListRequest(own=True, status=match_pb2.STATUS_RUNNING))
        told[name] = {match.id: match for match in listed.matches}
        seen = await hosting.seen(made.id, stub)
        own = told[name][made.id]
        assert (own.viewer, own.due_at_ms, own.is_acting) == (seen.viewer, seen.due_at_ms, seen.viewer == "black")
        assert (own.view, own.due_at_ms > 0) == ("", True)
        assert list(own.acting) == list(seen.acting) == json.loads(seen.view)["acting"] == ["black"]
    assert (set(told["Anna"]), set(told["Ben"])) == ({made.id}, {made.id, of_others.id})
    everything = (await hosting.anna.List(match_pb2.ListRequest(status=match_pb2.STATUS_RUNNING))).matches
    assert {(match.id, match.viewer, match.due_at_ms, *match.acting) for match in everything} == {
        (made.id, "", 0),
        (of_others.id, "", 0),
    }
