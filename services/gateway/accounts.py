"""What somebody owns: their sessions, personas, bots and universes, and how many games they may save."""

from __future__ import annotations

from redscience.api.match.v1.match_pb2 import ListBotsRequest
from redscience.api.players.v1.players_pb2 import (
    Kind,
    ListOwnRequest,
    ListSessionsRequest,
    ListUniversesRequest,
)
from redscience.api.rules.v1.rules_pb2 import GetQuotaRequest
from redscience.errors import Unavailable
from services.gateway.backends import Backends, call
from services.gateway.language import gettext
from services.gateway.sessions import Session
from services.gateway.shown import Shown, show_player, show_quota
from services.gateway.shown_people import show_session

_MOST_BOTS = 100


def account(backends: Backends, session: Session) -> Shown:
    """All of it, for the page of settings."""
    return {
        "email": session.player.email,
        "quota": own_quota(backends, session),
        "may_make_bots": session.is_trainer,
        "sessions": list_sessions(backends, session),
        **list_own(backends, session),
    }


def own_quota(backends: Backends, session: Session) -> Shown:
    """How many games the caller has saved and may save. Visitors save none, and make as many drafts as they like."""
    if session.is_visit:
        words = gettext("You are a visitor: your draft is kept in this browser alone. Log in to save it as a game.")
        return {"saved": 0, "most": None, "left": None, "words": words}
    return show_quota(call(backends.rules.GetQuota, GetQuotaRequest(), session.token).quota)


def list_sessions(backends: Backends, session: Session) -> list[Shown]:
    """The caller's sessions, the one last used first."""
    found = call(backends.players.ListSessions, ListSessionsRequest(), session.token).sessions
    return [show_session(each, is_this=each.id == session.id) for each in found]


def list_own(backends: Backends, session: Session) -> Shown:
    """The caller's personas and bots, and the names of the universes that they are in."""
    own = call(backends.players.ListOwn, ListOwnRequest(), session.token).players
    universes = call(backends.players.ListUniverses, ListUniversesRequest(), session.token).universes
    bots = [show_player(player) for player in own if player.kind == Kind.KIND_BOT]
    connected = _connected_bots(backends, session) if bots else None
    return {
        "personas": [show_player(player) for player in own if player.kind == Kind.KIND_PERSONA],
        "bots": [bot | {"is_connected": None if connected is None else bot["id"] in connected} for bot in bots],
        "universes": {universe.id: universe.name for universe in universes},
    }


def _connected_bots(backends: Backends, session: Session) -> frozenset[str] | None:
    """The bots that are connected, by id; None while nobody can tell, and where there are too many to be listed."""
    try:
        bots = call(backends.match.ListBots, ListBotsRequest(limit=_MOST_BOTS), session.token).bots
    except Unavailable:
        return None
    return frozenset(bot.player_id for bot in bots) if len(bots) < _MOST_BOTS else None
