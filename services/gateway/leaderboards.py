"""A leaderboard with the names of who is on it: two services know one half each."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from itertools import islice

from redscience.api.match.v1.match_pb2 import ListRequest as ListMatches
from redscience.api.match.v1.match_pb2 import Match, Status
from redscience.api.players.v1.players_pb2 import FindRequest, GetRequest, ListUniversesRequest
from redscience.api.rating.v1.rating_pb2 import (
    GetFavoritismRequest,
    GetLeaderboardRequest,
    GetLeaderboardResponse,
    GetMatchRatingsRequest,
    ListLeaderboardRequest,
)
from redscience.client.channels import bearer
from services.gateway.backends import CALL_TIMEOUT_S, Backends, LiveBackends, answers, call
from services.gateway.names import players_by_id
from services.gateway.sessions import Session
from services.gateway.shown import Shown, by_id, show_leaderboard, show_match, show_match_rating, show_player
from services.kit.clock import Clock

OPPONENTS = 100
MOST_PAGES = 10
NEWEST_MATCHES = 10
# As many as can be added to a leaderboard at once.
FOUND = 20


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


def leaderboard(
    backends: Backends,
    clock: Clock,
    session: Session,
    game_id: str,
    *,
    limit: int = 0,
    universe: str = "",
    added: Sequence[str] = (),
) -> Shown:
    """A game's leaderboard, with the standing of whoever asks in any case; of their own universe if none is named."""
    request = GetLeaderboardRequest(
        game_id=game_id, player_id=session.player.id, limit=limit, universe=universe, added_player_ids=added
    )
    return name_standings(backends, clock, call(backends.rating.GetLeaderboard, request, session.token), session.token)


def newest_matches(backends: Backends, session: Session, game_id: str, universe: str) -> list[Shown]:
    """The matches of a game that began last, the newest first: some may still be played. Invitations are none."""
    asked = ListMatches(game_id=game_id, universe=universe, page_size=NEWEST_MATCHES)
    found = call(backends.match.List, asked, session.token).matches
    return [show_match(match) for match in found if match.status != Status.STATUS_INVITED]


def ratings_of(backends: Backends, session: Session, match: Match) -> dict[str, Shown]:
    """What a match did to the ratings of its players, by their ids; none while it is not counted, or not rated."""
    if match.status != Status.STATUS_ENDED or not match.rated:
        return {}
    request = GetMatchRatingsRequest(match_ids=[match.id], universe=match.universe)
    found = call(backends.rating.GetMatchRatings, request, session.token).ratings
    return {rating.player_id: show_match_rating(rating) for rating in found}


def universes_of(backends: Backends, session: Session) -> list[Shown]:
    """The universes whose leaderboards the caller may see: their own first, then those of their personas."""
    found = call(backends.players.ListUniverses, ListUniversesRequest(), session.token).universes
    return [{"id": universe.id, "name": universe.name} for universe in found]


def favoritism_of(backends: Backends, session: Session, game_id: str, universe: str) -> dict[str, Shown]:
    """What the caller's matches in a game were like against each opponent, by the opponent's id."""
    asked = GetFavoritismRequest(player_id=session.player.id, game_id=game_id, universe=universe, page_size=OPPONENTS)
    pages = islice(answers(backends.rating.GetFavoritism, asked, session.token), MOST_PAGES)
    rows = (row for page in pages for row in page.favoritism)
    return {row.other_id: {"preference": row.preference, "favors_owed": row.favors_owed} for row in rows}


def players_of_game(backends: Backends, session: Session, game_id: str, name: str, universe: str) -> list[Shown]:
    """Those who have played a game and whose names begin so; the best of them where nothing is said of names."""
    if not name:
        asked = ListLeaderboardRequest(game_id=game_id, universe=universe)
        standings = call(backends.rating.ListLeaderboard, asked, session.token).standings
        best = players_by_id(backends, session, (standing.player_id for standing in standings))
        return list(best.values())
    found = call(
        backends.players.Find, FindRequest(name_prefix=name, universe=universe, limit=FOUND), session.token
    ).players
    request = GetLeaderboardRequest(
        game_id=game_id, universe=universe, limit=1, added_player_ids=[player.id for player in found]
    )
    standings = call(backends.rating.GetLeaderboard, request, session.token).standings
    played = {standing.player_id for standing in standings if standing.played}
    return [show_player(player) for player in found if player.id in played]
