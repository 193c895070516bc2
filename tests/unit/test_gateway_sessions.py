"""Whose session it is."""

from __future__ import annotations

from redscience.api.players.v1.players_pb2 import Kind, Player
from services.gateway.sessions import Session


def session(player: Player, session_id: str) -> Session:
    return Session("token", player, expires_at_ms=0, id=session_id)


def test_somebody_is_the_same_in_all_their_sessions() -> None:
    ada = Player(id="ada", kind=Kind.KIND_PERSON)
    assert session(ada, "first").controller_id == session(ada, "second").controller_id == "ada"


def test_visitors_share_a_player_and_are_not_the_same() -> None:
    anonymous = Player(id="anonymous", kind=Kind.KIND_ANONYMOUS)
    assert session(anonymous, "first").controller_id != session(anonymous, "second").controller_id
