"""Who plays a saved game best, and how that came about."""

from __future__ import annotations

from flask import Blueprint, Response, make_response, request

from services.gateway import identity
from services.gateway.accounts import own_quota
from services.gateway.backends import Backends
from services.gateway.evolution import chosen_players, other_games
from services.gateway.leaderboards import favoritism_of, leaderboard, newest_matches, universes_of
from services.gateway.opponents import host_in
from services.gateway.pages.frame import get_game, page
from services.gateway.profiles import get_player, stances
from services.gateway.security import UNIVERSE_COOKIE
from services.gateway.shown import Shown, show_player
from services.gateway.tournaments import may_make, tournaments_of_game
from services.kit.clock import Clock


def add_standings(blueprint: Blueprint, backends: Backends, clock: Clock) -> None:
    """Adds a game's leaderboard and its ratings over time."""

    @blueprint.get("/games/<game_id>/leaderboard")
    def game_leaderboard(game_id: str) -> Response:
        session = identity.session()
        found = get_game(backends, session, game_id)
        universes = universes_of(backends, session)
        universe = _universe(universes)
        added = request.args.getlist("added")
        data = {
            "game": found,
            "leaderboard": leaderboard(backends, clock, session, game_id, universe=universe, added=added),
            "creator": show_player(get_player(backends, session, found["creator_id"])) if found["creator_id"] else None,
            "universes": universes,
            "universe": universe,
            "host_id": host_in(backends, session, universe),
            "added": added,
            "stances": stances(backends, session),
            "matches": newest_matches(backends, session, game_id, universe),
            "favoritism": favoritism_of(backends, session, game_id, universe),
            "quota": own_quota(backends, session),
            "may_make_tournaments": may_make(session),
        }
        response = make_response(page("leaderboard.html", session, data))
        if universe in request.args.getlist("universe"):
            identity.remember_universe(response, universe)
        return response

    @blueprint.get("/games/<game_id>/evolution")
    def game_evolution(game_id: str) -> str:
        session = identity.session()
        found = get_game(backends, session, game_id)
        universe = _universe(universes_of(backends, session))
        players = chosen_players(backends, session, game_id, request.args.getlist("player"), universe)
        quota = own_quota(backends, session)
        data = {
            "game": found,
            "others": other_games(backends, session, game_id, request.args.getlist("with")),
            "universe": universe,
            "players": players,
            "quota": quota,
            "tournaments": tournaments_of_game(backends, session, game_id),
        }
        return page("evolution.html", session, data)


def _universe(universes: list[Shown]) -> str:
    """The one that is asked for, or was chosen last: of those that there are; their own where it is neither."""
    asked = (request.args.get("universe", ""), request.cookies.get(UNIVERSE_COOKIE, ""))
    mine = [universe["id"] for universe in universes]
    return next((universe for universe in asked if universe in mine), "")
