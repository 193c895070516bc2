"""Addresses that answer with HTML: a frame, what it is about as JSON, and the module that draws it."""

from __future__ import annotations

import json
from functools import cache
from urllib.parse import urlsplit

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from redscience import families
from redscience.api.match.v1 import match_pb2 as match_api
from redscience.api.players.v1 import players_pb2 as players_api
from redscience.api.rules.v1 import rules_pb2 as rules_api
from redscience.errors import NotLoggedIn
from redscience.names import RANDOM_ID
from services.gateway import identity
from services.gateway.backends import Backends, call
from services.gateway.home import games_to_play, running_matches
from services.gateway.leaderboards import leaderboard
from services.gateway.security import OUTBOX_COOKIE
from services.gateway.sessions import Session
from services.gateway.shown import Shown, show_game, show_match, show_player
from services.kit.clock import Clock
from services.kit.ids import is_id


def pages_blueprint(backends: Backends, clock: Clock, *, loopback: bool) -> Blueprint:
    """All of them."""
    blueprint = Blueprint("pages", __name__)
    _add_people(blueprint, backends, loopback=loopback)
    _add_games(blueprint, backends, clock)
    _add_matches(blueprint, backends, clock)
    return blueprint


def _add_people(blueprint: Blueprint, backends: Backends, *, loopback: bool) -> None:
    @blueprint.get("/login")
    def log_in() -> ResponseReturnValue:
        onward = local_address(request.args.get("next", ""))
        try:
            identity.session()
        except NotLoggedIn:
            return render_template("log_in.html", data={"onward": onward}, loopback=loopback)
        return redirect(onward)

    @blueprint.get("/outbox")
    def outbox() -> ResponseReturnValue:
        if not loopback:
            abort(404)
        given = request.args.get("key", "")
        asked = players_api.ListOutboxRequest(key=given or request.cookies.get(OUTBOX_COOKIE, ""))
        mails = call(backends.players.ListOutbox, asked).mails
        if not given:
            return render_template("outbox.html", mails=mails)
        opened = redirect(url_for("pages.outbox"))
        identity.remember_outbox(opened, given)
        return opened

    @blueprint.get("/")
    def home() -> str:
        session = identity.session()
        wanted = request.args.get("game", "")
        data = games_to_play(backends, session) | running_matches(backends, session)
        return page("home.html", session, data | {"game": get_game(backends, session, wanted) if wanted else None})


def _add_games(blueprint: Blueprint, backends: Backends, clock: Clock) -> None:
    @blueprint.app_template_global("can_be_designed")
    @cache
    def can_be_designed(family: str) -> bool:
        return families.family(family).form() is not None

    @blueprint.get("/factory")
    def factory() -> str:
        session = identity.session()
        copied = request.args.get("copy", "")
        game = get_game(backends, session, copied) if copied else None
        family = families.family(game["family"]) if game else families.every()[0]
        form = family.form()
        if form is None:
            abort(404)
        return page("factory.html", session, {"form": form, "family": family.name, "game": game})

    @blueprint.get("/games/<game_id>")
    def game(game_id: str) -> str:
        session = identity.session()
        found = get_game(backends, session, game_id)
        source = families.saved(json.dumps(found["rule_set"]))
        return page("game.html", session, {"form": source.family.form(), "game": found, "table": source.opening})

    @blueprint.get("/games/<game_id>/leaderboard")
    def game_leaderboard(game_id: str) -> str:
        session = identity.session()
        found = get_game(backends, session, game_id)
        board = leaderboard(backends, clock, session, game_id)
        return page("leaderboard.html", session, {"game": found, "leaderboard": board})


def _add_matches(blueprint: Blueprint, backends: Backends, clock: Clock) -> None:
    @blueprint.get("/matches/<match_id>")
    def playground(match_id: str) -> str:
        if not is_id(match_id):
            abort(404)
        session = identity.session()
        match = call(backends.match.Get, match_api.GetRequest(match_id=match_id), session.token).match
        game = call(backends.rules.Get, rules_api.GetRequest(id=match.game_id), session.token).game
        board = leaderboard(backends, clock, session, match.game_id, limit=100)
        data = {"match": show_match(match), "game": show_game(game), "leaderboard": board}
        return page("playground.html", session, data)


def get_game(backends: Backends, session: Session, game_id: str) -> Shown:
    """A saved game by its id; what can be no id is not found."""
    if not is_id(game_id):
        abort(404)
    return show_game(call(backends.rules.Get, rules_api.GetRequest(id=game_id), session.token).game)


def page(template: str, session: Session, data: Shown) -> str:
    """A page for somebody who is logged in."""
    me = show_player(session.player)
    return render_template(template, me=me, data=data | {"me": me, "random_id": RANDOM_ID})


def local_address(address: str) -> str:
    """An address within this site, to go on to; the home page in place of any other."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return url_for("pages.home")
    is_local = address.startswith("/") and not parts.scheme and not parts.netloc and "//" not in address[:2]
    return address if is_local and "\\" not in address and address.isprintable() else url_for("pages.home")
