"""What Admins may do and nobody else, over real gRPC; what is kept of it, and what is told of Admins."""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import replace

import pytest
from fixtures.databases import both_databases
from fixtures.people import Players
from fixtures.services import InProcess, Keys, service_caller

from redscience.api.players.v1 import players_pb2 as pb
from redscience.errors import InvalidField, NotAllowed, NotLoggedIn, UnknownPlayer
from redscience.names import ANONYMOUS_ID, HOUSE, RANDOM_ID
from services.kit.clock import ManualClock
from services.kit.identity import Caller
from services.players.__main__ import compose

pytestmark = both_databases

NOBODY = "01M7Y58K6S5PY05JED3BP4EJ11"
ADMINS_ALONE = ("SetRole", "Suspend", "Unsuspend", "FindAny", "ListAudit")


@pytest.fixture
async def players(services: InProcess, keys: Keys) -> Players:
    clock = ManualClock()
    services.clock = clock
    await services.start("players", compose)
    return Players(services, keys, clock)


@pytest.fixture
async def admin(players: Players) -> Caller:
    return await players.caller("admin@example.org")


async def set_role(players: Players, who: Caller, player_id: str, role: pb.Role) -> pb.Player:
    changed: pb.Player = (await players.stub(who).SetRole(pb.SetRoleRequest(player_id=player_id, role=role))).player
    return changed


async def suspend(players: Players, who: Caller, player_id: str, reason: str = "Rude") -> pb.Player:
    changed: pb.Player = (await players.stub(who).Suspend(pb.SuspendRequest(player_id=player_id, reason=reason))).player
    return changed


async def found(players: Players, who: Caller, **wanted: object) -> list[str]:
    """The addresses of those whom an Admin finds."""
    answer = await players.stub(who).FindAny(pb.FindAnyRequest(**wanted))
    return [each.email or each.name for each in answer.players]


async def audit(players: Players, who: Caller) -> Counter[tuple[str, str, str]]:
    entries = (await players.stub(who).ListAudit(pb.ListAuditRequest())).entries
    assert {each.admin_id for each in entries} <= {who.id}
    return Counter((each.player_id, each.action, each.detail) for each in entries)


@pytest.mark.parametrize("method", ADMINS_ALONE)
async def test_nobody_else_may_do_what_admins_do(players: Players, admin: Caller, method: str) -> None:
    anna = await players.caller("anna@example.org")
    visitor = Caller(ANONYMOUS_ID, "anonymous", "anonymous", "public", "Anonymous", "01VISITOR")
    bot = Caller("01BOT", "bot", "persona", "public", "Bot")
    request = getattr(pb, f"{method}Request")()
    for who in (anna, replace(anna, role="trainer"), visitor, bot, service_caller("rules")):
        with pytest.raises(NotAllowed):
            await getattr(players.stub(who), method)(request)
    with pytest.raises(NotLoggedIn):
        await getattr(players.stub(), method)(request)
    # A token says what was true when it was given.
    with pytest.raises(NotAllowed):
        await getattr(players.stub(replace(anna, role="admin")), method)(request)
    assert await audit(players, admin) == {}


async def test_an_admin_gives_roles_and_takes_them(players: Players, admin: Caller) -> None:
    anna = await players.caller("anna@example.org")
    for role in (pb.ROLE_TRAINER, pb.ROLE_TRAINER, pb.ROLE_ADMIN, pb.ROLE_CREATOR):
        assert (await set_role(players, admin, anna.id, role)).role == role
    assert (await players.caller("anna@example.org")).role == "creator"
    assert await audit(players, admin) == {
        (anna.id, "role", "creator to trainer"): 1,
        (anna.id, "role", "trainer to admin"): 1,
        (anna.id, "role", "admin to creator"): 1,
    }


async def test_roles_are_for_people(players: Players, admin: Caller) -> None:
    persona = (await players.stub(admin).MakePersona(pb.MakePersonaRequest(name="P"))).player.id
    for player_id in (persona, RANDOM_ID, ANONYMOUS_ID, NOBODY, "no id"):
        with pytest.raises(UnknownPlayer):
            await set_role(players, admin, player_id, pb.ROLE_TRAINER)
    anna = await players.caller("anna@example.org")
    for role in (pb.ROLE_UNSPECIFIED, pb.ROLE_PERSONA, pb.ROLE_ANONYMOUS):
        with pytest.raises(InvalidField, match="role"):
            await set_role(players, admin, anna.id, role)


