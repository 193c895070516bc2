"""Friends over real gRPC: who asks, who accepts, and what a ban hides."""

from __future__ import annotations

import asyncio
from typing import NamedTuple

import pytest
from fixtures.databases import both_databases
from fixtures.people import Players
from fixtures.services import InProcess, Keys, person, service_caller

from redscience.api.players.v1 import players_pb2 as pb
from redscience.errors import InvalidField, LimitReached, NotAllowed, UnknownPlayer
from redscience.names import ANONYMOUS_ID, RANDOM_ID
from services.kit.clock import ManualClock
from services.kit.identity import Caller
from services.players import friends
from services.players.__main__ import compose

pytestmark = both_databases

VISITOR = Caller(ANONYMOUS_ID, "anonymous", "anonymous", "public", "Anonymous", "01VISITOR")
NOBODY = "01M7Y58K6S5PY05JED3BP4EJ11"
CHANGES = ("AskFriend", "AcceptFriend", "RefuseFriend", "EndFriendship", "BanPlayer", "RevokeBan")


class Two(NamedTuple):
    """Two people at one platform."""

    players: Players
    anna: Caller
    ben: Caller

    async def say(self, who: Caller, change: str, other: str = "", *, times: int = 2) -> None:
        """Has one do something about the other, again and again, for it must be harmless."""
        other = other or (self.ben if who == self.anna else self.anna).id
        method = getattr(self.players.stub(who), change)
        for _ in range(times):
            await method(getattr(pb, f"{change}Request")(player_id=other))

    async def lists(self, who: Caller) -> dict[str, list[str]]:
        """Whom somebody has in which of the lists; those that are empty are left out."""
        found = await self.players.stub(who).ListFriends(pb.ListFriendsRequest())
        return {group.name: [each.id for each in members] for group, members in found.ListFields()}

    async def may(self, who: Caller) -> tuple[bool, bool, str]:
        """Whether somebody may invite the other, and may meet them; and why not."""
        other = self.ben if who == self.anna else self.anna
        (seat,) = await self.players.check_seats(who, other.id)
        return seat.may_invite, seat.may_meet, seat.problem


STRANGERS = (False, True, "is not your friend")
BANNED = (False, False, "is not your friend")
FRIENDS = (True, True, "")


@pytest.fixture
async def two(services: InProcess, keys: Keys) -> Two:
    clock = ManualClock()
    services.clock = clock
    await services.start("players", compose)
    players = Players(services, keys, clock)
    await players.log_in("admin@example.org")
    return Two(players, await players.caller("anna@example.org"), await players.caller("ben@example.org"))


async def test_who_asks_and_is_accepted_is_a_friend(two: Two) -> None:
    _, anna, ben = two
    assert await two.may(anna) == STRANGERS
    await two.say(anna, "AskFriend")
    assert (await two.lists(anna), await two.lists(ben)) == ({"asked": [ben.id]}, {"asking": [anna.id]})
    assert await two.may(anna) == await two.may(ben) == STRANGERS
    await two.say(ben, "AcceptFriend")
    assert (await two.lists(anna), await two.lists(ben)) == ({"friends": [ben.id]}, {"friends": [anna.id]})
    assert await two.may(anna) == await two.may(ben) == FRIENDS


async def test_two_who_ask_each_other_at_once_are_friends(two: Two) -> None:
    _, anna, ben = two
    await asyncio.gather(*(two.say(who, "AskFriend", times=1) for who in (anna, ben) for _ in range(5)))
    assert (await two.lists(anna), await two.lists(ben)) == ({"friends": [ben.id]}, {"friends": [anna.id]})


async def test_who_is_refused_may_ask_again(two: Two) -> None:
    _, anna, ben = two
    await two.say(anna, "AskFriend")
    await two.say(ben, "RefuseFriend")
    assert (await two.lists(anna), await two.lists(ben)) == ({}, {})
    await two.say(anna, "AskFriend")
    await two.say(ben, "AcceptFriend")
    await two.say(ben, "RefuseFriend")
    assert await two.lists(ben) == {"friends": [anna.id]}


async def test_what_is_asked_can_be_taken_back(two: Two) -> None:
    _, anna, ben = two
    await two.say(anna, "AskFriend")
    await two.say(anna, "EndFriendship")
    assert await two.lists(ben) == {}
    with pytest.raises(InvalidField, match="does not ask you"):
        await two.say(ben, "AcceptFriend")


@pytest.mark.parametrize("index", [1, 2])
async def test_either_of_two_friends_can_end_it(two: Two, index: int) -> None:
    _, anna, ben = two
    await two.say(anna, "AskFriend")
    await two.say(ben, "AcceptFriend")
    await two.say(two[index], "EndFriendship")
    assert (await two.lists(anna), await two.lists(ben)) == ({}, {})
    assert await two.may(anna) == await two.may(ben) == STRANGERS


