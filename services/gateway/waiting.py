"""What waits for whoever asks: every page tells it, wherever they are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

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

    Among these are places in tournaments, and games of them to which another has come; for Admins reports, too.
    """
    turns, invited = (
        call(backends.match.List, request, session.token).matches
        for request in (
            ListRequest(waiting=True, page_size=LOOKED_AT),
            ListRequest(status=Status.STATUS_INVITED, own=True, page_size=LOOKED_AT),
        )
    )
    return {
        "turns": [_show(match) for match in turns],
        "invitations": [
            *(_show(match) for match in invited if _is_asked(match, session.player.id)),
            *_called(own_tournaments(backends, session), session.player.id),
        ],
        "friend_requests": [player.name for player in acquaintances(backends, session).asking],
        "reports": reports_waiting(backends, session),
    }


def reports_waiting(backends: Backends, session: Session) -> int:
    """How many reports of what was said wait for an Admin, as far as they are told at once; 0 for everybody else."""
    if session.player.role != Role.ROLE_ADMIN:
        return 0
    return len(call(backends.chat.ListReports, ListReportsRequest(limit=MOST_REPORTS), session.token).reports)


def _called(tournaments: Iterable[Shown], player_id: str) -> Iterator[Shown]:
    """What waits for somebody in their tournaments: an answer, or people who are here for a game with them."""
    for each in tournaments:
        number = next((at for at, player in enumerate(each["players"]) if player["id"] == player_id), None)
        if number is not None and each["players"][number]["entry"] == "invited":
            yield _of_tournament(each, each["name"], each["made_by"]["name"])
        for pairing in each["progress"]["pairings"]:
            here = pairing["here"]
            if number in pairing["players"] and here and number not in here and pairing["closes_at_ms"]:
                who = each["players"][here[0]]["name"]
                yield _of_tournament(each, each["games"][pairing["game"]]["name"], who)


def _of_tournament(tournament: Shown, game: str, who: str) -> Shown:
    return {"id": tournament["id"], "game": game, "from": who, "to": f"/tournaments/{tournament['id']}"}


def _is_asked(match: Match, player_id: str) -> bool:
    return any(seat.player_id == player_id and not seat.accepted for seat in match.seats)


def _show(match: Match) -> Shown:
    name = match.seats[0].player_name
    return {"id": match.id, "game": match.game_name, "from": name, "to": f"/matches/{match.id}"}
