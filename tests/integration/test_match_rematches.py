"""Another match of the same players."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest
from fixtures.databases import both_databases
from fixtures.hosting import PERSONA, Hosting, accept, decline, friends, hosted
from fixtures.match_table import ANNA_CALLER
from fixtures.matches import ANNA, BEN
from fixtures.patience import PATIENCE_S
from fixtures.services import InProcess

from redscience.api.match.v1 import match_pb2
from redscience.api.match.v1.match_pb2_grpc import MatchServiceStub
from redscience.api.rules.v1 import rules_pb2
from redscience.api.rules.v1.rules_pb2_grpc import RulesServiceStub
from redscience.errors import InvalidSlots, MatchRunning, NotAllowed, UnknownGame, UnknownMatch
from redscience.names import RANDOM_ID
from services.match import watching
from services.match.invitation import LAPSES_AFTER_MS
from services.match.invitation_store import KEPT_MS

INVITED, RUNNING = match_pb2.STATUS_INVITED, match_pb2.STATUS_RUNNING


@pytest.fixture
async def hosting(services: InProcess) -> Hosting:
    return await hosted(services, friends())


async def rematch(stub: MatchServiceStub, match_id: str, request_id: str = "") -> match_pb2.Match:
    request = match_pb2.RematchRequest(match_id=match_id, request_id=request_id or f"again-{match_id}")
    return (await stub.Rematch(request)).match


async def played(hosting: Hosting, *player_ids: str) -> str:
    """The id of a match of Anna's that has ended."""
    made = await hosting.invite(*player_ids)
    if BEN in player_ids:
        await accept(hosting.ben, made.id)
    await leave(hosting, made.id)
    return made.id


async def leave(hosting: Hosting, match_id: str) -> None:
    seen = await hosting.seen(match_id)
    request = match_pb2.LeaveRequest(match_id=match_id, seat=seen.viewer, request_id=f"leave-{match_id}")
    await hosting.anna.Leave(request)


async def test_who_asks_second_accepts_and_seats_are_drawn_anew(hosting: Hosting) -> None:
    before = await played(hosting, BEN)
    asked = await rematch(hosting.ben, before)
    assert (asked.status, asked.game_name) == (INVITED, "Tic-Tac-Toe")
    assert [(seat.player_id, seat.accepted) for seat in asked.seats] == [(BEN, True), (ANNA, False)]
    assert (await rematch(hosting.ben, before, "twice")).id == asked.id
    started = await rematch(hosting.anna, before)
    assert (started.id, started.status, started.rated) == (asked.id, RUNNING, True)
    # It is one, whoever asks again.
    for number, stub in enumerate((hosting.anna, hosting.ben)):
        assert (await rematch(stub, before, f"late-{number}")).id == asked.id


async def test_others_accept_as_by_any_invitation(hosting: Hosting) -> None:
    asked = await rematch(hosting.anna, await played(hosting, BEN))
    assert (await accept(hosting.ben, asked.id)).match.status == RUNNING


@both_databases
async def test_two_who_ask_at_one_moment_start_one_match(hosting: Hosting) -> None:
    before = await played(hosting, BEN)
    for _ in range(3):
        one, other = await asyncio.gather(rematch(hosting.anna, before), rematch(hosting.ben, before))
        assert one.id == other.id
        assert (await hosting.seen(one.id)).status == RUNNING
        before = one.id
        await leave(hosting, before)


async def test_what_was_declined_can_be_asked_for_again(hosting: Hosting) -> None:
    before = await played(hosting, BEN)
    first = await rematch(hosting.anna, before)
    await decline(hosting.ben, first.id)
    second = await rematch(hosting.anna, before, "second")
    assert (second.id != first.id, second.status) == (True, INVITED)


@pytest.mark.parametrize("other", [RANDOM_ID, PERSONA])
async def test_where_all_accept_at_once_it_starts_at_once(hosting: Hosting, other: str) -> None:
    before = await played(hosting, other)
    after = await rematch(hosting.anna, before)
    assert (after.status, [seat.player_id for seat in after.seats]) == (RUNNING, [ANNA, other])
    assert (await rematch(hosting.anna, before, "twice")).id == after.id