async def test_there_is_always_an_admin(players: Players, admin: Caller) -> None:
    for change in (set_role(players, admin, admin.id, pb.ROLE_CREATOR), suspend(players, admin, admin.id)):
        with pytest.raises(InvalidField, match="no admin would be left"):
            await change
    anna = await players.caller("anna@example.org")
    await set_role(players, admin, anna.id, pb.ROLE_ADMIN)
    await suspend(players, admin, anna.id)
    with pytest.raises(InvalidField, match="no admin would be left"):
        await set_role(players, admin, admin.id, pb.ROLE_CREATOR)


async def test_no_admin_does_to_themself_what_they_could_not_take_back(players: Players, admin: Caller) -> None:
    anna = await players.caller("anna@example.org")
    await set_role(players, admin, anna.id, pb.ROLE_ADMIN)
    for change in (set_role(players, admin, admin.id, pb.ROLE_CREATOR), suspend(players, admin, admin.id)):
        with pytest.raises(InvalidField, match="this is yourself"):
            await change
    anna = await players.caller("anna@example.org")
    assert (await set_role(players, anna, admin.id, pb.ROLE_CREATOR)).role == pb.ROLE_CREATOR


async def test_whom_the_host_names_gets_back_what_another_admin_has_taken(services: InProcess, keys: Keys) -> None:
    services.clock = clock = ManualClock()
    config = replace(services.config("players"), admins=("host@example.org",))
    await services.start("players", compose, config=config)
    players = Players(services, keys, clock)
    host, other = [await players.caller(f"{name}@example.org") for name in ("host", "other")]
    await set_role(players, host, other.id, pb.ROLE_ADMIN)
    other = await players.caller("other@example.org")
    await suspend(players, other, host.id)
    await set_role(players, other, host.id, pb.ROLE_CREATOR)
    with pytest.raises(NotAllowed):
        await found(players, host)
    again = await players.caller("host@example.org")
    assert (again.id, again.role) == (host.id, "admin")
    await suspend(players, again, other.id)
    with pytest.raises(NotAllowed, match="An admin has suspended you"):
        await players.caller("other@example.org")
    entries = (await players.stub(again).ListAudit(pb.ListAuditRequest(player_id=host.id))).entries
    assert [(each.admin_id, each.action) for each in entries] == [
        (host.id, "unsuspend"),
        (other.id, "role"),
        (other.id, "suspend"),
    ]


async def test_nobody_takes_back_a_name_that_an_admin_has_replaced(players: Players, admin: Caller) -> None:
    trainer, stub = await players.caller("anna@example.org"), players.stub(admin)
    await set_role(players, admin, trainer.id, pb.ROLE_TRAINER)
    trainer = await players.caller("anna@example.org")
    own = players.stub(trainer)
    await own.Rename(pb.RenameRequest(name="Rude One"))
    await stub.Rename(pb.RenameRequest(player_id=trainer.id, name="Kind One"))
    bot = (await own.MakeBot(pb.MakeBotRequest(name="Fine"))).player
    ways = (
        lambda: own.Rename(pb.RenameRequest(name="rude one")),
        lambda: own.Rename(pb.RenameRequest(player_id=bot.id, name="Rude One")),
        lambda: own.MakePersona(pb.MakePersonaRequest(name="Rude One")),
        lambda: own.MakeBot(pb.MakeBotRequest(name="RUDE ONE")),
    )
    for way in ways:
        with pytest.raises(InvalidField, match="an admin has taken away from you"):
            await way()
    assert (await own.Rename(pb.RenameRequest(name="Kinder"))).player.name == "Kinder"
    await stub.Rename(pb.RenameRequest(player_id=trainer.id, name="Rude One"))
    assert (await own.Rename(pb.RenameRequest(name="Rude One"))).player.name == "Rude One"


async def test_of_two_admins_who_take_away_each_other_one_stays(players: Players, admin: Caller) -> None:
    anna = await players.caller("anna@example.org")
    await set_role(players, admin, anna.id, pb.ROLE_ADMIN)
    anna = await players.caller("anna@example.org")
    await asyncio.gather(
        set_role(players, admin, anna.id, pb.ROLE_CREATOR),
        set_role(players, anna, admin.id, pb.ROLE_CREATOR),
        return_exceptions=True,
    )
    roles = [(await players.caller(f"{name}@example.org")).role for name in ("admin", "anna")]
    assert sorted(roles) == ["admin", "creator"]


