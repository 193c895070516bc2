"""Asks the players service whom somebody may invite, whom they have banned, and where they are known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import grpc.aio

from redscience.api.players.v1.players_pb2 import (
    CheckSeatsRequest,
    EnterUniverseRequest,
    Kind,
    ListFriendsRequest,
    ListUniversesRequest,
    SeatCheck,
)
from redscience.api.players.v1.players_pb2_grpc import PlayersServiceStub
from redscience.english import English
from services.kit.identity import require_caller

_AT_ONCE = 200
"""Of how many players the players service tells at a time."""


@dataclass(frozen=True, slots=True)
class Acquaintance:
    """A player, as seen by whoever invites.

    Attributes:
        player_id: who is rated.
        name, kind: "" where the caller may know of no such player.
        controller_id: who acts for it: the player itself, or a persona's owner.
        owner_id: who made a persona or a bot; "" for others.
        may_invite: whether the caller may have it take a slot.
        problem, remedy: why not, as of a fault; "" where it may be invited.
        may_meet: whether both are of one universe, and neither has banned the other.
        universe: of the player; "" for those who are in all of them.
    """

    player_id: str
    name: str
    kind: str
    controller_id: str
    may_invite: bool
    owner_id: str = ""
    problem: English = ""
    remedy: English = ""
    may_meet: bool = False
    universe: str = ""


class Acquaintances(Protocol):
    """Where it is known who may be seated by whom, who has banned whom, and who is in which universe."""

    async def check(self, player_ids: Sequence[str], host_id: str = "", inviter_id: str = "") -> Sequence[Acquaintance]:
        """What somebody may do with these players, in the order asked.

        Args:
            player_ids: of whom it is asked.
            host_id: a persona in a private universe, as whom they invite; "" for themself.
            inviter_id: of them; "" for the caller of the call that is being answered.

        Raises:
            Unavailable: the players service does not answer.
        """
        ...

    async def banned_by_caller(self) -> frozenset[str]:
        """Whom the person who makes the call that is being answered has banned.

        Raises:
            Unavailable: the players service does not answer.
        """
        ...

    async def universes_of_caller(self) -> frozenset[str]:
        """The universes that the player is in who makes the call that is being answered.

        Raises:
            Unavailable: the players service does not answer.
        """
        ...

    async def persona_in(self, universe: str, player_id: str) -> Acquaintance:
        """The persona by which a person plays in a private universe, made where they have none.

        Raises:
            Unavailable: the players service does not answer.
        """
        ...


class PlayersAcquaintances:
    """The players service, asked on behalf of whoever is calling.

    Args:
        channel: to the players service, forwarding the caller's token.
        own_channel: the same with this service's own token, for what players may not ask for by themselves.
    """

    def __init__(self, channel: grpc.aio.Channel, own_channel: grpc.aio.Channel) -> None:
        self._players = PlayersServiceStub(channel)
        self._own_players = PlayersServiceStub(own_channel)

    async def check(self, player_ids: Sequence[str], host_id: str = "", inviter_id: str = "") -> Sequence[Acquaintance]:
        """What somebody may do with these players, in the order asked."""
        inviter_id = inviter_id or require_caller().id
        checked: list[Acquaintance] = []
        for start in range(0, len(player_ids), _AT_ONCE):
            asked = player_ids[start : start + _AT_ONCE]
            request = CheckSeatsRequest(player_ids=asked, host_id=host_id, inviter_id=inviter_id)
            answer = await self._own_players.CheckSeats(request)
            checked += [_acquaintance(player_id, seat) for player_id, seat in zip(asked, answer.seats, strict=True)]
        return checked

    async def banned_by_caller(self) -> frozenset[str]:
        """Whom the caller has banned."""
        answer = await self._players.ListFriends(ListFriendsRequest())
        return frozenset(player.id for player in answer.banned)

    async def universes_of_caller(self) -> frozenset[str]:
        """The universes that the caller is in."""
        answer = await self._players.ListUniverses(ListUniversesRequest())
        return frozenset(universe.id for universe in answer.universes)

    async def persona_in(self, universe: str, player_id: str) -> Acquaintance:
        """The persona of a person in a private universe."""
        request = EnterUniverseRequest(player_id=player_id, universe=universe)
        persona = (await self._own_players.EnterUniverse(request)).player
        return Acquaintance(
            persona.id, persona.name, "persona", player_id, may_invite=False, owner_id=player_id, universe=universe
        )


def _acquaintance(player_id: str, seat: SeatCheck) -> Acquaintance:
    kind = Kind.Name(seat.player.kind).removeprefix("KIND_").lower()
    return Acquaintance(
        player_id=player_id,
        name=seat.player.name,
        kind=kind if seat.HasField("player") else "",
        controller_id=seat.controller_id,
        owner_id=seat.player.owner_id,
        may_invite=seat.may_invite,
        problem=seat.problem,
        remedy=seat.remedy,
        may_meet=seat.may_meet,
        universe=seat.player.universe,
    )
