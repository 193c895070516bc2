"""What the home page shows: games to play, matches in play."""

from __future__ import annotations

from redscience.api.match.v1.match_pb2 import ListRequest as ListMatches
from redscience.api.match.v1.match_pb2 import Status
from redscience.api.rules.v1.rules_pb2 import ListRequest as ListGames
from services.gateway.backends import Backends, call
from services.gateway.sessions import Session
from services.gateway.shown import Shown, last_used_games, show_game, show_match

RECENT = 50
SHOWN = 20
GAMES_SHOWN = 100


def running_matches(backends: Backends, session: Session) -> Shown:
    """The caller's own running matches and the others', newest first."""
    mine = _running(backends, session, session.player.id)
    seen = {match["id"] for match in mine}
    return {"mine": mine, "others": [match for match in _running(backends, session) if match["id"] not in seen]}


def games_to_play(backends: Backends, session: Session) -> Shown:
    """The five games that the caller used last, and the first of all."""
    recent = call(
        backends.match.List, ListMatches(player_id=session.player.id, page_size=RECENT), session.token
    ).matches
    games = call(backends.rules.List, ListGames(page_size=GAMES_SHOWN), session.token).games
    return {"last_used": last_used_games(recent), "all": [show_game(game) for game in games]}


def _running(backends: Backends, session: Session, player_id: str = "") -> list[Shown]:
    request = ListMatches(player_id=player_id, status=Status.STATUS_RUNNING, page_size=SHOWN)
    return [show_match(match) for match in call(backends.match.List, request, session.token).matches]
