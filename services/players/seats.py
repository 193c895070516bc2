"""Who may be seated by whom."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection

from redscience.english import English
from redscience.errors import Fault, InvalidField
from services.kit.identity import CHAOS_SERVICE, HOUSE_SERVICE, Caller
from services.kit.ids import is_id
from services.players import store
from services.players.sessions import as_caller
from services.players.stances import Stances, between


@dataclass(frozen=True, slots=True)
class SeatCheck:
    """Whether a player may be seated by somebody.

    Attributes:
        player: None where there is none that the inviter may know of.
        controller_id: who acts for it.
        may_invite: whether the inviter may name it for a seat.
        problem: why not, as the problem of a fault; "" where they may. It tells nothing of bans.
        remedy: what they can do.
        may_meet: whether chance may bring the two together.
    """

    player: store.Player | None
    controller_id: str = ""
    may_invite: bool = False
    problem: English = "is not somebody you can invite"
    remedy: English = "Look for players by their names"
    may_meet: bool = False


@dataclass(frozen=True, slots=True)
class _Invitation:
    """Who invites.

    Attributes:
        inviter: as they would call by themself.
        host: as whom, where that is not they themself.
        stances: what they and those who are asked about have said of each other.
    """

    inviter: Caller
    host: store.Player | None
    stances: Stances

    @property
    def is_private(self) -> bool:
        """Whether the match is to be played in a private universe, in which the inviter has the host."""
        host, inviter = self.host, self.inviter
        return (
            host is not None
            and (host.kind, host.owner_id) == ("persona", inviter.id)
            and host.universe != inviter.universe
        )

    @property
    def universe(self) -> str:
        """Where the match is to be played."""
        return self.host.universe if self.host is not None and self.is_private else self.inviter.universe

    def is_there(self, who: store.Player) -> bool:
        """Whether a player is of that universe, or of all."""
        return who.universe in (self.universe, "")


@dataclass(frozen=True, slots=True)
class _Obstacle:
    """Why somebody may not be invited."""

    problem: English
    remedy: English


_ONESELF = _Obstacle("is who invites", "Name somebody else, or leave the seat to Random")
_ELSEWHERE = _Obstacle("is of another universe", "Name players of one universe")
_FOREIGN_PERSONA = _Obstacle("is a persona of somebody else", "Invite the person who plays it")
_VISITOR = _Obstacle("cannot be invited", "Invite somebody who has logged in")
_NO_FRIEND = _Obstacle("is not your friend", "Ask them to be friends first")
_NOT_BY_BOTS = _Obstacle("is a person, and bots invite none", "Leave the seat empty, and give them the link to it")
_SUSPENDED = _Obstacle("cannot play now", "Invite somebody else")
_NO_HOST = _Obstacle(
    "is neither you nor a persona of yours in a private universe",
    "Put your own player's id into the first slot, or that of such a persona",
)
_NO_FRIENDS_AT_ALL = _Obstacle("plays with friends only, and you have not logged in", "Log in, or invite a bot")


def check_seats(connection: Connection, inviter_id: str, ids: Sequence[str], host_id: str = "") -> list[SeatCheck]:
    """What there is to say of each of these ids, in the order asked.

    Args:
        connection: to the database.
        inviter_id: of the player who invites.
        ids: of players.
        host_id: a persona of the inviter's in a private universe, as whom they invite; "" for themself.

    Raises:
        InvalidField: nobody has the id of who invites.
    """
    found = store.players_by_id(connection, [inviter_id] if is_id(inviter_id) else [])
    if not found:
        raise InvalidField([Fault("inviter_id", "is the id of no player", "Send that of whoever invites")])
    inviter = as_caller(found[0])
    known = {each.id: each for each in store.known_players(connection, inviter, [*ids, host_id])}
    stances = between(connection, person_behind(found[0]), {person_behind(each) for each in known.values()})
    invitation = _Invitation(inviter, known.get(host_id), stances)
    return [_check(invitation, known.get(each)) for each in ids]


def person_behind(who: store.Player) -> str:
    """Who has friends and bans: the player, or who made it."""
    return who.owner_id or who.id


def _check(invitation: _Invitation, who: store.Player | None) -> SeatCheck:
    if who is None:
        return SeatCheck(None)
    obstacle = _obstacle(invitation, who)
    return SeatCheck(
        player=who,
        controller_id=_controller(who),
        may_invite=obstacle is None,
        problem=obstacle.problem if obstacle else "",
        remedy=obstacle.remedy if obstacle else "",
        may_meet=_may_meet(invitation, who),
    )


def _controller(who: store.Player) -> str:
    by_kind: Mapping[str, str | None] = {
        "random": CHAOS_SERVICE,
        "house": HOUSE_SERVICE,
        "persona": who.owner_id,
    }
    return by_kind.get(who.kind) or who.id


def _may_meet(invitation: _Invitation, who: store.Player) -> bool:
    inviter = invitation.inviter
    if "anonymous" in (inviter.kind, who.kind) or who.suspended_at_ms is not None:
        return False
    is_banned = invitation.stances.is_banned(person_behind(who))
    return who.id != inviter.id and invitation.is_there(who) and not is_banned


def _obstacle(invitation: _Invitation, who: store.Player) -> _Obstacle | None:
    """What keeps the inviter from inviting somebody."""
    inviter, host = invitation.inviter, invitation.host
    if host is not None and who.id == host.id:
        return None if invitation.is_private else _NO_HOST
    if who.id == inviter.id:
        return _VISITOR if who.kind == "anonymous" else _ONESELF
    if who.kind == "person":
        return _obstacle_to_person(invitation, who)
    if not invitation.is_there(who):
        return _ELSEWHERE
    obstacles = {
        "persona": None if who.owner_id == inviter.id else _FOREIGN_PERSONA,
        "anonymous": _VISITOR,
    }
    return obstacles.get(who.kind) or _obstacle_to_suspended(who)


def _obstacle_to_person(invitation: _Invitation, who: store.Player) -> _Obstacle | None:
    """The same of a person: friends come along into private universes."""
    inviter = invitation.inviter
    if who.universe != inviter.universe:
        return _ELSEWHERE
    if inviter.kind == "anonymous":
        return _NO_FRIENDS_AT_ALL
    if inviter.kind == "bot":
        return _NOT_BY_BOTS
    if inviter.kind != "person" or not invitation.stances.are_friends(who.id):
        return _NO_FRIEND
    return _obstacle_to_suspended(who)


def _obstacle_to_suspended(who: store.Player) -> _Obstacle | None:
    return None if who.suspended_at_ms is None else _SUSPENDED
