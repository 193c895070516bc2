"""Players as they are told of to others."""

from __future__ import annotations

from collections.abc import Iterable

from redscience.api.players.v1 import players_pb2 as pb
from services.kit.ended import Ended
from services.kit.erased import Erased
from services.kit.identity import Caller
from services.players import store
from services.players.administration import Entry
from services.players.avatars import avatar_of
from services.players.seats import SeatCheck

_KINDS = {
    "person": pb.KIND_PERSON,
    "bot": pb.KIND_BOT,
    "random": pb.KIND_RANDOM,
    "persona": pb.KIND_PERSONA,
    "anonymous": pb.KIND_ANONYMOUS,
    "house": pb.KIND_HOUSE,
}
_ROLES = {
    "anonymous": pb.ROLE_ANONYMOUS,
    "persona": pb.ROLE_PERSONA,
    "creator": pb.ROLE_CREATOR,
    "trainer": pb.ROLE_TRAINER,
    "admin": pb.ROLE_ADMIN,
}


def role_word(role: int) -> str:
    """A role as tokens spell it; "" for none of them."""
    return next((word for word, each in _ROLES.items() if each == role), "")


def player_for(viewer: Caller, who: store.Player) -> pb.Player:
    """A player as a viewer may know them: who of people is an Admin is nobody's business but theirs and Admins'."""
    if viewer.role == "admin":
        return player_for_admin(who)
    shown = whole_player(who)
    if viewer.id == who.id:
        return shown
    shown.ClearField("email")
    if who.kind == "person" and viewer.kind != "service":
        shown.ClearField("role")
    return shown


def whole_player(who: store.Player) -> pb.Player:
    """A player with all that they may know of themselves."""
    return pb.Player(
        id=who.id,
        name=who.name,
        kind=_KINDS[who.kind],
        role=_ROLES[who.role],
        universe=who.universe,
        email=who.email or "",
        erased=who.kind == "person" and who.email is None,
        created_at_ms=who.created_at_ms,
        owner_id=who.owner_id or "",
        avatar=avatar_of(who.id, who.avatar),
    )


def player_for_admin(who: store.Player) -> pb.Player:
    """A player with all that is known of them."""
    shown = whole_player(who)
    shown.suspended_at_ms = who.suspended_at_ms or 0
    return shown


def audit_message(entry: Entry) -> pb.AuditEntry:
    """What an Admin did."""
    return pb.AuditEntry(
        id=entry.id,
        admin_id=entry.admin_id,
        player_id=entry.player_id,
        action=entry.action,
        detail=entry.detail,
        at_ms=entry.at_ms,
    )


def session_message(session: store.Session) -> pb.Session:
    """A session as its owner may know it."""
    return pb.Session(
        id=session.id,
        label=session.label,
        created_at_ms=session.created_at_ms,
        used_at_ms=session.used_at_ms,
        expires_at_ms=session.expires_at_ms,
    )


def seat_check_for(viewer: Caller, check: SeatCheck) -> pb.SeatCheck:
    """Whether a viewer may seat a player."""
    return pb.SeatCheck(
        player=None if check.player is None else player_for(viewer, check.player),
        controller_id=check.controller_id,
        may_invite=check.may_invite,
        problem=check.problem,
        remedy=check.remedy,
        may_meet=check.may_meet,
    )


def ended_message(ended: Iterable[Ended]) -> pb.WatchEndedSessionsResponse:
    """Sessions that have ended."""
    return pb.WatchEndedSessionsResponse(
        sessions=[pb.EndedSession(session_id=each.session_id, ended_at_ms=each.at_ms) for each in ended]
    )


def erased_message(erased: Iterable[Erased]) -> pb.WatchErasedResponse:
    """Players who were erased."""
    return pb.WatchErasedResponse(
        players=[
            pb.ErasedPlayer(
                position=each.position,
                player_id=each.player_id,
                name=each.name,
                erased_at_ms=each.at_ms,
                is_renamed=each.is_renamed,
            )
            for each in erased
        ]
    )