async def test_what_a_banned_player_asks_is_not_seen_and_they_are_told_nothing(two: Two) -> None:
    _, anna, ben = two
    await two.say(anna, "AskFriend")
    await two.say(ben, "BanPlayer")
    assert (await two.lists(anna), await two.lists(ben)) == ({}, {"banned": [anna.id]})
    await two.say(anna, "AskFriend")
    assert (await two.lists(anna), await two.lists(ben)) == ({"asked": [ben.id]}, {"banned": [anna.id]})
    assert await two.may(anna) == await two.may(ben) == BANNED
    with pytest.raises(InvalidField, match="does not ask you"):
        await two.say(ben, "AcceptFriend")
    with pytest.raises(InvalidField, match="Revoke the ban first"):
        await two.say(ben, "AskFriend")


async def test_who_is_banned_cannot_take_the_ban_back(two: Two) -> None:
    _, anna, ben = two
    await two.say(ben, "BanPlayer")
    for change in ("RefuseFriend", "EndFriendship", "RevokeBan", "AskFriend", "BanPlayer", "RevokeBan"):
        await two.say(anna, change)
    assert await two.lists(ben) == {"banned": [anna.id]}


async def test_a_ban_ends_a_friendship_and_can_be_revoked(two: Two) -> None:
    _, anna, ben = two
    await two.say(anna, "AskFriend")
    await two.say(ben, "AcceptFriend")
    await two.say(ben, "BanPlayer")
    assert await two.lists(anna) == {}
    await two.say(ben, "RevokeBan")
    assert (await two.lists(anna), await two.lists(ben)) == ({}, {})
    assert await two.may(anna) == STRANGERS
    await two.say(anna, "AskFriend")
    await two.say(ben, "AskFriend")
    assert await two.may(anna) == FRIENDS


async def test_a_persona_meets_nobody_whom_its_owner_has_banned(two: Two) -> None:
    players, anna, ben = two
    made = (await players.stub(ben).MakePersona(pb.MakePersonaRequest(name="Ben's"))).player
    assert (await players.check_seats(anna, made.id))[0].may_meet
    await two.say(ben, "BanPlayer")
    assert not (await players.check_seats(anna, made.id))[0].may_meet


async def test_who_is_banned_cannot_ask_whether_they_are(two: Two) -> None:
    players, anna, ben = two
    await two.say(ben, "BanPlayer")
    with pytest.raises(NotAllowed):
        await players.stub(anna).CheckSeats(pb.CheckSeatsRequest(player_ids=[ben.id], inviter_id=anna.id))


@pytest.mark.parametrize("inviter_id", ["", "service:match", NOBODY])
async def test_somebody_must_invite(two: Two, inviter_id: str) -> None:
    with pytest.raises(InvalidField, match="inviter_id"):
        await two.players.stub(service_caller("match")).CheckSeats(pb.CheckSeatsRequest(inviter_id=inviter_id))


@pytest.mark.parametrize("change", CHANGES)
async def test_only_other_people_of_the_universe_are_friends(two: Two, change: str) -> None:
    players, anna, ben = two
    persona = (await players.stub(ben).MakePersona(pb.MakePersonaRequest(name="Ben's"))).player.id
    hidden = (await players.stub(ben).MakePersona(pb.MakePersonaRequest(name="Neo", universe_name="Matrix"))).player.id
    for other in (anna.id, persona, RANDOM_ID, ANONYMOUS_ID):
        with pytest.raises(InvalidField, match="player_id"):
            await two.say(anna, change, other)
    for other in (hidden, NOBODY, "no id"):
        with pytest.raises(UnknownPlayer):
            await two.say(anna, change, other)
    with pytest.raises(UnknownPlayer):
        await two.say(person("01ELSEWHERE", universe="01OTHER"), change, anna.id)


@pytest.mark.parametrize("change", [*CHANGES, "ListFriends"])
async def test_friends_are_for_people_who_are_logged_in(two: Two, change: str) -> None:
    players, anna, _ = two
    bot = Caller(NOBODY, "bot", "persona", "public", "Bot")
    request = pb.ListFriendsRequest() if change == "ListFriends" else getattr(pb, f"{change}Request")(player_id=anna.id)
    for who in (VISITOR, bot, service_caller("match")):
        with pytest.raises(NotAllowed):
            await getattr(players.stub(who), change)(request)


async def test_one_may_ask_so_many_and_no_more(two: Two, monkeypatch: pytest.MonkeyPatch) -> None:
    players, anna, ben = two
    monkeypatch.setattr(friends, "MOST", 1)
    carl = await players.caller("carl@example.org")
    await two.say(anna, "AskFriend")
    with pytest.raises(LimitReached):
        await two.say(anna, "AskFriend", carl.id)
    await two.say(anna, "BanPlayer")
    assert await two.lists(anna) == {"banned": [ben.id]}
