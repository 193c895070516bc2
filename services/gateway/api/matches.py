"""Matches: made, watched, played, left."""

from __future__ import annotations

from http import HTTPStatus

from flask import Blueprint
from flask.typing import ResponseReturnValue

from redscience.api.match.v1 import match_pb2 as match_api
from services.gateway import identity
from services.gateway.backends import Backends, call
from services.gateway.home import going_on
from services.gateway.incoming import body
from services.gateway.shown import Shown, show_match
from services.gateway.waiting import waiting


def matches_blueprint(backends: Backends) -> Blueprint:
    """Matches: made, watched, played, left."""
    blueprint = Blueprint("matches", __name__)
    matches = backends.match

    @blueprint.get("/matches")
    def now() -> Shown:
        return going_on(backends, identity.session())

    @blueprint.get("/waiting")
    def wait() -> Shown:
        return waiting(backends, identity.session())

    @blueprint.post("/matches")
    def create() -> ResponseReturnValue:
        asked = body()
        made = call(
            matches.Create,
            match_api.CreateRequest(
                game_id=asked.text("game_id"),
                player_ids=asked.texts("player_ids"),
                request_id=asked.text("request_id"),
            ),
            identity.session().token,
        )
        return show_match(made.match), HTTPStatus.CREATED

    @blueprint.get("/matches/<match_id>")
    def get(match_id: str) -> Shown:
        found = call(matches.Get, match_api.GetRequest(match_id=match_id), identity.session().token)
        return show_match(found.match)

    @blueprint.post("/matches/<match_id>/play")
    def play(match_id: str) -> Shown:
        asked = body()
        played = call(
            matches.Play,
            match_api.PlayRequest(
                match_id=match_id,
                seat=asked.text("seat", ""),
                view_version=asked.whole("view_version"),
                request_id=asked.text("request_id"),
                moves=asked.texts("moves"),
            ),
            identity.session().token,
        )
        return show_match(played.match)

    @blueprint.post("/matches/<match_id>/propose")
    def propose(match_id: str) -> Shown:
        asked = body()
        proposed = call(
            matches.Propose,
            match_api.ProposeRequest(
                match_id=match_id,
                seat=asked.text("seat", ""),
                view_version=asked.whole("view_version"),
                moves=asked.texts("moves"),
            ),
            identity.session().token,
        )
        return show_match(proposed.match)

    @blueprint.post("/matches/<match_id>/abort")
    def abort(match_id: str) -> Shown:
        asked = body()
        request = match_api.AbortRequest(
            match_id=match_id, seat=asked.text("seat", ""), request_id=asked.text("request_id")
        )
        return show_match(call(matches.Abort, request, identity.session().token).match)

    @blueprint.post("/matches/<match_id>/rematch")
    def rematch(match_id: str) -> Shown:
        asked = match_api.RematchRequest(match_id=match_id, request_id=body().text("request_id"))
        return show_match(call(matches.Rematch, asked, identity.session().token).match)

    @blueprint.post("/matches/<match_id>/leave")
    def leave(match_id: str) -> Shown:
        asked = body()
        request = match_api.LeaveRequest(
            match_id=match_id, seat=asked.text("seat", ""), request_id=asked.text("request_id")
        )
        return show_match(call(matches.Leave, request, identity.session().token).match)

    return blueprint
