"""Moves taken back: asked for, agreed to and refused."""

from __future__ import annotations

from flask import Blueprint

from redscience.api.match.v1 import match_pb2 as match_api
from services.gateway import identity
from services.gateway.backends import Backends, call
from services.gateway.incoming import body
from services.gateway.shown import Shown, show_match


def take_backs_blueprint(backends: Backends) -> Blueprint:
    """What players of a match say about taking moves back."""
    blueprint = Blueprint("take_backs", __name__)
    matches = backends.match

    @blueprint.post("/matches/<match_id>/take-back")
    def ask(match_id: str) -> Shown:
        asked = body()
        answer = call(
            matches.TakeBack,
            match_api.TakeBackRequest(
                match_id=match_id,
                seat=asked.text("seat", ""),
                view_version=asked.whole("view_version"),
                request_id=asked.text("request_id"),
            ),
            identity.session().token,
        )
        return show_match(answer.match)

    @blueprint.post("/matches/<match_id>/take-back/refuse")
    def refuse(match_id: str) -> Shown:
        refused = match_api.RefuseTakeBackRequest(match_id=match_id, seat=body().text("seat", ""))
        return show_match(call(matches.RefuseTakeBack, refused, identity.session().token).match)

    return blueprint
