"""Hints in matches against the platform's own players."""

from __future__ import annotations

from flask import Blueprint

from redscience.api.house.v1 import house_pb2 as house_api
from services.gateway import identity
from services.gateway.backends import Backends, call_once
from services.gateway.incoming import body
from services.gateway.shown import Shown
from services.gateway.shown_advice import show_hint


def hints_blueprint(backends: Backends) -> Blueprint:
    """What to do now, said by the players that think."""
    blueprint = Blueprint("hints", __name__)

    @blueprint.post("/matches/<match_id>/hint")
    def hint(match_id: str) -> Shown:
        asked = body()
        request = house_api.HintRequest(
            match_id=match_id, seat=asked.text("seat", ""), view_version=asked.whole("view_version")
        )
        # Whoever asks is there to ask again: the page says why there is none.
        return show_hint(call_once(backends.house.Hint, request, identity.session().token))

    return blueprint
