"""Ratings over time: of whom, and how they came about."""

from __future__ import annotations

from collections.abc import Sequence

from redscience.api.rating.v1.rating_pb2 import GetLeaderboardRequest, ListHistoryRequest, RatingPoint
from redscience.api.rules.v1.rules_pb2 import BatchGetRequest
from redscience.names import RANDOM_ID, STANDARD_ID
from services.gateway.backends import Backends, answers, call
from services.gateway.names import players_by_id
from services.gateway.sessions import Session
from services.gateway.shown import Shown
from services.kit.ids import is_id

MOST_PLAYERS = MOST_GAMES = 8
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


def other_games(backends: Backends, session: Session, game_id: str, ids: Sequence[str]) -> list[Shown]:
    """The games that are asked for beside one; without those that there are not."""
    wanted = [each for each in ids if is_id(each) and each != game_id][: MOST_GAMES - 1]
    if not wanted:
        return []
    found = call(backends.rules.BatchGet, BatchGetRequest(ids=wanted), session.token).games
    return [{"id": game.id, "name": game.name} for game in found]


def rating_points(
    backends: Backends, session: Session, game_id: str, player_id: str, universe: str
) -> list[list[float]]:
    """Of a player's latest matches of a game, the first first.

    Of each its end, mean and deviation after it, its number, and the rating.
    """
    points: list[RatingPoint] = []
    asked = ListHistoryRequest(player_id=player_id, game_id=game_id, universe=universe, page_size=ROWS)
    for answer in answers(backends.rating.ListHistory, asked, session.token):
        points += answer.points
        if len(points) >= MOST_POINTS:
            break
    return [[point.ended_at_ms, point.mu, point.sigma, point.number, point.rating] for point in reversed(points)]
