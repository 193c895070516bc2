"""The players service over real gRPC: who gets in, who is who, and what stays hidden."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from dataclasses import replace

import pytest
from fixtures.databases import both_databases
from fixtures.people import Players
from fixtures.services import OUTBOX_KEY, InProcess, Keys, person, service_caller

from redscience.api.players.v1 import players_pb2 as pb
from redscience.api.players.v1.players_pb2_grpc import PlayersServiceStub
from redscience.client.access import ThreadedAccessToken
from redscience.errors import (
    InvalidField,
    NotAllowed,
    NotLoggedIn,
    PlayerNameTaken,
    TooManyTries,
    WrongCode,
)
from redscience.names import HOUSE, RANDOM_ID
from services.kit.channels import Channels, connect
from services.kit.clock import ManualClock, SystemClock
from services.kit.identity import HOUSE_SERVICE, Caller, set_caller
from services.kit.tokens import verify
from services.players import sessions
from services.players.__main__ import compose
from services.players.allowances import CODES_OF_ADDRESS_HERE
from services.players.codes import LIFETIME_MS, TRIES

pytestmark = both_databases

MINUTE_MS = 60_000


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
async def players(services: InProcess, keys: Keys, clock: ManualClock) -> Players:
    services.clock = clock
    await services.start("players", compose)
    return Players(services, keys, clock)


async def test_a_new_address_becomes_a_creator_with_a_pleasant_name(players: Players) -> None:
    await players.log_in("first@example.org")
    answer = await players.log_in("Secret.Name@Example.org")
    assert answer.is_new
    assert (answer.player.kind, answer.player.role) == (pb.KIND_PERSON, pb.ROLE_CREATOR)
    assert answer.player.universe == "public"
    assert answer.player.email == "secret.name@example.org"
    assert re.fullmatch(r"[a-z]+-[a-z]+-\d+", answer.player.name)
    again = await players.log_in("secret.name@example.org")
    assert not again.is_new
    assert again.player == answer.player
    assert again.secret != answer.secret


async def test_the_first_on_a_loopback_platform_is_its_admin(players: Players) -> None:
    assert (await players.log_in("first@example.org")).player.role == pb.ROLE_ADMIN
    assert (await players.log_in("second@example.org")).player.role == pb.ROLE_CREATOR


async def test_a_session_gives_tokens_until_it_is_ended(players: Players, keys: Keys, clock: ManualClock) -> None:
    answer = await players.log_in("anna@example.org")
    exchanged = await players.stub().Exchange(pb.ExchangeRequest(secret=answer.secret))
    who = verify(keys.public, exchanged.token, now_ms=clock.now_ms()).caller
    assert who == Caller(answer.player.id, "person", "admin", "public", answer.player.name)
    assert exchanged.player == answer.player
    assert exchanged.expires_at_ms == clock.now_ms() + 10 * MINUTE_MS
    for _ in range(2):
        await players.stub().LogOut(pb.LogOutRequest(secret=answer.secret))
    with pytest.raises(NotLoggedIn):
        await players.stub().Exchange(pb.ExchangeRequest(secret=answer.secret))


async def test_a_session_that_is_used_goes_on_and_one_that_is_not_ends(players: Players, clock: ManualClock) -> None:
    secret = (await players.log_in("anna@example.org")).secret
    for _ in range(3):
        clock.advance(sessions.LIFETIMES_MS["person"] - MINUTE_MS)
        await players.stub().Exchange(pb.ExchangeRequest(secret=secret))
    clock.advance(sessions.LIFETIMES_MS["person"])
    with pytest.raises(NotLoggedIn):
        await players.stub().Exchange(pb.ExchangeRequest(secret=secret))


async def test_a_service_exchanges_its_secret(
    services: InProcess, players: Players, keys: Keys, clock: ManualClock
) -> None:
    secret = services.config("match").secret
    answer = await players.stub().Exchange(pb.ExchangeRequest(secret=secret))
    assert verify(keys.public, answer.token, now_ms=clock.now_ms()).caller == service_caller("match")
    with pytest.raises(NotLoggedIn):
        await players.stub().Exchange(pb.ExchangeRequest(secret=f"{secret}!"))


async def test_a_code_is_right_once_and_for_a_while(players: Players, clock: ManualClock) -> None:
    request = await players.request("anna@example.org")
    request.code = f" {request.code[:3]} {request.code[3:]} "
    assert (await players.stub().LogIn(request)).secret
    with pytest.raises(WrongCode):
        await players.stub().LogIn(request)
    late = await players.request("anna@example.org")
    clock.advance(LIFETIME_MS)
    with pytest.raises(WrongCode):
        await players.stub().LogIn(late)


async def test_a_code_belongs_to_its_address(players: Players) -> None:
    request = await players.request("anna@example.org")
    request.email = "eve@example.org"
    with pytest.raises(WrongCode):
        await players.stub().LogIn(request)


async def test_a_code_cannot_be_guessed(players: Players) -> None:
    right = await players.request("anna@example.org")
    for _ in range(TRIES):
        with pytest.raises(WrongCode):
            await players.stub().LogIn(wrong(right))
    with pytest.raises(TooManyTries):
        await players.stub().LogIn(right)


def wrong(right: pb.LogInRequest) -> pb.LogInRequest:
    """The same with another code."""
    code = f"{(int(right.code) + 1) % 1_000_000:06d}"
    return pb.LogInRequest(email=right.email, code=code, challenge=right.challenge)


async def test_what_strangers_try_touches_nobodys_code(players: Players) -> None:
    right = await players.request("anna@example.org")
    stranger = await players.request("anna@example.org")
    assert stranger.challenge != right.challenge
    for _ in range(TRIES):
        for challenge in (stranger.challenge, "", "guessed"):
            request = pb.LogInRequest(email="anna@example.org", code=right.code, challenge=challenge)
            with pytest.raises(WrongCode):
                await players.stub().LogIn(request)
    assert (await players.stub().LogIn(right)).secret


async def test_tries_at_once_are_judged_one_after_the_other(players: Players) -> None:
    request = wrong(await players.request("anna@example.org"))
    answers = await asyncio.gather(*(players.stub().LogIn(request) for _ in range(60)), return_exceptions=True)
    assert Counter(map(type, answers)) == {WrongCode: TRIES, TooManyTries: 60 - TRIES}


async def test_codes_that_are_asked_for_at_once_are_counted(players: Players) -> None:
    request = pb.RequestCodeRequest(email="anna@example.org")
    answers = await asyncio.gather(*(players.stub().RequestCode(request) for _ in range(12)), return_exceptions=True)
    assert Counter(map(type, answers)) == {
        pb.RequestCodeResponse: CODES_OF_ADDRESS_HERE.most,
        TooManyTries: 12 - CODES_OF_ADDRESS_HERE.most,
    }


async def test_of_those_who_come_first_at_once_one_is_admin(players: Players) -> None:
    emails = [f"{number}@example.org" for number in range(8)]
    requests = [await players.request(email) for email in emails]
    answers = await asyncio.gather(*map(players.stub().LogIn, requests))
    roles = Counter(answer.player.role for answer in answers)
    assert roles == {pb.ROLE_ADMIN: 1, pb.ROLE_CREATOR: 7}


async def test_codes_cannot_be_asked_for_without_end(players: Players, clock: ManualClock) -> None:
    for _ in range(CODES_OF_ADDRESS_HERE.most):
        await players.code("anna@example.org")
        clock.advance(MINUTE_MS)
    with pytest.raises(TooManyTries, match="Wait 10 minutes") as refused:
        await players.code("anna@example.org")
    assert refused.value.retry_after_s == 600
    await players.code("ben@example.org")
    clock.advance(10 * MINUTE_MS)
    assert (await players.log_in("anna@example.org")).secret


async def test_known_and_unknown_addresses_are_answered_alike(players: Players) -> None:
    await players.log_in("anna@example.org")
    ask = players.stub().RequestCode
    answers = [await ask(pb.RequestCodeRequest(email=f"{name}@example.org")) for name in ("anna", "nobody")]
    challenges = [answer.challenge for answer in answers]
    for answer in answers:
        answer.ClearField("challenge")
    assert (answers[0], len(challenges[0])) == (answers[1], len(challenges[1]))
    refusals = []
    for name, challenge in zip(("anna", "nobody", "never.asked"), (*challenges, ""), strict=True):
        request = pb.LogInRequest(email=f"{name}@example.org", code="not it", challenge=challenge)
        with pytest.raises(WrongCode) as refused:
            await players.stub().LogIn(request)
        refusals.append(refused.value.message)
    assert len(set(refusals)) == 1


@pytest.mark.parametrize(
    "email", ["", "anna", "anna@", "a b@example.org", "a@b@c", "a@b\r\nBcc: x@y", "x" * 251 + "@y.z"]
)
async def test_what_is_no_address_is_refused(players: Players, email: str) -> None:
    with pytest.raises(InvalidField) as invalid:
        await players.stub().RequestCode(pb.RequestCodeRequest(email=email))
    assert [fault.path for fault in invalid.value.faults] == ["email"]


async def test_an_address_is_shown_to_its_owner_and_to_admins(players: Players) -> None:
    admin, anna = await players.caller("admin@example.org"), await players.caller("anna@example.org")
    ben = await players.caller("ben@example.org")
    request = pb.GetRequest(ids=[anna.id, "01UNKNOWN", RANDOM_ID])
    seen = {}
    for who in (admin, anna, ben, service_caller("match")):
        found = (await players.stub(who).Get(request)).players
        assert [each.id for each in found] == [anna.id, RANDOM_ID]
        seen[who.id] = found[0].email
    assert seen == {admin.id: "anna@example.org", anna.id: "anna@example.org", ben.id: "", "service:match": ""}


async def test_random_is_always_there(players: Players) -> None:
    (random,) = (await players.stub(service_caller("match")).Get(pb.GetRequest(ids=[RANDOM_ID]))).players
    assert (random.name, random.kind, random.universe) == ("Random", pb.KIND_RANDOM, "")


async def test_players_that_think_are_in_all_universes_and_nobody_logs_in_as_them(players: Players) -> None:
    anna = await players.caller("anna@example.org")
    host = (await players.stub(anna).MakePersona(pb.MakePersonaRequest(name="Neo", universe_name="Matrix"))).player
    for host_id in ("", host.id):
        seats = await players.check_seats(anna, *HOUSE, host_id=host_id)
        assert {seat.player.id: seat.player.name for seat in seats} == {one: its.name for one, its in HOUSE.items()}
        assert {(seat.player.kind, seat.player.universe) for seat in seats} == {(pb.KIND_HOUSE, "")}
        assert {(seat.controller_id, seat.may_invite) for seat in seats} == {(HOUSE_SERVICE, True)}
    found = (await players.stub(anna).Find(pb.FindRequest(name_prefix="stand"))).players
    assert [each.name for each in found] == ["Standard", "Standard-Deep", "Standard-Quick"]


async def test_a_name_is_taken_however_it_is_written(players: Players) -> None:
    anna, ben = await players.caller("anna@example.org"), await players.caller("ben@example.org")
    renamed = await players.stub(anna).Rename(pb.RenameRequest(name="Straße"))
    assert renamed.player.name == "Straße"
    assert renamed.player.email == "anna@example.org"
    for name in ("Straße", "STRASSE", "strasse", "RANDOM", "\uff23haos", "anonymous", "STANDARD-deep"):
        with pytest.raises(PlayerNameTaken):
            await players.stub(ben).Rename(pb.RenameRequest(name=name))
    assert (await players.stub(anna).Rename(pb.RenameRequest(name="STRASSE"))).player.name == "STRASSE"


async def test_players_are_found_by_the_beginning_of_their_name(players: Players) -> None:
    anna, ben = await players.caller("anna@example.org"), await players.caller("ben@example.org")
    await players.stub(anna).Rename(pb.RenameRequest(name="Ra_a"))
    await players.stub(ben).Rename(pb.RenameRequest(name="Raba"))

    async def find(who: Caller, prefix: str, limit: int = 0) -> list[str]:
        request = pb.FindRequest(name_prefix=prefix, limit=limit)
        return [each.name for each in (await players.stub(who).Find(request)).players]

    assert await find(anna, "rA") == ["Ra_a", "Raba", "Random"]
    assert await find(anna, "ra_") == ["Ra_a"]
    assert await find(anna, "ra", limit=1) == ["Ra_a"]
    assert await find(person("01ELSEWHERE", universe="01OTHER"), "ra") == ["Random"]
    with pytest.raises(InvalidField):
        await find(anna, "", limit=51)
    with pytest.raises(InvalidField, match="name_prefix"):
        await find(anna, "a" * 60_000)


async def test_the_outbox_is_for_who_has_its_key(players: Players) -> None:
    await players.code("anna@example.org")
    for key in ("", "guessed", "\u00e9"):
        with pytest.raises(NotAllowed):
            await players.stub().ListOutbox(pb.ListOutboxRequest(key=key))


async def test_the_outbox_is_for_loopback_alone(services: InProcess, clock: ManualClock) -> None:
    services.clock = clock
    config = replace(
        services.config("players"),
        loopback=False,
        admins=("Boss@example.org",),
        outbox_secret="",
        mail_url="smtp://127.0.0.1:1/?from=games@example.org",
    )
    await services.start("players", compose, config=config)
    answer = await PlayersServiceStub(services.channel("players")).RequestCode(
        pb.RequestCodeRequest(email="anna@example.org")
    )
    assert not answer.outbox
    for key in ("", OUTBOX_KEY):
        with pytest.raises(NotAllowed):
            await PlayersServiceStub(services.channel("players")).ListOutbox(pb.ListOutboxRequest(key=key))


async def test_people_survive_a_restart(services: InProcess, players: Players) -> None:
    before = await players.log_in("anna@example.org")
    await services.stop("players")
    await services.start("players", compose)
    after = await players.stub().Exchange(pb.ExchangeRequest(secret=before.secret))
    assert after.player == before.player


async def test_two_who_log_in_at_once_with_one_code_get_one_session(players: Players) -> None:
    request = await players.request("anna@example.org")
    answers = await asyncio.gather(*(players.stub().LogIn(request) for _ in range(12)), return_exceptions=True)
    assert Counter(map(type, answers)) == {pb.LogInResponse: 1, WrongCode: 11}


async def test_a_service_calls_others_by_its_own_token(services: InProcess, keys: Keys) -> None:
    await services.start("players", compose)
    channels = Channels(services.config("match"))
    request = pb.GetRequest(ids=[RANDOM_ID])
    for _ in range(2):
        assert (await PlayersServiceStub(channels.own("players")).Get(request)).players[0].name == "Random"
    await channels.close()

    def call() -> None:
        with connect(services.addresses["players"]) as channel:
            token = ThreadedAccessToken(PlayersServiceStub(channel).Exchange, services.config("worker").secret)
            assert token() == token()
            who = verify(keys.public, token(), now_ms=SystemClock().now_ms()).caller
            assert who == service_caller("worker")

    await asyncio.to_thread(call)


async def test_a_token_goes_on_with_the_call_that_is_answered(services: InProcess, keys: Keys) -> None:
    await services.start("players", compose)
    channels = Channels(services.config("match"))
    stub = PlayersServiceStub(channels.forward("players"))
    with pytest.raises(NotLoggedIn):
        await stub.Find(pb.FindRequest(name_prefix="ran"))
    set_caller(person("01ANNA"), keys.token(person("01ANNA")))
    assert [each.name for each in (await stub.Find(pb.FindRequest(name_prefix="ran"))).players] == ["Random"]
    await channels.close()
