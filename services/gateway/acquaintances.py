"""Whom somebody has to do with: who are friends, and who asks for that and waits for an answer."""

from __future__ import annotations

from redscience.api.players.v1.players_pb2 import ListFriendsRequest, ListFriendsResponse
from services.gateway.backends import Backends, call
from services.gateway.sessions import Session


def acquaintances(backends: Backends, session: Session) -> ListFriendsResponse:
    """Whom the caller has to do with; visitors know nobody."""
    if session.is_visit:
        return ListFriendsResponse()
    known: ListFriendsResponse = call(backends.players.ListFriends, ListFriendsRequest(), session.token)
    return known
