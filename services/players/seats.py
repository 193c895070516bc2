"""Who may be seated by whom."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection

from services.kit.identity import CHAOS_SERVICE, Caller
from services.players import store
from services.players.stances import Stances, between


@dataclass(frozen=True, slots=True)
class SeatCheck:
    """Whether a player may be seated by somebody.

    Attributes:
        player: None where there is none that the caller may know of.
        controller_id: who acts for it.
        may_invite: whether the caller may name it for a seat.
        problem: why not, as the problem of a fault; "" where they may. It tells nothing of bans.
        remedy: what they can do.
        may_meet: whether chance may bring the two together.
    """

    player: store.Player | None
    controller_id: str = ""
    may_invite: bool = False
    problem: str = "is nobody whom you could invite"
    remedy: str = "Look for players by their names"
    may_meet: bool = False


@dataclass(frozen=True, slots=True)
class _Obstacle:
    """Why somebody may not be invited."""

    problem: str
    remedy: str


_ONESELF = _Obstacle("is who invites", "Name somebody else, or leave the seat to Random")
_ELSEWHERE = _Obstacle("is of another universe", "Name players of one universe")
_FOREIGN_PERSONA = _Obstacle("is a persona of somebody else", "Invite the person who plays it")
_VISITOR = _Obstacle("cannot be invited", "Invite somebody who has logged in")
_NO_FRIEND = _Obstacle("is not your friend", "Ask them to be friends first")
_SUSPENDED = _Obstacle("cannot play now", "Invite somebody else")
_NO_FRIENDS_AT_ALL = _Obstacle("plays with friends only, and you have not logged in", "Log in, or invite a bot")


def check_seats(connection: Connection, caller: Caller, ids: Sequence[str]) -> list[SeatCheck]:
    """What there is to say of each of these ids, in the order asked."""
    known = {each.id: each for each in store.known_players(connection, caller, ids)}
    me = next(iter(store.players_by_id(connection, [caller.id])), None)
    myself = caller.id if me is None else person_behind(me)
    stances = between(connection, myself, {person_behind(each) for each in known.values()})
    return [_check(caller, known.get(each), stances) for each in ids]


def person_behind(who: store.Player) -> str:
    """Who has friends and bans: the player, or who made it."""
    return who.owner_id or who.id


def _check(caller: Caller, who: store.Player | None, stances: Stances) -> SeatCheck:
    if who is None:
        return SeatCheck(None)
    obstacle = _obstacle(caller, who, stances)
    return SeatCheck(
        player=who,
        controller_id=_controller(who),
        may_invite=obstacle is None,
        problem=obstacle.problem if obstacle else "",
        remedy=obstacle.remedy if obstacle else "",
        may_meet=_may_meet(caller, who, stances),
    )


def _controller(who: store.Player) -> str:
    by_kind: Mapping[str, str | None] = {"random": CHAOS_SERVICE, "persona": who.owner_id}
    return by_kind.get(who.kind) or who.id


def _is_here(caller: Caller, who: store.Player) -> bool:
    return who.universe in (caller.universe, "")


def _may_meet(caller: Caller, who: store.Player, stances: Stances) -> bool:
    if "anonymous" in (caller.kind, who.kind) or who.suspended_at_ms is not None:
        return False
    return who.id != caller.id and _is_here(caller, who) and not stances.is_banned(person_behind(who))


def _obstacle(caller: Caller, who: store.Player, stances: Stances) -> _Obstacle | None:
    """What keeps the caller from inviting somebody."""
    if who.id == caller.id:
        return _VISITOR if who.kind == "anonymous" else _ONESELF
    if not _is_here(caller, who):
        return _ELSEWHERE
    if who.kind == "person":
        return _obstacle_to_person(caller, who, stances)
    obstacles = {
        "persona": None if who.owner_id == caller.id else _FOREIGN_PERSONA,
        "anonymous": _VISITOR,
    }
    return obstacles.get(who.kind) or _obstacle_to_suspended(who)


def _obstacle_to_person(caller: Caller, who: store.Player, stances: Stances) -> _Obstacle | None:
    if caller.kind == "anonymous":
        return _NO_FRIENDS_AT_ALL
    if caller.kind != "person" or not stances.are_friends(who.id):
        return _NO_FRIEND
    return _obstacle_to_suspended(who)


def _obstacle_to_suspended(who: store.Player) -> _Obstacle | None:
    return None if who.suspended_at_ms is None else _SUSPENDED
