"""Another address to log in by: confirmed where it is, told where it was, and of no use to anybody else."""

from __future__ import annotations

from dataclasses import replace

import pytest
from fixtures.databases import both_databases
from fixtures.people import Players, clock, players
from fixtures.services import InProcess, Keys

from redscience.api.players.v1 import players_pb2 as pb
from redscience.errors import InvalidField, NotAllowed, NotLoggedIn, TooManyTries, WrongCode
from services.kit.clock import ManualClock
from services.kit.identity import Caller
from services.players.__main__ import compose
from services.players.allowances import CODES_OF_PLAYER, WINDOW_MS
from services.players.codes import LIFETIME_MS, TRIES
from services.players.former_addresses import KEPT_DAYS, MOST_KEPT

__all__ = ["clock", "players"]

pytestmark = both_databases

OLD, NEW = "anna@school.example", "anna@home.example"


@pytest.fixture
async def anna(players: Players) -> Caller:
    return await players.caller(OLD)


async def asked(players: Players, who: Caller, email: str = NEW) -> pb.SetAddressRequest:
    """What gives somebody an address, once they have read the mail there."""
    challenge = (await players.stub(who).RequestAddressCode(pb.RequestAddressCodeRequest(email=email))).challenge
    code = await players.mailed_code(email.strip())
    return pb.SetAddressRequest(email=email, code=code, challenge=challenge)


async def log_in(players: Players, email: str) -> str:
    """The id of whoever an address leads to."""
    return str((await players.log_in(email)).player.id)


async def is_refused(players: Players, who: Caller, request: pb.SetAddressRequest, error: type[Exception]) -> bool:
    with pytest.raises(error):
        await players.stub(who).SetAddress(request)
    return True


async def test_who_has_confirmed_an_address_logs_in_by_it_and_after_two_weeks_by_the_former_one_no_more(
    players: Players, anna: Caller, clock: ManualClock
) -> None:
    secret = (await players.log_in(OLD)).secret
    request = await asked(players, anna, f" {NEW.upper()} ")
    changed = (await players.stub(anna).SetAddress(request)).player
    assert (changed.id, changed.email) == (anna.id, NEW)
    assert (await players.exchanged(secret)).id == anna.id
    assert await log_in(players, NEW) == anna.id
    clock.advance(KEPT_DAYS * 24 * 3_600_000)
    assert await log_in(players, OLD) != anna.id


async def test_who_reads_mail_at_the_former_address_takes_the_player_back(
    players: Players, anna: Caller, clock: ManualClock
) -> None:
    # Somebody at a browser that was left logged in goes from address to address, and logs out all others.
    thief = (await players.log_in(OLD)).secret
    for number in range(MOST_KEPT + 1):
        await players.stub(anna).SetAddress(await asked(players, anna, f"eve{number}@example.org"))
        clock.advance(WINDOW_MS)
    await players.stub(anna).EndSessions(pb.EndSessionsRequest(kept_secret=thief))
    assert await log_in(players, OLD) == anna.id
    with pytest.raises(NotLoggedIn):
        await players.exchanged(thief)
    for number in range(MOST_KEPT + 1):
        assert await log_in(players, f"eve{number}@example.org") != anna.id
        clock.advance(WINDOW_MS)
    assert await log_in(players, OLD) == anna.id


async def test_a_former_address_that_is_somebody_elses_now_leads_to_them(players: Players, anna: Caller) -> None:
    bert = await players.caller("bert@example.org")
    await players.stub(anna).SetAddress(await asked(players, anna))
    await players.stub(bert).SetAddress(await asked(players, bert, OLD))
    assert await log_in(players, OLD) == bert.id
    # Nor is it Anna's again when they go on, too.
    await players.stub(bert).SetAddress(await asked(players, bert, "bert@home.example"))
    assert await log_in(players, OLD) == bert.id


async def test_whose_former_address_it_is_stays_suspended_and_erased(players: Players, anna: Caller) -> None:
    admin = await players.caller("admin@example.org")
    await players.stub(anna).SetAddress(await asked(players, anna))
    await players.stub(admin).Suspend(pb.SuspendRequest(player_id=anna.id, reason="rude"))
    with pytest.raises(NotAllowed, match="suspended"):
        await players.log_in(OLD)
    await players.stub(admin).Unsuspend(pb.UnsuspendRequest(player_id=anna.id))
    await players.stub(admin).Erase(pb.EraseRequest(player_id=anna.id, name=anna.name))
    assert await log_in(players, OLD) != anna.id


async def test_the_former_address_is_told_and_the_new_one_is_not_named_there(players: Players, anna: Caller) -> None:
    request = await asked(players, anna)
    request.language = "de"
    await players.stub(anna).SetAddress(request)
    told = (await players.mails())[0]
    assert (told.to, told.subject) == (OLD, "Deine Adresse für redscience wurde geändert")
    assert NEW not in told.body


async def test_it_is_done_once_however_often_it_is_asked(players: Players, anna: Caller) -> None:
    request = await asked(players, anna)
    for _ in range(3):
        assert (await players.stub(anna).SetAddress(request)).player.email == NEW
    assert [mail.to for mail in await players.mails()].count(
        OLD
    ) == 2  # the code that logged in, and what was told once


