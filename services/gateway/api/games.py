"""Games: saved, found; and who plays them best."""

from __future__ import annotations

import json
from http import HTTPStatus

from flask import Blueprint, Response, jsonify, request
from flask.typing import ResponseReturnValue

from redscience import families
from redscience.api.rules.v1 import rules_pb2 as rules_api
from services.gateway import identity
from services.gateway.assets import static_version
from services.gateway.backends import Backends, call
from services.gateway.evolution import rating_points
from services.gateway.incoming import asked_text, body
from services.gateway.leaderboards import leaderboard, players_of_game
from services.gateway.search import Sought, asked_games, find_games, gallery
from services.gateway.shown import Shown, show_game
from services.kit.clock import Clock


def games_blueprint(backends: Backends, clock: Clock) -> Blueprint:
    """Games: saved, found; and who plays them best."""
    blueprint = Blueprint("games", __name__)
    rules = backends.rules

    @blueprint.get("/games")
    def find() -> list[Shown]:
        found, _ = find_games(backends, identity.session(), Sought(text=asked_text("name")))
        return found

    @blueprint.get("/gallery")
    def page_of_gallery() -> Shown:
        return gallery(backends, identity.session(), asked_games())

    @blueprint.get("/games/<game_id>")
    def get(game_id: str) -> Shown:
        return show_game(call(rules.Get, rules_api.GetRequest(id=game_id), identity.session().token).game)

    @blueprint.get("/games/<game_id>/opening")
    def opening(game_id: str) -> Response:
        game = call(rules.Get, rules_api.GetRequest(id=game_id), identity.session().token).game
        response = jsonify(families.saved(game.rule_set).opening)
        # The rules of a game never change; what is told of them to those who draw it may, from one version to the next.
        if request.args.get("of") == static_version():
            response.headers["Cache-Control"] = "private, max-age=86400"
        return response

    @blueprint.post("/games")
    def save() -> ResponseReturnValue:
        asked = body()
        saved = call(
            rules.Save,
            rules_api.SaveRequest(
                rule_set=json.dumps(asked.thing("rule_set")),
                request_id=asked.text("request_id"),
                origin_id=asked.text("origin_id", ""),
            ),
            identity.session().token,
        )
        return show_game(saved.game), HTTPStatus.CREATED

    @blueprint.get("/games/<game_id>/leaderboard")
    def standings(game_id: str) -> Shown:
        return leaderboard(
            backends,
            clock,
            identity.session(),
            game_id,
            universe=request.args.get("universe", ""),
            added=request.args.getlist("added"),
        )

    @blueprint.get("/games/<game_id>/players")
    def players(game_id: str) -> list[Shown]:
        name, universe = asked_text("name"), request.args.get("universe", "")
        return players_of_game(backends, identity.session(), game_id, name, universe)

    @blueprint.get("/games/<game_id>/evolution/<player_id>")
    def points(game_id: str, player_id: str) -> list[list[float]]:
        universe = request.args.get("universe", "")
        return rating_points(backends, identity.session(), game_id, player_id, universe)

    return blueprint