async def test_who_are_friends_no_more_may_play_on_but_not_who_is_banned(hosting: Hosting) -> None:
    before = await played(hosting, BEN)
    hosting.circle.friends.clear()
    asked = await rematch(hosting.anna, before)
    assert asked.status == INVITED
    await decline(hosting.ben, asked.id)
    hosting.circle.banned.add(frozenset({ANNA, BEN}))
    with pytest.raises(InvalidSlots, match="is not your friend"):
        await rematch(hosting.anna, before, "banned")


async def test_no_other_match_follows_of_a_hidden_game(
    services: InProcess, hosting: Hosting, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("services.kit.rulebook.REMEMBERED_S", 0.0)
    before = await played(hosting, BEN)
    admin = RulesServiceStub(services.channel("rules", replace(ANNA_CALLER, role="admin")))
    await admin.Hide(rules_pb2.HideRequest(game_id=(await hosting.seen(before)).game_id))
    with pytest.raises(UnknownGame, match="hidden by an admin"):
        await rematch(hosting.ben, before)


async def test_only_who_played_a_match_that_has_ended_asks(hosting: Hosting) -> None:
    before = await played(hosting, BEN)
    with pytest.raises(NotAllowed):
        await rematch(hosting.stranger, before)
    running = await hosting.invite(RANDOM_ID, request_id="running")
    with pytest.raises(MatchRunning):
        await rematch(hosting.anna, running.id)


def followed(stub: MatchServiceStub, match_id: str) -> AsyncIterator[match_pb2.WatchRematchResponse]:
    return aiter(stub.WatchRematch(match_pb2.WatchRematchRequest(match_id=match_id)))


async def heard(stream: AsyncIterator[match_pb2.WatchRematchResponse]) -> match_pb2.WatchRematchResponse:
    async with asyncio.timeout(PATIENCE_S):
        return await anext(stream)


async def test_who_played_is_told_what_follows_without_a_look(
    hosting: Hosting, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watching, "BACKSTOP_S", 10 * PATIENCE_S)
    before = await played(hosting, BEN)
    of_anna, of_ben = followed(hosting.anna, before), followed(hosting.ben, before)
    for stream in (of_anna, of_ben):
        assert not (await heard(stream)).HasField("match")
    first = await rematch(hosting.ben, before)
    for stream in (of_anna, of_ben):
        told = (await heard(stream)).match
        assert (told.id, told.status, [seat.accepted for seat in told.seats]) == (first.id, INVITED, [True, False])
    await decline(hosting.anna, first.id)
    second = await rematch(hosting.anna, before, "second")
    for stream in (of_anna, of_ben):
        assert (await heard(stream)).match.id == second.id
    # Whoever comes later is told at once what there is by then.
    await rematch(hosting.ben, before, "third")
    assert (await heard(followed(hosting.ben, before))).match.status == RUNNING


async def test_what_follows_and_is_forgotten_is_nothing(hosting: Hosting) -> None:
    before = await played(hosting, BEN)
    asked = await rematch(hosting.anna, before)
    await decline(hosting.ben, asked.id)
    assert (await heard(followed(hosting.anna, before))).match.status == match_pb2.STATUS_CALLED_OFF
    hosting.table.clock.advance(KEPT_MS + LAPSES_AFTER_MS)
    async with asyncio.timeout(PATIENCE_S):
        while (await heard(followed(hosting.anna, before))).HasField("match"):  # noqa: ASYNC110  # only asking shows it
            await asyncio.sleep(0.05)


async def test_only_who_played_a_match_that_has_ended_is_told_what_follows(hosting: Hosting) -> None:
    before = await played(hosting, BEN)
    await rematch(hosting.anna, before)
    for stub in (hosting.stranger, hosting.cleo):
        with pytest.raises(NotAllowed):
            await heard(followed(stub, before))
    with pytest.raises(UnknownMatch):
        await heard(followed(hosting.anna, "01J00000000000000000000000"))
    running = await hosting.invite(RANDOM_ID, request_id="running")
    with pytest.raises(MatchRunning):
        await heard(followed(hosting.anna, running.id))
