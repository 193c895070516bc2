"""An invitation: as those see it who are named in it, and as whoever has a link to it."""

from __future__ import annotations

from flask import Blueprint, redirect, request, url_for
from flask.typing import ResponseReturnValue

from redscience.api.match.v1.match_pb2 import GetRequest, Match, Status
from redscience.api.rules.v1 import rules_pb2 as rules_api
from services.gateway import identity
from services.gateway.backends import Backends, call
from services.gateway.opponents import hosts
from services.gateway.pages.frame import page
from services.gateway.sessions import Session
from services.gateway.shown import Shown, show_game, show_match

BEFORE_THE_START = frozenset({Status.STATUS_INVITED, Status.STATUS_CALLED_OFF})


def add_invitations(blueprint: Blueprint, backends: Backends) -> None:
    """Adds the page to which a link leads."""

    @blueprint.get("/join/<link>")
    def join(link: str) -> ResponseReturnValue:
        session = identity.session()
        if session.is_visit:
            return redirect(url_for("pages.log_in", next=request.path))
        match = call(backends.match.Get, GetRequest(link=link), session.token).match
        is_in = any(seat.player_id == session.player.id for seat in match.seats)
        if is_in or match.status not in BEFORE_THE_START:
            return redirect(url_for("pages.playground", match_id=match.id))
        return page("join.html", session, _told(backends, session, match) | {"link": link})


def invitation_page(backends: Backends, session: Session, match: Match) -> str:
    """The page of a match that has not started."""
    return page("invitation.html", session, _told(backends, session, match) | {"hosts": hosts(backends, session)})


def _told(backends: Backends, session: Session, match: Match) -> Shown:
    game = call(backends.rules.Get, rules_api.GetRequest(id=match.game_id), session.token).game
    return {"match": show_match(match), "game": show_game(game)}
