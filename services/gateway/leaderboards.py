"""A leaderboard with the names of who is on it: two services know one half each."""

from __future__ import annotations

from redscience.api.players.v1.players_pb2 import GetRequest
from redscience.api.rating.v1.rating_pb2 import GetLeaderboardRequest, GetLeaderboardResponse
from services.gateway.backends import Backends, call
from services.gateway.sessions import Session
from services.gateway.shown import Shown, by_id, show_leaderboard
from services.kit.clock import Clock


def name_standings(backends: Backends, clock: Clock, answer: GetLeaderboardResponse, token: str) -> Shown:
    """A leaderboard as rating told it, with the players' names."""
    ids = [standing.player_id for standing in answer.standings]
    players = by_id(call(backends.players.Get, GetRequest(ids=ids), token).players) if ids else {}
    return show_leaderboard(answer, players, now_ms=clock.now_ms())


def leaderboard(backends: Backends, clock: Clock, session: Session, game_id: str, *, limit: int = 0) -> Shown:
    """A game's leaderboard, with the standing of whoever asks in any case."""
    request = GetLeaderboardRequest(game_id=game_id, player_id=session.player.id, limit=limit)
    return name_standings(backends, clock, call(backends.rating.GetLeaderboard, request, session.token), session.token)
