"""Pauses of a match: asked for, agreed to, refused, and ended."""

from __future__ import annotations

from flask import Blueprint

from redscience.api.match.v1 import match_pb2 as match_api
from services.gateway import identity
from services.gateway.backends import Backends, call
from services.gateway.incoming import body
from services.gateway.shown import Shown, show_match


def pauses_blueprint(backends: Backends) -> Blueprint:
    """What players of a match say about pausing it."""
    blueprint = Blueprint("pauses", __name__)
    matches = backends.match

    @blueprint.post("/matches/<match_id>/pause")
    def ask(match_id: str) -> Shown:
        asked = body()
        request = match_api.PauseRequest(
            match_id=match_id, seat=asked.text("seat", ""), request_id=asked.text("request_id")
        )
        return show_match(call(matches.Pause, request, identity.session().token).match)

    @blueprint.post("/matches/<match_id>/pause/refuse")
    def refuse(match_id: str) -> Shown:
        refused = match_api.RefusePauseRequest(match_id=match_id, seat=body().text("seat", ""))
        return show_match(call(matches.RefusePause, refused, identity.session().token).match)

    @blueprint.post("/matches/<match_id>/pause/resume")
    def resume(match_id: str) -> Shown:
        resumed = match_api.ResumeRequest(match_id=match_id, seat=body().text("seat", ""))
        return show_match(call(matches.Resume, resumed, identity.session().token).match)

    return blueprint
