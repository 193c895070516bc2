"""The Playground, and the analysis of a game: a table without a match."""

from __future__ import annotations

from flask import Blueprint, abort

from redscience.api.match.v1 import match_pb2 as match_api
from redscience.api.rules.v1 import rules_pb2 as rules_api
from services.gateway import identity
from services.gateway.backends import Backends, call
from services.gateway.leaderboards import ratings_of
from services.gateway.pages.frame import house_for_scripts, page
from services.gateway.pages.invitations import BEFORE_THE_START, invitation_page
from services.gateway.shown import show_match, show_played
from services.kit.ids import is_id


def add_matches(blueprint: Blueprint, backends: Backends) -> None:
    """Adds a match, and a game's analysis."""

    @blueprint.get("/games/<game_id>/analysis")
    def analysis(game_id: str) -> str:
        if not is_id(game_id):
            abort(404)
        session = identity.session()
        game = call(backends.rules.Get, rules_api.GetRequest(id=game_id), session.token).game
        return page("analysis.html", session, {"game": show_played(game)} | house_for_scripts())

    @blueprint.get("/matches/<match_id>")
    def playground(match_id: str) -> str:
        if not is_id(match_id):
            abort(404)
        session = identity.session()
        match = call(backends.match.Get, match_api.GetRequest(match_id=match_id), session.token).match
        if match.status in BEFORE_THE_START:
            return invitation_page(backends, session, match)
        game = call(backends.rules.Get, rules_api.GetRequest(id=match.game_id), session.token).game
        ratings = ratings_of(backends, session, match)
        data = {"match": show_match(match), "game": show_played(game), "ratings": ratings}
        if match.tournament_id:
            data["tournament"] = {"id": match.tournament_id}
        return page("playground.html", session, data | house_for_scripts())