async def test_an_admin_who_is_none_any_more_can_do_nothing(players: Players, admin: Caller) -> None:
    anna = await players.caller("anna@example.org")
    await set_role(players, admin, anna.id, pb.ROLE_ADMIN)
    anna = await players.caller("anna@example.org")
    await set_role(players, admin, anna.id, pb.ROLE_CREATOR)
    with pytest.raises(NotAllowed):
        await set_role(players, anna, anna.id, pb.ROLE_ADMIN)


async def test_who_is_suspended_gets_in_by_no_way(players: Players, admin: Caller) -> None:
    secret = (await players.log_in("anna@example.org")).secret
    anna = await players.exchanged(secret)
    await set_role(players, admin, anna.id, pb.ROLE_TRAINER)
    token = (await players.stub(replace(anna, role="trainer")).MakeBot(pb.MakeBotRequest(name="B"))).token
    for _ in range(2):
        assert (await suspend(players, admin, anna.id, "cheats")).suspended_at_ms
    for each in (secret, token):
        with pytest.raises(NotLoggedIn):
            await players.exchanged(each)
    with pytest.raises(NotAllowed, match="suspended"):
        await players.log_in("anna@example.org")
    assert await found(players, admin, is_suspended=True) == ["anna@example.org"]
    for _ in range(2):
        await players.stub(admin).Unsuspend(pb.UnsuspendRequest(player_id=anna.id))
    assert (await players.exchanged(token)).name == "B"
    with pytest.raises(NotLoggedIn):
        await players.exchanged(secret)
    assert await players.caller("anna@example.org")
    changes = {(anna.id, "suspend", "cheats"): 1, (anna.id, "unsuspend", ""): 1}
    assert changes.items() <= (await audit(players, admin)).items()


async def test_a_bot_is_suspended_by_itself(players: Players, admin: Caller) -> None:
    made = await players.stub(admin).MakeBot(pb.MakeBotRequest(name="B"))
    anna = await players.caller("anna@example.org")
    await suspend(players, admin, made.player.id)
    with pytest.raises(NotLoggedIn):
        await players.exchanged(made.token)
    (seat,) = await players.check_seats(anna, made.player.id)
    assert (seat.may_invite, seat.may_meet, seat.problem) == (False, False, "cannot play now")
    for player_id in (RANDOM_ID, NOBODY, "no id"):
        with pytest.raises(UnknownPlayer):
            await suspend(players, admin, player_id)


async def test_another_reason_is_kept_too(players: Players, admin: Caller) -> None:
    anna = await players.caller("anna@example.org")
    for reason in ("cheats", "cheats", "is rude as well", "is rude as well"):
        await suspend(players, admin, anna.id, reason)
    with pytest.raises(InvalidField, match="reason"):
        await suspend(players, admin, anna.id, " ")
    noted = [entry for entry in (await audit(players, admin)).elements() if entry[0] == anna.id]
    assert noted == [(anna.id, "suspend", "is rude as well"), (anna.id, "suspend", "cheats")]


@pytest.mark.parametrize("reason", ["", "  ", "x" * 201])
async def test_nobody_is_suspended_without_a_reason(players: Players, admin: Caller, reason: str) -> None:
    anna = await players.caller("anna@example.org")
    with pytest.raises(InvalidField, match="reason"):
        await suspend(players, admin, anna.id, reason)
    assert await found(players, admin, is_suspended=True) == []


async def test_that_somebody_is_suspended_is_told_to_admins_alone(players: Players, admin: Caller) -> None:
    anna, ben = await players.caller("anna@example.org"), await players.caller("ben@example.org")
    await suspend(players, admin, ben.id)
    get = pb.GetRequest(ids=[ben.id])
    seen = (await players.stub(anna).Get(get)).players[0]
    assert not seen.suspended_at_ms
    (seat,) = await players.check_seats(anna, ben.id)
    assert seat.problem == "is not your friend"


