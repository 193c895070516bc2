"""What waits for whoever asks: every page tells it, wherever they are."""

from __future__ import annotations

from collections.abc import Iterator

from redscience.api.chat.v1.chat_pb2 import ListReportsRequest
from redscience.api.match.v1.match_pb2 import ListRequest, Match, Status
from redscience.api.players.v1.players_pb2 import Role
from services.gateway.acquaintances import acquaintances
from services.gateway.backends import Backends, call
from services.gateway.sessions import Session
from services.gateway.shown import Shown
from services.gateway.tournaments import own_tournaments

LOOKED_AT = 100
MOST_REPORTS = 50
"""The match service tells no more at once."""


def waiting(backends: Backends, session: Session) -> Shown:
    """The turns that the caller owes, those first whose time is over soonest, the invitations and friends to answer.

    Among the invitations are those to tournaments; the games to which one is to come there are told besides, those to
    which others have come first. For Admins reports are told, too.
    """
    turns, invited = (
        call(backends.match.List, request, session.token).matches
        for request in (
            ListRequest(waiting=True, page_size=LOOKED_AT),
            ListRequest(status=Status.STATUS_INVITED, own=True, page_size=LOOKED_AT),
        )
    )
    me, tournaments = session.player.id, own_tournaments(backends, session)
    games = (game for each in tournaments for game in _to_play(each, me))
    return {
        "turns": [_show(match) for match in turns],
        "invitations": [
            *(_show(match) for match in invited if _is_asked(match, me)),
            *(_invitation(each) for each in tournaments if _is_invited(each, me)),
        ],
        "games": sorted(games, key=lambda game: not game["here"]),
        "friend_requests": [player.name for player in acquaintances(backends, session).asking],
        "reports": reports_waiting(backends, session),
    }


def reports_waiting(backends: Backends, session: Session) -> int:
    """How many reports of what was said wait for an Admin, as far as they are told at once; 0 for everybody else."""
    if session.player.role != Role.ROLE_ADMIN:
        return 0
    return len(call(backends.chat.ListReports, ListReportsRequest(limit=MOST_REPORTS), session.token).reports)


def _number(tournament: Shown, player_id: str) -> int | None:
    return next((at for at, player in enumerate(tournament["players"]) if player["id"] == player_id), None)


def _is_invited(tournament: Shown, player_id: str) -> bool:
    number = _number(tournament, player_id)
    is_asked = number is not None and tournament["players"][number]["entry"] == "invited"
    return is_asked and tournament["progress"]["status"] == "inviting"


def _invitation(tournament: Shown) -> Shown:
    return {
        "id": tournament["id"],
        "game": tournament["name"],
        "from": tournament["made_by"]["name"],
        "to": f"/tournaments/{tournament['id']}",
    }


def _to_play(tournament: Shown, player_id: str) -> Iterator[Shown]:
    """The games of a tournament that runs to which somebody is to come, and has not."""
    number = _number(tournament, player_id)
    names = [player["name"] for player in tournament["players"]]
    for pairing in tournament["progress"]["pairings"] if tournament["progress"]["status"] == "running" else ():
        if number in pairing["players"] and number not in pairing["here"] and pairing["closes_at_ms"]:
            yield {
                "tournament": tournament["name"],
                "with": [names[player] for player in pairing["players"] if player != number],
                "here": [names[player] for player in pairing["here"]],
                "to": f"/tournaments/{tournament['id']}",
            }


def _is_asked(match: Match, player_id: str) -> bool:
    return any(seat.player_id == player_id and not seat.accepted for seat in match.seats)


def _show(match: Match) -> Shown:
    name = match.seats[0].player_name
    return {"id": match.id, "game": match.game_name, "from": name, "to": f"/matches/{match.id}"}
