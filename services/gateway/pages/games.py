"""The Factory, and saved games: all of them, and one with its rules."""

from __future__ import annotations

import json

from flask import Blueprint, abort, render_template, request

from redscience import families
from redscience.api.rules.v1 import rules_pb2 as rules_api
from redscience.interface import Family
from services.gateway import identity
from services.gateway.accounts import own_quota
from services.gateway.backends import Backends, call
from services.gateway.catalogues import catalogue
from services.gateway.forms import brief_form_of, can_be_designed
from services.gateway.language import language
from services.gateway.lineage import lineage
from services.gateway.pages.frame import get_draft, get_game, page, seat_texts
from services.gateway.profiles import get_player
from services.gateway.search import asked_games, gallery, to_choose_from
from services.gateway.shown import Shown, show_player


def add_games(blueprint: Blueprint, backends: Backends) -> None:
    """Adds the Factory, all games, and a saved one."""

    @blueprint.app_template_global("can_be_designed")
    def is_designed(family: str) -> bool:
        return can_be_designed(families.family(family))

    @blueprint.get("/factory")
    def factory() -> str:
        session = identity.session()
        copied, own, link, kind = (request.args.get(name, "") for name in ("copy", "draft", "shared", "family"))
        game = get_game(backends, session, copied) if copied else None
        draft = get_draft(backends, session, rules_api.GetDraftRequest(id=own)) if own else None
        shared = get_draft(backends, session, rules_api.GetDraftRequest(link=link)) if link else None
        begun_as = draft or shared or game
        family = _family(begun_as["family"] if begun_as else kind)
        if not can_be_designed(family):
            abort(404)
        data = {
            "form": brief_form_of(family),
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

    @blueprint.get("/games/<game_id>/rules")
    def game_rules(game_id: str) -> str:
        # Kept by browsers for when nobody answers: nothing in it is said to whoever looks.
        found = get_game(backends, identity.session(), game_id)
        source = families.saved(json.dumps(found["rule_set"]))
        data = {"form": brief_form_of(source.family), "game": found, "table": source.opening}
        return render_template("rules.html", data=data | seat_texts())


def _kinds() -> list[Shown]:
    """The kinds of games that people can make."""
    return [
        {"name": family.name, "title": catalogue(language(), family.name).text(family.title)}
        for family in filter(can_be_designed, families.every())
    ]


def _family(name: str) -> Family:
    """The family of a name; the first one where nobody says which."""
    known = {family.name: family for family in families.every()}
    return known.get(name or next(iter(known))) or abort(404)