async def test_who_is_an_admin_is_told_to_admins_alone(players: Players, admin: Caller) -> None:
    anna = await players.caller("anna@example.org")
    get, find = pb.GetRequest(ids=[admin.id, anna.id]), pb.FindRequest(name_prefix=admin.name)
    seen = (await players.stub(anna).Get(get)).players
    assert [each.role for each in seen] == [pb.ROLE_UNSPECIFIED, pb.ROLE_CREATOR]
    assert [each.role for each in (await players.stub(anna).Find(find)).players] == [pb.ROLE_UNSPECIFIED]
    roles = [each.role for each in (await players.stub(admin).Get(get)).players]
    assert roles == [pb.ROLE_ADMIN, pb.ROLE_CREATOR]


async def test_admins_find_anybody(players: Players, admin: Caller) -> None:
    anna, ben = await players.caller("anna@example.org"), await players.caller("ben@example.org")
    await players.stub(ben).Rename(pb.RenameRequest(name="Anna_Two"))
    await players.stub(anna).MakePersona(pb.MakePersonaRequest(name="Neo", universe_name="Matrix"))
    await set_role(players, admin, ben.id, pb.ROLE_TRAINER)
    house = [player.name for player in HOUSE.values()]
    everybody = ["Random", "Anonymous", *house, "admin@example.org", "anna@example.org", "ben@example.org", "Neo"]
    assert sorted(await found(players, admin)) == sorted(everybody)
    assert sorted(await found(players, admin, text=" ANNA")) == ["anna@example.org", "ben@example.org"]
    assert await found(players, admin, text="anna_") == ["ben@example.org"]
    assert await found(players, admin, text="neo") == ["Neo"]
    assert await found(players, admin, text="anna", role=pb.ROLE_TRAINER) == ["ben@example.org"]
    assert await found(players, admin, text="nobody") == await found(players, admin, is_suspended=True) == []
    for wrong in ({"limit": 51}, {"limit": -1}, {"text": "a\x00"}, {"text": "x" * 255}, {"after_id": "x"}):
        with pytest.raises(InvalidField):
            await found(players, admin, **wrong)


async def test_what_admins_find_comes_in_pages(players: Players, admin: Caller) -> None:
    for number in range(4):
        await players.log_in(f"p{number}@example.org")
    whole, paged, after_id = await found(players, admin), [], ""
    while page := (await players.stub(admin).FindAny(pb.FindAnyRequest(after_id=after_id, limit=3))).players:
        paged += [each.email or each.name for each in page]
        after_id = page[-1].id
    assert paged == whole
    assert len(whole) == 7 + len(HOUSE)


async def test_admins_see_who_came_last_first(players: Players, admin: Caller) -> None:
    for name in ("anna", "ben", "carla"):
        await players.caller(f"{name}@example.org")
    stub, seen, after = players.stub(admin), list[str](), ""
    while answer := (await stub.FindAny(pb.FindAnyRequest(limit=2, after_id=after, newest_first=True))).players:
        seen += [each.email or each.name for each in answer]
        after = answer[-1].id
    assert seen == list(reversed(await found(players, admin, limit=50)))
    assert "carla@example.org" in seen


async def test_the_audit_comes_in_pages_the_last_first(players: Players, admin: Caller) -> None:
    anna = await players.caller("anna@example.org")
    for role in (pb.ROLE_TRAINER, pb.ROLE_CREATOR, pb.ROLE_TRAINER, pb.ROLE_ADMIN):
        await set_role(players, admin, anna.id, role)
        await asyncio.sleep(0.002)  # ids made within a millisecond have no order
    paged: list[pb.AuditEntry] = []
    while page := (
        await players.stub(admin).ListAudit(pb.ListAuditRequest(before_id=paged[-1].id if paged else "", limit=3))
    ).entries:
        paged += page
    assert [each.detail.split()[-1] for each in paged] == ["admin", "trainer", "creator", "trainer"]
    with pytest.raises(InvalidField, match="before_id"):
        await players.stub(admin).ListAudit(pb.ListAuditRequest(before_id="x"))


async def test_the_audit_is_told_of_one_player_alone(players: Players, admin: Caller) -> None:
    anna, ben = [await players.caller(f"{name}@example.org") for name in ("anna", "ben")]
    for who in (anna, ben):
        await suspend(players, admin, who.id)
    entries = (await players.stub(admin).ListAudit(pb.ListAuditRequest(player_id=ben.id))).entries
    assert [(each.player_id, each.action) for each in entries] == [(ben.id, "suspend")]
    with pytest.raises(InvalidField, match="player_id"):
        await players.stub(admin).ListAudit(pb.ListAuditRequest(player_id="ben"))
