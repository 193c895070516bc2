"""Ratings over time: of whom, and how they came about."""

from __future__ import annotations

from collections.abc import Sequence

from redscience.api.rating.v1.rating_pb2 import GetLeaderboardRequest, ListHistoryRequest, RatingPoint
from redscience.names import RANDOM_ID, STANDARD_ID
from services.gateway.backends import Backends, answers, call
from services.gateway.names import players_by_id
from services.gateway.sessions import Session
from services.gateway.shown import Shown

MOST_PLAYERS = 8
MOST_POINTS = 500
ROWS = 100


def chosen_players(
    backends: Backends, session: Session, game_id: str, ids: Sequence[str], universe: str
) -> list[Shown]:
    """The players that are asked for.

    Where none is: the best one, and of the caller, the standard player and Random those who have played.
    """
    if not ids:
        asked = GetLeaderboardRequest(game_id=game_id, player_id=session.player.id, universe=universe)
        standings = call(backends.rating.GetLeaderboard, asked, session.token).standings
        wanted = {STANDARD_ID, RANDOM_ID, session.player.id}
        ids = [each.player_id for each in standings if each.played and (each.rank == 1 or each.player_id in wanted)]
    return list(players_by_id(backends, session, ids[:MOST_PLAYERS]).values())


def rating_points(
    backends: Backends, session: Session, game_id: str, player_id: str, universe: str
) -> list[list[float]]:
    """When a player's latest matches of a game ended, and mean and deviation after each, the first one first."""
    points: list[RatingPoint] = []
    asked = ListHistoryRequest(player_id=player_id, game_id=game_id, universe=universe, page_size=ROWS)
    for answer in answers(backends.rating.ListHistory, asked, session.token):
        points += answer.points
        if len(points) >= MOST_POINTS:
            break
    return [[point.ended_at_ms, round(point.mu, 3), round(point.sigma, 3)] for point in reversed(points)]
