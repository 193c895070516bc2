"""Personas, universes and who may be seated by whom, over real gRPC."""

from __future__ import annotations

import asyncio
from collections import Counter

import pytest
from fixtures.databases import both_databases
from fixtures.people import Players, clock, players
from fixtures.services import person, service_caller

from redscience.api.players.v1 import players_pb2 as pb
from redscience.errors import InvalidField, LimitReached, NotAllowed, PlayerNameTaken, UnknownPlayer
from redscience.names import ANONYMOUS_ID, RANDOM_ID
from services.kit.identity import Caller

__all__ = ["clock", "players"]

pytestmark = both_databases

VISITOR = Caller(ANONYMOUS_ID, "anonymous", "anonymous", "public", "Anonymous", "01VISITOR")
NOBODY = "01M7Y58K6S5PY05JED3BP4EJ11"


async def persona(players: Players, owner: Caller, name: str, universe: str = "") -> pb.Player:
    request = pb.MakePersonaRequest(name=name, universe_name=universe)
    made: pb.Player = (await players.stub(owner).MakePersona(request)).player
    return made


async def test_a_persona_belongs_to_who_made_it(players: Players) -> None:
    anna = await players.caller("anna@example.org")
    made = await persona(players, anna, "Doctor X")
    assert (made.name, made.kind, made.role) == ("Doctor X", pb.KIND_PERSONA, pb.ROLE_PERSONA)
    assert (made.owner_id, made.universe, made.email) == (anna.id, "public", "")
    assert list((await players.stub(anna).ListOwn(pb.ListOwnRequest())).players) == [made]


async def test_a_persona_that_is_made_again_is_the_same(players: Players) -> None:
    anna, ben = await players.caller("anna@example.org"), await players.caller("ben@example.org")
    made = await persona(players, anna, "Doctor X")
    assert await persona(players, anna, "doctor x") == made
    with pytest.raises(PlayerNameTaken):
        await persona(players, ben, "Doctor X")
    with pytest.raises(PlayerNameTaken):
        await persona(players, ben, "random")


async def test_a_creator_has_three_personas_at_most(players: Players) -> None:
    anna, admin = await players.caller("anna@example.org"), await players.caller("admin@example.org")
    answers = await asyncio.gather(
        *(persona(players, anna, f"P{number}") for number in range(8)), return_exceptions=True
    )
    assert Counter(map(type, answers)) == {pb.Player: 3, LimitReached: 5}
    for number in range(4):
        await persona(players, admin, f"A{number}")


async def test_who_has_not_logged_in_makes_no_personas(players: Players) -> None:
    for who in (VISITOR, service_caller("match")):
        with pytest.raises(NotAllowed):
            await persona(players, who, "X")


async def test_a_persona_is_renamed_by_who_made_it(players: Players) -> None:
    anna, ben = await players.caller("anna@example.org"), await players.caller("ben@example.org")
    made = await persona(players, anna, "Doctor X")
    renamed = await players.stub(anna).Rename(pb.RenameRequest(player_id=made.id, name="Doctor Y"))
    assert (renamed.player.id, renamed.player.name) == (made.id, "Doctor Y")
    for player_id in (made.id, anna.id, NOBODY, "no id"):
        with pytest.raises(UnknownPlayer):
            await players.stub(ben).Rename(pb.RenameRequest(player_id=player_id, name="Mine"))
    with pytest.raises(NotAllowed):
        await players.stub(VISITOR).Rename(pb.RenameRequest(name="Somebody"))


async def test_a_private_universe_is_for_those_who_are_in_it(players: Players) -> None:
    anna, ben = await players.caller("anna@example.org"), await players.caller("ben@example.org")
    hidden = await persona(players, anna, "Neo", "Matrix")
    assert hidden.universe != "public"
    assert (await persona(players, anna, "Trinity", "MATRIX")).universe == hidden.universe
    universes = (await players.stub(anna).ListUniverses(pb.ListUniversesRequest())).universes
    assert [(each.id, each.name) for each in universes] == [
        ("public", "Public Universe"),
        (hidden.universe, "Matrix"),
    ]
    assert [each.id for each in (await players.stub(ben).ListUniverses(pb.ListUniversesRequest())).universes] == [
        "public"
    ]
    for name in ("matrix", "Public Universe", "public"):
        with pytest.raises(InvalidField, match="universe_name"):
            await persona(players, ben, "Smith", name)


async def test_what_is_in_another_universe_cannot_be_told_from_what_is_not_there(players: Players) -> None:
    anna, ben = await players.caller("anna@example.org"), await players.caller("ben@example.org")
    hidden = await persona(players, anna, "Neo", "Matrix")
    get = pb.GetRequest(ids=[hidden.id, RANDOM_ID])
    seen = {}
    for who in (anna, ben, VISITOR, service_caller("match")):
        seen[who.id] = [each.id for each in (await players.stub(who).Get(get)).players]
    both, random = [hidden.id, RANDOM_ID], [RANDOM_ID]
    assert seen == {anna.id: both, ben.id: random, VISITOR.id: random, "service:match": both}
    find = pb.FindRequest(name_prefix="N", universe=hidden.universe)
    assert [each.name for each in (await players.stub(anna).Find(find)).players] == ["Neo"]
    refusals = []
    for universe in (hidden.universe, NOBODY):
        with pytest.raises(InvalidField, match="universe") as refused:
            await players.stub(ben).Find(pb.FindRequest(name_prefix="N", universe=universe))
        refusals.append(refused.value.message)
    assert len(set(refusals)) == 1
    hidden_check, nobody = await players.check_seats(ben, hidden.id, NOBODY)
    assert hidden_check == nobody
    assert not nobody.HasField("player")


