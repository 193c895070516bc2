"""What waits for whoever asks: every page tells it, wherever they are."""

from __future__ import annotations

from redscience.api.match.v1.match_pb2 import ListRequest, Match, Status
from services.gateway.backends import Backends, call
from services.gateway.sessions import Session
from services.gateway.shown import Shown

LOOKED_AT = 100


def waiting(backends: Backends, session: Session) -> Shown:
    """The turns that the caller owes, those first whose time is over soonest, and the invitations to answer."""
    turns, invited = (
        call(backends.match.List, request, session.token).matches
        for request in (
            ListRequest(waiting=True, page_size=LOOKED_AT),
            ListRequest(status=Status.STATUS_INVITED, own=True, page_size=LOOKED_AT),
        )
    )
    return {
        "turns": [_show(match) for match in turns],
        "invitations": [_show(match) for match in invited if _is_asked(match, session.player.id)],
    }


def _is_asked(match: Match, player_id: str) -> bool:
    return any(seat.player_id == player_id and not seat.accepted for seat in match.seats)


def _show(match: Match) -> Shown:
    return {"id": match.id, "game": match.game_name, "from": match.seats[0].player_name}
