"""Invitations: who may be invited, and what is done with an invitation."""

from __future__ import annotations

from flask import Blueprint

from redscience.api.match.v1 import match_pb2 as match_api
from services.gateway import identity
from services.gateway.backends import Backends, call
from services.gateway.incoming import asked_text, body
from services.gateway.opponents import opponents
from services.gateway.shown import Shown, show_match


def invitations_blueprint(backends: Backends) -> Blueprint:
    """Who may be invited, and what is done with an invitation."""
    blueprint = Blueprint("invitations", __name__)
    matches = backends.match

    @blueprint.get("/opponents")
    def company() -> Shown:
        return opponents(backends, identity.session(), asked_text("game"), asked_text("name"), asked_text("as"))

    @blueprint.post("/matches/<match_id>/accept")
    def accept(match_id: str) -> Shown:
        asked = match_api.AcceptRequest(match_id=match_id)
        return show_match(call(matches.Accept, asked, identity.session().token).match)

    @blueprint.post("/matches/<match_id>/decline")
    def decline(match_id: str) -> Shown:
        asked = match_api.DeclineRequest(match_id=match_id)
        return show_match(call(matches.Decline, asked, identity.session().token).match)

    @blueprint.post("/matches/<match_id>/cancel")
    def cancel(match_id: str) -> Shown:
        asked = match_api.CancelRequest(match_id=match_id)
        return show_match(call(matches.Cancel, asked, identity.session().token).match)

    @blueprint.post("/join")
    def join() -> Shown:
        asked = match_api.JoinRequest(link=body().text("link"))
        return show_match(call(matches.Join, asked, identity.session().token).match)

    return blueprint
