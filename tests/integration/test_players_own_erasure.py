"""Erasing oneself: whoever found a browser that was left logged in cannot."""

from __future__ import annotations

import pytest
from fixtures.databases import both_databases
from fixtures.people import Players, clock, players

from redscience.api.players.v1 import players_pb2 as pb
from redscience.errors import InvalidField, TooManyTries, WrongCode
from services.kit.clock import ManualClock
from services.kit.identity import Caller
from services.players.allowances import CODES_OF_ADDRESS_HERE
from services.players.codes import LIFETIME_MS, TRIES
from services.players.former_addresses import KEPT_DAYS

__all__ = ["clock", "players"]

OLD, NEW = "anna@school.example", "anna@home.example"
DAY_MS = 24 * 3_600_000


@pytest.fixture
async def anna(players: Players) -> Caller:
    return await players.caller(OLD)


async def move(players: Players, who: Caller, email: str) -> None:
    """Gives somebody another address."""
    challenge = (await players.stub(who).RequestAddressCode(pb.RequestAddressCodeRequest(email=email))).challenge
    code = await players.mailed_code(email)
    await players.stub(who).SetAddress(pb.SetAddressRequest(email=email, code=code, challenge=challenge))


async def test_nobody_is_erased_without_the_code_that_their_mail_brings(
    players: Players, anna: Caller, clock: ManualClock
) -> None:
    stub, asked = players.stub(anna), await players.own_erasure(anna, anna.name, OLD)
    right, challenge = asked.code, asked.challenge
    for code, error in (("", InvalidField), (" ", InvalidField), ("no", WrongCode)):
        with pytest.raises(error):
            await stub.Erase(pb.EraseRequest(player_id=anna.id, name=anna.name, code=code, challenge=challenge))
    with pytest.raises(InvalidField, match="is not what you are called"):
        await stub.Erase(pb.EraseRequest(player_id=anna.id, name="Bert", code=right, challenge=challenge))
    by_log_in, its_challenge = await players.code(OLD)
    with pytest.raises(WrongCode):
        await stub.Erase(pb.EraseRequest(player_id=anna.id, name=anna.name, code=by_log_in, challenge=its_challenge))
    clock.advance(LIFETIME_MS)
    with pytest.raises(WrongCode):
        await stub.Erase(asked)
    asked = await players.own_erasure(anna, anna.name, OLD)
    name = (await stub.Erase(asked)).name
    assert name.startswith("Gone-")
    assert (await stub.Erase(asked)).name == name
    assert (await players.log_in(OLD)).player.id != anna.id


async def test_a_code_is_tried_a_few_times_and_asked_for_a_few(players: Players, anna: Caller) -> None:
    asked = await players.own_erasure(anna, anna.name, OLD)
    wrong = pb.EraseRequest(player_id=anna.id, name=anna.name, code="no", challenge=asked.challenge)
    for _ in range(TRIES):
        with pytest.raises(WrongCode):
            await players.stub(anna).Erase(wrong)
    with pytest.raises(TooManyTries):
        await players.stub(anna).Erase(asked)
    request = pb.RequestErasureCodeRequest(name=anna.name)
    for _ in range(CODES_OF_ADDRESS_HERE.most - 1):
        await players.stub(anna).RequestErasureCode(request)
    with pytest.raises(TooManyTries):
        await players.stub(anna).RequestErasureCode(request)
    assert (await players.log_in(OLD)).player.id == anna.id


@both_databases
async def test_while_a_former_address_takes_a_player_back_it_has_the_say(
    players: Players, anna: Caller, clock: ManualClock
) -> None:
    for email in ("eve@example.org", NEW):
        await move(players, anna, email)
        clock.advance(DAY_MS)
    request = pb.RequestErasureCodeRequest(name=anna.name)
    told = await players.stub(anna).RequestErasureCode(request)
    assert told.is_to_former_address
    assert await players.mailed_code(OLD)
    clock.advance(KEPT_DAYS * DAY_MS)
    assert not (await players.stub(anna).RequestErasureCode(request)).is_to_former_address
    asked = await players.own_erasure(anna, anna.name, NEW)
    assert (await players.stub(anna).Erase(asked)).name.startswith("Gone-")
    assert {mail.to for mail in await players.mails()}.isdisjoint({OLD, NEW, "eve@example.org"})


async def test_the_mail_says_what_to_do_in_the_language_of_the_page(players: Players, anna: Caller) -> None:
    stub = players.stub(anna)
    for language, words in (("de", "Überall sonst abmelden"), ("xx", "Log out everywhere else")):
        await stub.RequestErasureCode(pb.RequestErasureCodeRequest(name=anna.name, language=language))
        mail = (await players.mails())[0]
        assert words in mail.body