async def test_a_universe_has_each_name_once(players: Players) -> None:
    anna, ben = await players.caller("anna@example.org"), await players.caller("ben@example.org")
    first, second = await persona(players, anna, "Neo", "Matrix"), await persona(players, ben, "Neo", "Zion")
    assert (first.name, first.universe != second.universe) == (second.name, True)


async def test_random_and_own_personas_may_be_seated(players: Players) -> None:
    anna, ben = await players.caller("anna@example.org"), await players.caller("ben@example.org")
    own, foreign = await persona(players, anna, "Mine"), await persona(players, ben, "Theirs")
    elsewhere = await persona(players, anna, "Neo", "Matrix")
    ids = [RANDOM_ID, own.id, foreign.id, ben.id, anna.id, ANONYMOUS_ID, elsewhere.id, "no id", own.id]
    seats = await players.check_seats(anna, *ids)
    assert [each.player.id for each in seats] == [*ids[:7], "", own.id]
    assert [each.may_invite for each in seats] == [True, True, *[False] * 6, True]
    assert [each.controller_id for each in seats] == [
        *("service:chaos", anna.id, ben.id, ben.id, anna.id, ANONYMOUS_ID, anna.id, "", anna.id)
    ]
    assert [each.problem for each in seats] == [
        *("", "", "is a persona of somebody else", "is not your friend", "is who invites", "cannot be invited"),
        *("is of another universe", "is not somebody you can invite", ""),
    ]
    assert all(bool(each.problem) is bool(each.remedy) is not each.may_invite for each in seats)
    assert [each.may_meet for each in seats] == [True, True, True, True, *[False] * 4, True]


async def befriend(players: Players, one: Caller, other: Caller) -> None:
    await players.stub(one).AskFriend(pb.AskFriendRequest(player_id=other.id))
    await players.stub(other).AskFriend(pb.AskFriendRequest(player_id=one.id))


async def test_into_a_private_universe_friends_are_invited_and_who_is_there(players: Players) -> None:
    anna, ben, cleo = [await players.caller(f"{name}@example.org") for name in ("anna", "ben", "cleo")]
    await befriend(players, anna, ben)
    host, other = await persona(players, anna, "Neo", "Matrix"), await persona(players, anna, "Trinity", "Matrix")
    public = await persona(players, anna, "Mine")
    ids = [host.id, other.id, public.id, ben.id, cleo.id, anna.id, RANDOM_ID]

    async def problems(host_id: str) -> list[str]:
        return [each.problem for each in await players.check_seats(anna, *ids, host_id=host_id)]

    elsewhere, stranger, oneself = "is of another universe", "is not your friend", "is who invites"
    assert await problems(host.id) == ["", "", elsewhere, "", stranger, oneself, ""]
    # In the Public Universe the first slot is the caller's own.
    no_host = "is neither you nor a persona of yours in a private universe"
    assert await problems(public.id) == [elsewhere, elsewhere, no_host, "", stranger, oneself, ""]
    for host_id in (NOBODY, "no id", ""):
        assert await problems(host_id) == [elsewhere, elsewhere, "", "", stranger, oneself, ""]
    (foreign,) = await players.check_seats(ben, host.id, host_id=host.id)
    assert foreign == (await players.check_seats(ben, NOBODY))[0]


async def enter(players: Players, who: str, universe: str) -> pb.Player:
    request = pb.EnterUniverseRequest(player_id=who, universe=universe)
    entered: pb.Player = (await players.stub(service_caller("match")).EnterUniverse(request)).player
    return entered


async def test_who_is_invited_gets_a_persona_of_the_same_name(players: Players) -> None:
    anna, ben = await players.caller("anna@example.org"), await players.caller("ben@example.org")
    universe = (await persona(players, anna, "Neo", "Matrix")).universe
    entered = await enter(players, ben.id, universe)
    assert (entered.name, entered.kind, entered.owner_id) == (ben.name, pb.KIND_PERSONA, ben.id)
    assert entered.universe == universe
    assert await enter(players, ben.id, universe) == entered
    universes = (await players.stub(ben).ListUniverses(pb.ListUniversesRequest())).universes
    assert [each.name for each in universes] == ["Public Universe", "Matrix"]
    # It does not count towards how many one may have.
    for number in range(3):
        await persona(players, ben, f"P{number}")
    with pytest.raises(LimitReached):
        await persona(players, ben, "P3")


