"""Who asks for somebody's friendship, and waits for an answer."""

from __future__ import annotations

from redscience.api.players.v1.players_pb2 import ListFriendsRequest
from services.gateway.backends import Backends, call
from services.gateway.sessions import Session
from services.gateway.shown import Shown, show_player


def friend_requests(backends: Backends, session: Session) -> list[Shown]:
    """Those who ask the caller, the last first; visitors have no friends."""
    if session.is_visit:
        return []
    known = call(backends.players.ListFriends, ListFriendsRequest(), session.token)
    return [show_player(player) for player in known.asking]
