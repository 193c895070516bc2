"""What a player's page shows, a tab each: the first rows with the page, more of them when it asks."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from redscience.api.match.v1.match_pb2 import ListRequest as ListMatches
from redscience.api.match.v1.match_pb2 import Status
from redscience.api.players.v1.players_pb2 import GetRequest, Kind, ListFriendsRequest, Player
from redscience.api.rating.v1.rating_pb2 import (
    CountMatchesRequest,
    GetFavoritismRequest,
    GetMatchRatingsRequest,
    GetStatisticsRequest,
)
from redscience.api.rules.v1.rules_pb2 import ORDER_NEWEST, Game
from redscience.api.rules.v1.rules_pb2 import ListRequest as ListGames
from redscience.errors import UnknownPlayer
from services.gateway.backends import Backends, answers, call
from services.gateway.names import families_by_id, games_by_id, other_names, players_by_id
from services.gateway.sessions import Session
from services.gateway.shown import Shown
from services.gateway.shown_people import (
    STANCES,
    show_favoritism,
    show_friends,
    show_past_match,
    show_statistics,
)
from services.kit.ids import is_id

ROWS = 100
MATCHES, MORE_MATCHES = 25, 100
"""So many with the page, and whenever it asks for more."""
CREATIONS = 200
PLAYING_SHOWN = 5
_MS = re.compile(r"[0-9]{1,15}")

Tab = Callable[[Backends, Session, Player, Mapping[str, str]], Shown]
"""The rows of a tab, and where the next page begins; asked with the fields of an address: `page`, `game`."""


def get_player(backends: Backends, session: Session, player_id: str) -> Player:
    """A player whom the caller may know of.

    Raises:
        UnknownPlayer: there is none of this id.
    """
    asked = GetRequest(ids=[player_id])
    found = call(backends.players.Get, asked, session.token).players if is_id(player_id) else []
    if not found:
        raise UnknownPlayer("There is no such player here. Look for players by their names.")
    return found[0]


def stances(backends: Backends, session: Session) -> dict[str, str]:
    """By the ids of people whom the caller has to do with: one of `STANCES`. Whoever is no person knows nobody."""
    if session.player.kind != Kind.KIND_PERSON:
        return {}
    known = call(backends.players.ListFriends, ListFriendsRequest(), session.token)
    return {player.id: group for group in STANCES for player in getattr(known, group)}


def statistics(backends: Backends, session: Session, player: Player, query: Mapping[str, str]) -> Shown:
    """A row for each game, the one played last first."""
    asked = GetStatisticsRequest(
        player_id=player.id, universe=player.universe, page_size=ROWS, page_token=query.get("page", "")
    )
    answer = call(backends.rating.GetStatistics, asked, session.token)
    games = games_by_id(backends, session, (row.standing.game_id for row in answer.statistics))
    keeping = families_by_id(backends, session, (row.standing.game_id for row in answer.statistics if row.figures))
    return {
        "rows": [show_statistics(row, games, keeping) for row in answer.statistics],
        "next": answer.next_page_token,
    }


def history(backends: Backends, session: Session, player: Player, query: Mapping[str, str]) -> Shown:
    """Matches that have ended, the last first; of one game, or made before an instant, where that is named."""
    page, before = query.get("page", ""), query.get("before", "")
    asked = ListMatches(
        player_id=player.id,
        universe=player.universe,
        game_id=query.get("game", ""),
        status=Status.STATUS_ENDED,
        page_size=MORE_MATCHES if page else MATCHES,
        page_token=page,
        before_ms=int(before) if _MS.fullmatch(before) else 0,
    )
    answer = call(backends.match.List, asked, session.token)
    rated = GetMatchRatingsRequest(
        universe=player.universe, match_ids=[match.id for match in answer.matches if match.rated]
    )
    ratings = call(backends.rating.GetMatchRatings, rated, session.token).ratings
    own = {rating.match_id: rating for rating in ratings if rating.player_id == player.id}
    names = other_names(backends, session, (match.game_id for match in answer.matches))
    players = players_by_id(backends, session, (seat.player_id for match in answer.matches for seat in match.seats))
    return {
        "rows": [
            show_past_match(match, player.id, own.get(match.id), players)
            | {"also_called": names.get(match.game_id, [])}
            for match in answer.matches
        ],
        "next": answer.next_page_token,
    }


def playing(backends: Backends, session: Session, player: Player) -> list[Shown]:
    """What somebody else plays now, the last first, with whom; of people, personas and bots, as others play always."""
    if player.id == session.player.id or player.kind not in (Kind.KIND_PERSON, Kind.KIND_PERSONA, Kind.KIND_BOT):
        return []
    asked = ListMatches(
        player_id=player.id, universe=player.universe, status=Status.STATUS_RUNNING, page_size=PLAYING_SHOWN
    )
    return [
        {
            "id": match.id,
            "game": match.game_name,
            "others": [seat.player_name for seat in match.seats if seat.player_name and seat.player_id != player.id],
        }
        for match in call(backends.match.List, asked, session.token).matches
    ]


def favoritism(backends: Backends, session: Session, player: Player, query: Mapping[str, str]) -> Shown:
    """A row for each opponent in each game, the most preferred first."""
    asked = GetFavoritismRequest(
        player_id=player.id, universe=player.universe, page_size=ROWS, page_token=query.get("page", "")
    )
    answer = call(backends.rating.GetFavoritism, asked, session.token)
    games = games_by_id(backends, session, (row.game_id for row in answer.favoritism))
    others = players_by_id(backends, session, (row.other_id for row in answer.favoritism))
    return {
        "rows": [show_favoritism(row, others, games) for row in answer.favoritism],
        "next": answer.next_page_token,
    }


def creations(backends: Backends, session: Session, player: Player, _: Mapping[str, str]) -> Shown:
    """The games that somebody has made, those that are played most first."""
    games = _made_by(backends, session, player.id)
    asked = CountMatchesRequest(game_ids=[game.id for game in games])
    counts = call(backends.rating.CountMatches, asked, session.token).matches if games else []
    rows = [
        {"game": {"id": game.id, "name": game.name}, "created_at_ms": game.created_at_ms, "hidden": game.hidden}
        | {"matches": count}
        for game, count in zip(games, counts, strict=True)
    ]
    return {"rows": sorted(rows, key=lambda row: -row["matches"]), "next": ""}


def _made_by(backends: Backends, session: Session, creator_id: str) -> list[Game]:
    """The newest games of a creator, as many as are shown."""
    games: list[Game] = []
    asked = ListGames(creator_id=creator_id, order=ORDER_NEWEST, page_size=ROWS)
    for answer in answers(backends.rules.List, asked, session.token):
        games += answer.games
        if len(games) >= CREATIONS:
            break
    return games[:CREATIONS]


def friends(backends: Backends, session: Session, player: Player, _: Mapping[str, str]) -> Shown:
    """Whom the caller has to do with; of nobody else.

    Raises:
        UnknownPlayer: it is somebody else.
    """
    if player.id != session.player.id:
        raise UnknownPlayer("Friends are shown to oneself alone.")
    return show_friends(call(backends.players.ListFriends, ListFriendsRequest(), session.token))


TABS: Mapping[str, Tab] = {
    "stats": statistics,
    "history": history,
    "favoritism": favoritism,
    "creations": creations,
    "friends": friends,
}
