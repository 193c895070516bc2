"""Log-in on a host, where strangers ask in everybody's name; visits without one; sessions and bots."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from fixtures.databases import Databases, both_databases
from fixtures.people import Players, clock, players
from fixtures.services import OUTBOX_KEY, InProcess, Keys, made_keys, person, service_caller

from redscience.api.players.v1 import players_pb2 as pb
from redscience.api.players.v1.players_pb2_grpc import PlayersServiceStub
from redscience.errors import (
    InvalidField,
    LimitReached,
    NotAllowed,
    NotLoggedIn,
    PlayerNameTaken,
    TooManyTries,
    UnknownPlayer,
    WrongCode,
)
from redscience.names import ANONYMOUS_ID, RANDOM_ID
from services.kit.channels import CLIENT_ADDRESS_KEY
from services.kit.clock import ManualClock
from services.kit.config import Config
from services.kit.database import open_database
from services.kit.identity import Caller
from services.players import bots, sessions, store
from services.players.__main__ import MIGRATIONS, compose
from services.players.allowances import CODES_HERE, CODES_OF_ADDRESS, CODES_OF_ADDRESS_HERE, MAILS, VISITS_HERE
from services.players.codes import LIFETIME_MS

__all__ = ["clock", "players"]

pytestmark = both_databases

GATEWAY = service_caller("gateway")
HOUR_MS = 3_600_000


@pytest.fixture
async def host(services: InProcess) -> Any:
    """The players service of a host, as the gateway calls it."""
    services.clock = ManualClock()
    await services.start("players", compose, config=on_a_host(services))
    return PlayersServiceStub(services.channel("players", GATEWAY))


def on_a_host(services: InProcess) -> Config:
    """The settings of a players service that everybody reaches."""
    mail_url = "smtp://127.0.0.1:1/?from=games@example.org"
    return replace(
        services.config("players"), loopback=False, admins=("boss@example.org",), mail_url=mail_url, outbox_secret=""
    )


async def ask(stub: Any, email: str, address: str) -> pb.RequestCodeResponse:
    """Asks for a code from an address in the network."""
    answer: pb.RequestCodeResponse = await stub.RequestCode(
        pb.RequestCodeRequest(email=email), metadata=((CLIENT_ADDRESS_KEY, address),)
    )
    return answer


async def refused(stub: Any, emails: list[str], addresses: list[str]) -> int:
    """How many of these who ask one after the other are refused."""
    count = 0
    for email, address in zip(emails, addresses, strict=True):
        try:
            await ask(stub, email, address)
        except TooManyTries:
            count += 1
    return count


async def test_a_code_of_a_host_is_long_and_read_however_it_is_written(host: Any, databases: Databases) -> None:
    challenge = (await ask(host, "anna@example.org", "192.0.2.1")).challenge
    database = await open_database(databases.of_service("players"), MIGRATIONS)
    (mail,) = await database.read(store.list_mail)
    await database.close()
    found = re.search(r"\b[2-9A-HJKMNP-Z]{4}-[2-9A-HJKMNP-Z]{4}\b", mail.body)
    assert found is not None
    code = found[0].replace("-", " ").lower()
    request = pb.LogInRequest(email="anna@example.org", code=code, challenge=challenge)
    assert (await host.LogIn(request)).player.role == pb.ROLE_CREATOR


@pytest.fixture
async def linking(services: InProcess, keys: Keys, clock: ManualClock) -> Players:
    """A players service that knows where the pages are."""
    config = replace(services.config("players"), web_url="https://games.example.org/")
    await services.start("players", compose, config=config)
    return Players(services, keys, clock)


async def asked_link(players: Players, email: str) -> tuple[pb.LogInRequest, pb.LogInRequest]:
    """What logs somebody in by the link that they were sent, and by the code."""
    by_code = await players.request(email)
    (mail, *_) = (await players.stub().ListOutbox(pb.ListOutboxRequest(key=OUTBOX_KEY))).mails
    found = re.search(r"^https://games\.example\.org/login/link\?secret=([\w-]{22})$", mail.body, re.MULTILINE)
    assert found is not None
    return pb.LogInRequest(link=found[1], challenge=by_code.challenge), by_code


async def is_wrong(players: Players, *requests: pb.LogInRequest) -> bool:
    """Whether all of them are refused."""
    for request in requests:
        with pytest.raises(WrongCode):
            await players.stub().LogIn(request)
    return True


async def test_codes_hold_while_the_key_that_signs_changes(
    services: InProcess, keys: Keys, clock: ManualClock, tmp_path: Path
) -> None:
    """Of two replicas one may have been started before, and one after that."""
    fresh, both = made_keys(), tmp_path / "public.pem"
    both.write_bytes(keys.public)
    (private := tmp_path / "private.pem").write_bytes(keys.private)
    config = replace(services.config("players"), public_key_file=both, private_key_file=private)
    process = await services.start("players", compose, config=config)
    players = Players(services, keys, clock)
    before = await players.request("anna@example.org")
    both.write_bytes(keys.public + fresh.public)
    private.write_bytes(fresh.private)
    process.keys.look()
    after = await players.request("bert@example.org")
    assert (await players.stub().LogIn(before)).player.name
    await services.stop("players")
    config = replace(config, public_key=both.read_bytes(), private_key=fresh.private)
    await services.start("players", compose, config=config)
    assert (await players.stub().LogIn(after)).player.name


async def test_to_give_no_code_is_no_try(players: Players) -> None:
    by_code = await players.request("anna@example.org")
    for code in ("", " ") * 20:
        with pytest.raises(InvalidField) as refused:
            await players.stub().LogIn(pb.LogInRequest(email=by_code.email, challenge=by_code.challenge, code=code))
        assert [fault.path for fault in refused.value.faults] == ["code"]
    assert (await players.stub().LogIn(by_code)).is_new


async def test_the_link_in_the_mail_logs_in_once_and_is_the_end_of_the_code(linking: Players) -> None:
    by_link, by_code = await asked_link(linking, "anna@example.org")
    first = await linking.stub().LogIn(by_link)
    assert (first.is_new, first.player.email) == (True, "anna@example.org")
    assert await is_wrong(linking, by_link, by_code)
    again, by_code = await asked_link(linking, "anna@example.org")
    known = await linking.stub().LogIn(by_code)
    assert (known.is_new, known.player.id) == (False, first.player.id)
    assert await is_wrong(linking, again)


async def test_a_link_is_of_use_to_the_client_alone_that_asked_for_it(linking: Players) -> None:
    of_anna, _ = await asked_link(linking, "anna@example.org")
    of_eve, _ = await asked_link(linking, "eve@example.org")
    assert await is_wrong(linking, pb.LogInRequest(link=of_anna.link, challenge=of_eve.challenge))
    assert await is_wrong(
        linking, pb.LogInRequest(link=of_anna.link), pb.LogInRequest(link=of_anna.link, challenge="x")
    )
    assert (await linking.stub().LogIn(of_anna)).player.email == "anna@example.org"


async def test_a_link_is_tried_once_and_leaves_the_code(linking: Players) -> None:
    by_link, by_code = await asked_link(linking, "anna@example.org")
    assert await is_wrong(linking, pb.LogInRequest(link=f"{by_link.link}x", challenge=by_link.challenge), by_link)
    assert (await linking.stub().LogIn(by_code)).secret


async def test_a_link_lasts_as_long_as_the_code(linking: Players, clock: ManualClock) -> None:
    by_link, _ = await asked_link(linking, "anna@example.org")
    clock.advance(LIFETIME_MS - 1)
    assert (await linking.stub().LogIn(by_link)).secret
    by_link, _ = await asked_link(linking, "anna@example.org")
    clock.advance(LIFETIME_MS)
    assert await is_wrong(linking, by_link)


async def test_there_is_no_link_where_nobody_says_where_the_pages_are(players: Players) -> None:
    await players.code("anna@example.org")
    (mail, *_) = (await players.stub().ListOutbox(pb.ListOutboxRequest(key=OUTBOX_KEY))).mails
    assert "http" not in mail.body


async def test_a_stranger_who_asks_in_somebodys_name_keeps_them_from_nothing(host: Any) -> None:
    asked = CODES_OF_ADDRESS_HERE.most + 5
    assert await refused(host, ["anna@example.org"] * asked, ["192.0.2.66"] * asked) == 5
    assert (await ask(host, "anna@example.org", "192.0.2.1")).challenge


async def test_one_source_asks_for_so_many_codes_and_no_more(host: Any) -> None:
    asked = CODES_HERE.most + 3
    emails = [f"{number}@example.org" for number in range(asked)]
    assert await refused(host, emails, ["192.0.2.66"] * asked) == 3
    # An address of the sixth version is one of a network of which all belong to one.
    assert await refused(host, emails, [f"2001:db8::{number}" for number in range(asked)]) == 3


async def test_a_class_in_one_room_logs_in_at_once(host: Any) -> None:
    emails = [f"student-{number}@example.org" for number in range(30)]
    assert await refused(host, emails, ["192.0.2.66"] * len(emails)) == 0


async def test_a_host_says_how_many_codes_one_place_may_ask_for(services: InProcess) -> None:
    config = replace(on_a_host(services), most_codes=3)
    await services.start("players", compose, config=config)
    stub = PlayersServiceStub(services.channel("players", GATEWAY))
    emails = [f"student-{number}@example.org" for number in range(5)]
    assert await refused(stub, emails, ["192.0.2.66"] * len(emails)) == 2
    visits = [await visited(stub, "192.0.2.66") for _ in emails]
    assert visits == [True] * 3 + [False] * 2


@pytest.mark.parametrize(("newcomers", "let_in"), [(("school.example",), True), (("-",), False)])
async def test_a_host_says_who_may_be_new(
    services: InProcess, keys: Keys, clock: ManualClock, newcomers: tuple[str, ...], *, let_in: bool
) -> None:
    config = services.config("players")
    known = Players(services, keys, clock)
    await services.start("players", compose, config=config)
    await known.log_in("old@club.example")
    await services.stop("players")
    config = replace(config, newcomers=newcomers, admins=("boss@club.example",))
    await services.start("players", compose, config=config)
    for address, may in (
        ("fox@school.example", let_in),
        ("fox@old.school.example", False),
        ("new@club.example", False),
        ("old@club.example", True),
        ("boss@club.example", True),
    ):
        if may:
            assert (await known.log_in(address)).player.email == address
        else:
            with pytest.raises(NotAllowed, match="Nobody new can log in here with this address"):
                await known.log_in(address)


async def visited(stub: Any, address: str) -> bool:
    """Whether somebody at an address may look around without logging in."""
    try:
        await stub.OpenAnonymous(pb.OpenAnonymousRequest(), metadata=((CLIENT_ADDRESS_KEY, address),))
    except TooManyTries:
        return False
    return True


async def test_an_address_is_sent_so_many_codes_and_no_more(host: Any) -> None:
    asked = CODES_OF_ADDRESS.most + 2
    assert await refused(host, ["anna@example.org"] * asked, [f"192.0.2.{number}" for number in range(asked)]) == 2


async def test_so_many_mails_are_sent_in_all(host: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("services.players.allowances.MAILS", replace(MAILS, most=4))
    emails, addresses = zip(*((f"{n}@example.org", f"192.0.2.{n}") for n in range(9)), strict=True)
    assert await refused(host, list(emails), list(addresses)) == 5


@pytest.mark.usefixtures("host")
async def test_nobody_but_the_gateway_says_for_whom_they_ask(services: InProcess) -> None:
    for who in (None, person("01EVE")):
        stub = PlayersServiceStub(services.channel("players", who))
        emails = [f"{number}-{who and who.id}@example.org" for number in range(CODES_HERE.most)]
        await refused(stub, emails, [f"192.0.2.{number}" for number in range(len(emails))])
        with pytest.raises(TooManyTries):
            await ask(stub, "anna@example.org", "198.51.100.1")


async def test_visitors_share_a_player_and_have_each_a_session(players: Players) -> None:
    secrets = [(await players.stub().OpenAnonymous(pb.OpenAnonymousRequest())).secret for _ in range(2)]
    visitors = [await players.exchanged(secret) for secret in secrets]
    assert {(each.id, each.kind, each.role, each.universe, each.name) for each in visitors} == {
        (ANONYMOUS_ID, "anonymous", "anonymous", "public", "Anonymous")
    }
    assert len({each.controller_id for each in visitors}) == 2
    assert await players.exchanged(secrets[0]) == visitors[0]


async def test_visitors_come_so_many_and_no_more_from_one_place(host: Any) -> None:
    async def visit(address: str) -> pb.OpenAnonymousResponse:
        answer: pb.OpenAnonymousResponse = await host.OpenAnonymous(
            pb.OpenAnonymousRequest(), metadata=((CLIENT_ADDRESS_KEY, address),)
        )
        return answer

    for _ in range(VISITS_HERE.most):
        await visit("192.0.2.66")
    with pytest.raises(TooManyTries):
        await visit("192.0.2.66")
    await visit("192.0.2.1")


async def test_a_visit_that_is_not_used_ends_in_a_day(players: Players, clock: ManualClock) -> None:
    secret = (await players.stub().OpenAnonymous(pb.OpenAnonymousRequest())).secret
    for _ in range(3):
        clock.advance(23 * HOUR_MS)
        await players.exchanged(secret)
    clock.advance(24 * HOUR_MS)
    with pytest.raises(NotLoggedIn):
        await players.exchanged(secret)


async def sessions_of(players: Players, who: Caller) -> list[pb.Session]:
    return list((await players.stub(who).ListSessions(pb.ListSessionsRequest())).sessions)


async def labelled(players: Players, email: str, label: str) -> str:
    request = await players.request(email)
    request.label = label
    secret: str = (await players.stub().LogIn(request)).secret
    return secret


async def test_sessions_say_what_opened_them_and_when_they_were_used(players: Players, clock: ManualClock) -> None:
    first = await labelled(players, "anna@example.org", "Firefox on Linux")
    anna, began_at_ms = await players.exchanged(first), clock.now_ms()
    clock.advance(2 * HOUR_MS)
    await labelled(players, "anna@example.org", "my-program")
    clock.advance(HOUR_MS)
    await players.exchanged(first)
    listed = await sessions_of(players, anna)
    assert [(each.label, each.created_at_ms - began_at_ms, each.used_at_ms - began_at_ms) for each in listed] == [
        ("Firefox on Linux", 0, 3 * HOUR_MS),
        ("my-program", 2 * HOUR_MS, 2 * HOUR_MS),
    ]
    assert all(each.expires_at_ms - each.used_at_ms == sessions.LIFETIMES_MS["person"] for each in listed)
    for label in ("x" * 61, "a\u202eb"):
        with pytest.raises(InvalidField, match="label"):
            await labelled(players, "ben@example.org", label)


async def test_a_session_is_ended_by_its_owner(players: Players) -> None:
    secrets = [await labelled(players, "anna@example.org", f"device {number}") for number in range(3)]
    anna, ben = await players.exchanged(secrets[0]), await players.caller("ben@example.org")
    ids = {each.label: each.id for each in await sessions_of(players, anna)}
    for who in (ben, anna, anna):
        before = len(await sessions_of(players, anna))
        await players.stub(who).EndSession(pb.EndSessionRequest(session_id=ids["device 1"]))
        assert len(await sessions_of(players, anna)) == (before if who == ben else 2)
    with pytest.raises(NotLoggedIn):
        await players.exchanged(secrets[1])
    await players.stub(anna).EndSessions(pb.EndSessionsRequest(kept_secret=secrets[2]))
    assert [each.label for each in await sessions_of(players, anna)] == ["device 2"]
    await players.stub(anna).EndSessions(pb.EndSessionsRequest())
    assert await sessions_of(players, anna) == []
    assert len(await sessions_of(players, ben)) == 1


async def make_bot(players: Players, owner: Caller, name: str) -> pb.MakeBotResponse:
    made: pb.MakeBotResponse = await players.stub(owner).MakeBot(pb.MakeBotRequest(name=name))
    return made


async def test_a_bot_plays_under_its_token_and_names_its_owner(players: Players) -> None:
    admin, anna = await players.caller("admin@example.org"), await players.caller("anna@example.org")
    made = await make_bot(players, admin, "Deep Red")
    bot = await players.exchanged(made.token)
    assert bot == Caller(made.player.id, "bot", "persona", "public", "Deep Red")
    seen = (await players.stub(anna).Get(pb.GetRequest(ids=[bot.id]))).players[0]
    assert (seen.kind, seen.owner_id) == (pb.KIND_BOT, admin.id)
    (seat,) = await players.check_seats(anna, bot.id)
    assert (seat.may_invite, seat.controller_id, seat.may_meet) == (True, bot.id, True)
    seats = await players.check_seats(bot, anna.id, RANDOM_ID, bot.id)
    assert [each.may_invite for each in seats] == [False, True, False]


async def test_a_token_of_a_bot_is_told_once(players: Players) -> None:
    admin = await players.caller("admin@example.org")
    answers = await asyncio.gather(*(make_bot(players, admin, "Deep Red") for _ in range(4)))
    assert sorted(bool(each.token) for each in answers) == [False, False, False, True]
    assert len({each.player.id for each in answers}) == 1


async def test_a_token_is_rotated_and_revoked_by_the_owner(players: Players) -> None:
    admin, anna = await players.caller("admin@example.org"), await players.caller("anna@example.org")
    made = await make_bot(players, admin, "Deep Red")
    rotate, revoke = (
        pb.RotateBotTokenRequest(player_id=made.player.id),
        pb.RevokeBotTokenRequest(player_id=made.player.id),
    )
    for call, request in ((players.stub(anna).RotateBotToken, rotate), (players.stub(anna).RevokeBotToken, revoke)):
        with pytest.raises(UnknownPlayer):
            await call(request)
    token = (await players.stub(admin).RotateBotToken(rotate)).token
    assert (await players.exchanged(token)).id == made.player.id
    with pytest.raises(NotLoggedIn):
        await players.exchanged(made.token)
    for _ in range(2):
        await players.stub(admin).RevokeBotToken(revoke)
    with pytest.raises(NotLoggedIn):
        await players.exchanged(token)
    with pytest.raises(UnknownPlayer):
        await players.stub(admin).RotateBotToken(pb.RotateBotTokenRequest(player_id=admin.id))


async def test_bots_are_made_by_trainers_and_admins(players: Players, monkeypatch: pytest.MonkeyPatch) -> None:
    admin, anna = await players.caller("admin@example.org"), await players.caller("anna@example.org")
    for who in (anna, service_caller("match"), Caller("01BOT", "bot", "persona", "public", "Bot")):
        with pytest.raises(NotAllowed):
            await make_bot(players, who, "Deep Red")
    await make_bot(players, replace(anna, role="trainer"), "Deep Red")
    with pytest.raises(PlayerNameTaken):
        await make_bot(players, admin, "DEEP RED")
    monkeypatch.setattr(bots, "MOST", {"admin": 2})
    answers = await asyncio.gather(*(make_bot(players, admin, f"B{n}") for n in range(5)), return_exceptions=True)
    assert Counter(map(type, answers)) == {pb.MakeBotResponse: 2, LimitReached: 3}


@pytest.mark.parametrize("method", ["ListSessions", "EndSession", "EndSessions", "RotateBotToken", "RevokeBotToken"])
async def test_sessions_and_tokens_are_for_people(players: Players, method: str) -> None:
    visitor = Caller(ANONYMOUS_ID, "anonymous", "anonymous", "public", "Anonymous", "01VISITOR")
    for who in (visitor, Caller("01BOT", "bot", "persona", "public", "Bot"), service_caller("match")):
        with pytest.raises(NotAllowed):
            await getattr(players.stub(who), method)(getattr(pb, f"{method}Request")())


async def test_no_secret_is_kept(players: Players, databases: Databases) -> None:
    admin = await players.caller("admin@example.org")
    secrets = {(await make_bot(players, admin, "Deep Red")).token, (await players.log_in("anna@example.org")).secret}
    secrets.add((await players.stub().OpenAnonymous(pb.OpenAnonymousRequest())).secret)
    secrets.add((await players.code("ben@example.org"))[1])
    database = await open_database(databases.of_service("players"), MIGRATIONS)
    kept = await database.read(
        lambda connection: [
            str(row)
            for table in ("session", "code", "player")
            for row in connection.exec_driver_sql(f"SELECT * FROM {table}").all()  # noqa: S608  # a name of ours
        ]
    )
    await database.close()
    assert not any(secret in row for secret in secrets for row in kept)
