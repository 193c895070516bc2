"""A leaderboard with the names of who is on it: two services know one half each."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from redscience.api.players.v1.players_pb2 import GetRequest
from redscience.api.rating.v1.rating_pb2 import GetLeaderboardRequest, GetLeaderboardResponse
from redscience.client.channels import bearer
from services.gateway.backends import CALL_TIMEOUT_S, Backends, LiveBackends, call
from services.gateway.sessions import Session
from services.gateway.shown import Shown, by_id, show_leaderboard
from services.kit.clock import Clock


def name_standings(backends: Backends, clock: Clock, answer: GetLeaderboardResponse, token: str) -> Shown:
    """A leaderboard as rating told it, with the players' names."""
    asked = _names(answer)
    players = by_id(call(backends.players.Get, asked, token).players) if asked.ids else {}
    return show_leaderboard(answer, players, now_ms=clock.now_ms())


def live_boards(backends: LiveBackends, clock: Clock) -> Callable[[GetLeaderboardResponse, str], Awaitable[Shown]]:
    """The same for event streams, which ask on the event loop; they have a patience of their own."""

    async def name(answer: GetLeaderboardResponse, token: str) -> Shown:
        asked = _names(answer)
        if not asked.ids:
            return show_leaderboard(answer, {}, now_ms=clock.now_ms())
        found = await backends.players.Get(asked, timeout=CALL_TIMEOUT_S, metadata=bearer(token))
        return show_leaderboard(answer, by_id(found.players), now_ms=clock.now_ms())

    return name


def _names(answer: GetLeaderboardResponse) -> GetRequest:
    return GetRequest(ids=[standing.player_id for standing in answer.standings])


def leaderboard(backends: Backends, clock: Clock, session: Session, game_id: str, *, limit: int = 0) -> Shown:
    """A game's leaderboard, with the standing of whoever asks in any case."""
    request = GetLeaderboardRequest(game_id=game_id, player_id=session.player.id, limit=limit)
    return name_standings(backends, clock, call(backends.rating.GetLeaderboard, request, session.token), session.token)