async def test_a_name_that_is_taken_there_gets_a_number(players: Players) -> None:
    anna, ben = await players.caller("anna@example.org"), await players.caller("ben@example.org")
    long = "N" * 30
    await players.stub(ben).Rename(pb.RenameRequest(name=long))
    universe = (await persona(players, anna, long, "Matrix")).universe
    await persona(players, anna, "N" * 28 + "-2", "Matrix")
    assert (await enter(players, ben.id, universe)).name == "N" * 28 + "-3"


async def test_who_has_a_persona_there_plays_by_the_oldest(players: Players) -> None:
    anna = await players.caller("anna@example.org")
    first, _ = [await persona(players, anna, name, "Matrix") for name in ("Neo", "Trinity")]
    assert await enter(players, anna.id, first.universe) == first


async def test_only_people_enter_and_only_by_the_match_service(players: Players) -> None:
    anna = await players.caller("anna@example.org")
    own = await persona(players, anna, "Neo", "Matrix")
    for who, where, error in (
        (anna.id, NOBODY, InvalidField),
        (anna.id, "public", InvalidField),
        (NOBODY, own.universe, UnknownPlayer),
        (own.id, own.universe, UnknownPlayer),
        ("no id", own.universe, InvalidField),
    ):
        with pytest.raises(error):
            await enter(players, who, where)
    with pytest.raises(NotAllowed):
        await players.stub(anna).EnterUniverse(pb.EnterUniverseRequest(player_id=anna.id, universe=own.universe))


async def test_two_invitations_at_once_make_one_persona(players: Players) -> None:
    anna, ben = await players.caller("anna@example.org"), await players.caller("ben@example.org")
    universe = (await persona(players, anna, "Neo", "Matrix")).universe
    entered = await asyncio.gather(*(enter(players, ben.id, universe) for _ in range(4)))
    assert len({each.id for each in entered}) == 1


async def test_a_visitor_may_seat_random_alone(players: Players) -> None:
    anna = await players.caller("anna@example.org")
    seats = await players.check_seats(VISITOR, RANDOM_ID, anna.id, ANONYMOUS_ID)
    assert [each.may_invite for each in seats] == [True, False, False]
    assert seats[1].problem == "plays with friends only, and you have not logged in"
    assert not any(each.may_meet for each in seats)


async def test_a_bot_is_told_what_it_can_do_in_place_of_inviting_a_person(players: Players) -> None:
    admin = await players.caller("admin@example.org")
    made = await players.stub(admin).MakeBot(pb.MakeBotRequest(name="Cogs"))
    bot = await players.exchanged(made.token)
    for refused in await players.check_seats(bot, admin.id, (await players.caller("anna@example.org")).id):
        assert not refused.may_invite
        assert refused.problem == "is a person, and bots invite none"
        assert refused.remedy == "Leave the seat empty, and give them the link to it"


async def test_so_many_ids_are_answered_and_no_more(players: Players) -> None:
    anna = await players.caller("anna@example.org")
    assert len(await players.check_seats(anna, *[RANDOM_ID] * 200)) == 200
    with pytest.raises(InvalidField, match="player_ids"):
        await players.check_seats(anna, *[RANDOM_ID] * 201)


async def test_nobody_is_seated_by_somebody_of_another_universe(players: Players) -> None:
    anna, ben = await players.caller("anna@example.org"), await players.caller("ben@example.org")
    elsewhere = await persona(players, ben, "Neo", "Matrix")
    (seat,) = await players.check_seats(person(elsewhere.id), anna.id)
    assert seat == (await players.check_seats(anna, NOBODY))[0]


async def test_an_avatar_is_chosen_by_who_has_the_player(players: Players) -> None:
    anna, ben = await players.caller("anna@example.org"), await players.caller("ben@example.org")
    own = await persona(players, anna, "Mine")

    async def choose(who: Caller, number: int, player_id: str = "") -> int:
        request = pb.SetAvatarRequest(avatar=number, player_id=player_id)
        chosen: int = (await players.stub(who).SetAvatar(request)).player.avatar
        return chosen

    given = own.avatar
    assert [await choose(anna, number, own.id) for number in (7, 0)] == [7, given]
    assert await choose(anna, 9) == 9
    seen = (await players.stub(ben).Get(pb.GetRequest(ids=[anna.id, own.id]))).players
    assert [each.avatar for each in seen] == [9, given]
    for player_id in (anna.id, own.id, NOBODY):
        with pytest.raises(UnknownPlayer):
            await choose(ben, 3, player_id)
    with pytest.raises(InvalidField, match="avatar"):
        await choose(ben, 25)
    for who in (VISITOR, service_caller("match")):
        with pytest.raises(NotAllowed):
            await choose(who, 1)


@pytest.mark.parametrize("field", ["name", "universe_name"])
async def test_what_is_made_has_no_blocked_word_in_its_name(players: Players, field: str) -> None:
    anna = await players.caller("anna@example.org")
    with pytest.raises(InvalidField, match=f"^{field}: has a word"):
        await players.stub(anna).MakePersona(pb.MakePersonaRequest(**{"name": "Neo", field: "a-s-s"}))
