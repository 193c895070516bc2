"""The Factory, and the pages of a saved game."""

from __future__ import annotations

import json
from functools import cache

from flask import Blueprint, Response, abort, make_response, request

from redscience import families
from redscience.api.rules.v1 import rules_pb2 as rules_api
from redscience.interface import Family
from services.gateway import identity
from services.gateway.accounts import own_quota
from services.gateway.backends import Backends, call
from services.gateway.catalogues import catalogue
from services.gateway.evolution import chosen_players, other_games
from services.gateway.forms import brief_form_of
from services.gateway.language import language
from services.gateway.leaderboards import favoritism_of, leaderboard, universes_of
from services.gateway.lineage import lineage
from services.gateway.opponents import host_in
from services.gateway.pages.frame import get_draft, get_game, page
from services.gateway.profiles import get_player, stances
from services.gateway.search import asked_games, gallery, to_choose_from
from services.gateway.security import UNIVERSE_COOKIE
from services.gateway.shown import Shown, show_player
from services.gateway.tournaments import may_make, tournaments_of_game
from services.kit.clock import Clock


def add_games(blueprint: Blueprint, backends: Backends, clock: Clock) -> None:
    """Adds the Factory, a saved game and its leaderboard."""

    @blueprint.app_template_global("can_be_designed")
    @cache
    def can_be_designed(family: str) -> bool:
        return families.family(family).form() is not None

    @blueprint.get("/factory")
    def factory() -> str:
        session = identity.session()
        copied, own, link, kind = (request.args.get(name, "") for name in ("copy", "draft", "shared", "family"))
        game = get_game(backends, session, copied) if copied else None
        draft = get_draft(backends, session, rules_api.GetDraftRequest(id=own)) if own else None
        shared = get_draft(backends, session, rules_api.GetDraftRequest(link=link)) if link else None
        begun_as = draft or shared or game
        family = _family(begun_as["family"] if begun_as else kind)
        form = brief_form_of(family)
        if form is None:
            abort(404)
        data = {
            "form": form,
            "family": family.name,
            # What else is told of a game the Factory says anew of what is made of it.
            "game": game and {key: game[key] for key in ("id", "name", "rule_set")},
            "draft": draft,
            "shared": shared and shared | {"link": link},
            "drafter": session.controller_id,
        }
        kinds, quota = [] if begun_as else _kinds(), own_quota(backends, session)
        return page("factory.html", session, data, kinds=kinds, quota=quota)

    @blueprint.get("/drafts/<link>")
    def shown_draft(link: str) -> str:
        session = identity.session()
        draft = get_draft(backends, session, rules_api.GetDraftRequest(link=link))
        asked = rules_api.CheckRequest(rule_set=json.dumps(draft["rule_set"]))
        told = call(backends.rules.Check, asked, session.token)
        about = draft["rule_set"].get("about", "")
        data = {
            "link": link,
            "form": brief_form_of(families.family(draft["family"])),
            "game": draft | {"about": about, "english": [sentence.text for sentence in told.sentences]},
            "table": json.loads(told.table) if told.table else None,
            "creator": show_player(get_player(backends, session, draft["player_id"])),
        }
        return page("draft.html", session, data)

    @blueprint.get("/games")
    def games() -> str:
        session = identity.session()
        choices = to_choose_from(backends, session)
        return page("gallery.html", session, gallery(backends, session, asked_games()) | {"choices": choices})

    @blueprint.get("/games/<game_id>")
    def game(game_id: str) -> str:
        session = identity.session()
        found = get_game(backends, session, game_id)
        source = families.saved(json.dumps(found["rule_set"]))
        quota = own_quota(backends, session)
        creator = show_player(get_player(backends, session, found["creator_id"])) if found["creator_id"] else None
        data = {
            "form": brief_form_of(source.family),
            "game": found,
            "table": source.opening,
            "quota": quota,
            "creator": creator,
            "lineage": lineage(backends, session, found),
        }
        return page("game.html", session, data)

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


def _kinds() -> list[Shown]:
    """The kinds of games that people can make."""
    return [
        {"name": family.name, "title": catalogue(language(), family.name).text(family.title)} for family in _designed()
    ]


@cache
def _designed() -> list[Family]:
    return [family for family in families.every() if family.form() is not None]


def _family(name: str) -> Family:
    """The family of a name; the first one where nobody says which."""
    known = {family.name: family for family in families.every()}
    return known.get(name or next(iter(known))) or abort(404)


def _universe(universes: list[Shown]) -> str:
    """The one that is asked for, or was chosen last: of those that there are; their own where it is neither."""
    asked = (request.args.get("universe", ""), request.cookies.get(UNIVERSE_COOKIE, ""))
    mine = [universe["id"] for universe in universes]
    return next((universe for universe in asked if universe in mine), "")