async def test_a_code_is_of_use_to_whoever_asked_for_it_and_logs_nobody_in(players: Players, anna: Caller) -> None:
    bert = await players.caller("bert@example.org")
    request = await asked(players, anna)
    assert await is_refused(players, bert, request, WrongCode)
    with pytest.raises(WrongCode):
        await players.stub().LogIn(pb.LogInRequest(email=NEW, code=request.code, challenge=request.challenge))
    by_log_in = await players.request(NEW)
    mixed = pb.SetAddressRequest(email=NEW, code=by_log_in.code, challenge=by_log_in.challenge)
    assert await is_refused(players, anna, mixed, WrongCode)
    other = pb.SetAddressRequest(email="eve@example.org", code=request.code, challenge=request.challenge)
    assert await is_refused(players, anna, other, WrongCode)
    assert (await players.stub(anna).SetAddress(request)).player.email == NEW


async def test_codes_end_by_time_and_by_tries(players: Players, anna: Caller, clock: ManualClock) -> None:
    late = await asked(players, anna)
    clock.advance(LIFETIME_MS)
    assert await is_refused(players, anna, late, WrongCode)
    right = await asked(players, anna)
    wrong = pb.SetAddressRequest(email=NEW, code="no", challenge=right.challenge)
    for _ in range(TRIES):
        assert await is_refused(players, anna, wrong, WrongCode)
    assert await is_refused(players, anna, right, TooManyTries)
    assert await log_in(players, OLD) == anna.id


async def test_whether_somebody_has_an_address_learns_only_who_reads_its_mail(players: Players, anna: Caller) -> None:
    bert = await log_in(players, "bert@example.org")
    request = await asked(players, anna, "bert@example.org")
    wrong = pb.SetAddressRequest(email=request.email, code="000000x", challenge=request.challenge)
    assert await is_refused(players, anna, wrong, WrongCode)
    with pytest.raises(InvalidField, match="the address of another player"):
        await players.stub(anna).SetAddress(request)
    assert await log_in(players, "bert@example.org") == bert
    assert await log_in(players, OLD) == anna.id


@pytest.mark.parametrize(
    ("email", "code", "field"), [("nonsense", "1", "email"), (OLD, "1", "email"), (NEW, " ", "code")]
)
async def test_bad_input_is_refused_by_its_field(
    players: Players, anna: Caller, email: str, code: str, field: str
) -> None:
    before, stub = len(await players.mails()), players.stub(anna)
    wanted = pb.SetAddressRequest(email=email, code=code, challenge="x")
    with pytest.raises(InvalidField) as refused:
        # A call begins when it is made, not when it is awaited.
        await (
            stub.SetAddress(wanted)
            if field == "code"
            else stub.RequestAddressCode(pb.RequestAddressCodeRequest(email=email))
        )
    assert [fault.path for fault in refused.value.faults] == [field]
    assert len(await players.mails()) == before


async def test_nobody_floods_addresses_with_mail(players: Players, anna: Caller) -> None:
    ask = players.stub(anna).RequestAddressCode
    for number in range(CODES_OF_PLAYER.most):
        await ask(pb.RequestAddressCodeRequest(email=f"{number}@example.org"))
    with pytest.raises(TooManyTries, match="You asked for too many codes"):
        await ask(pb.RequestAddressCodeRequest(email="more@example.org"))
    assert await log_in(players, OLD) == anna.id  # who floods others does not keep them out, nor themself


async def test_who_is_erased_or_suspended_changes_nothing(players: Players, anna: Caller) -> None:
    admin = await players.caller("admin@example.org")
    bert = await players.caller("bert@example.org")
    requests = {who: await asked(players, who, f"{who.id}@new.example") for who in (anna, bert)}
    await players.stub(admin).Suspend(pb.SuspendRequest(player_id=bert.id, reason="rude"))
    await players.stub(anna).Erase(await players.own_erasure(anna, anna.name, OLD))
    for who, request in requests.items():
        assert await is_refused(players, who, request, NotLoggedIn)
        with pytest.raises(NotLoggedIn):
            await players.stub(who).RequestAddressCode(pb.RequestAddressCodeRequest(email=NEW))
    found = (await players.stub(admin).FindAny(pb.FindAnyRequest(text="bert@"))).players
    assert [player.id for player in found] == [bert.id]


async def test_a_host_says_whose_addresses_may_be_new(services: InProcess, keys: Keys, clock: ManualClock) -> None:
    config = replace(services.config("players"), newcomers=("school.example",))
    await services.start("players", compose, config=config)
    players = Players(services, keys, clock)
    anna = await players.caller(OLD)
    with pytest.raises(InvalidField, match="none by which anybody may begin to log in here"):
        await players.stub(anna).RequestAddressCode(pb.RequestAddressCodeRequest(email=NEW))
    request = await asked(players, anna, "anna.b@school.example")
    assert (await players.stub(anna).SetAddress(request)).player.email == "anna.b@school.example"
