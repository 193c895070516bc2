"""Logging in, and home."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from redscience.api.players.v1 import players_pb2 as players_api
from redscience.errors import UnplayableGame
from services.gateway import identity
from services.gateway.acquaintances import acquaintances
from services.gateway.backends import Backends, call
from services.gateway.home import games_to_play, going_on
from services.gateway.opponents import hosts, opponent
from services.gateway.pages.frame import get_game, house_for_scripts, local_address, page
from services.gateway.security import OUTBOX_COOKIE
from services.gateway.sessions import Session
from services.gateway.shown import Shown, show_player
from services.gateway.waiting import reports_waiting


def add_people(blueprint: Blueprint, backends: Backends, *, loopback: bool) -> None:
    """Adds logging in, the outbox and home."""

    def visit() -> Shown:
        """Who made the drafts that this browser keeps: "" where no visitor did."""
        is_visit = identity.is_known() and identity.session().is_visit
        return {"visitor": identity.session().controller_id if is_visit else ""}

    @blueprint.get("/login")
    def log_in() -> ResponseReturnValue:
        onward = local_address(request.args.get("next", ""))
        # Visitors may want to.
        if identity.is_known() and not identity.session().is_visit:
            return redirect(onward)
        return render_template("log_in.html", data={"onward": onward, "link": "", **visit()})

    @blueprint.get("/login/link")
    def log_in_by_link() -> ResponseReturnValue:
        # What fetches an address by itself, as scanners of mail do, presses no button: nothing is spent here.
        data = {"onward": url_for("pages.home"), "link": request.args.get("secret", ""), **visit()}
        return render_template("log_in.html", data=data)

    @blueprint.get("/unreachable")
    def unreachable() -> str:
        # Kept by browsers for when nobody answers.
        return render_template("unreachable.html")

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
        known = acquaintances(backends, session)
        games = games_to_play(backends, session, {friend.id: friend.name for friend in known.friends})
        # With all that is said of it, so that nothing moves once the page is there.
        wanted, offered = request.args.get("game"), (*games["last_used"], *games["all"])
        asked = {
            "game": get_game(backends, session, wanted) if wanted else _first_playable(backends, session, offered),
            "opponent": opponent(backends, session, request.args.get("with", "")),
            "friend_requests": [show_player(player) for player in known.asking],
            "reports": reports_waiting(backends, session),
            "hosts": hosts(backends, session),
            "host_id": request.args.get("as", ""),
            **house_for_scripts(),
        }
        return page("home.html", session, games | going_on(backends, session) | asked)


def _first_playable(backends: Backends, session: Session, games: Iterable[Shown]) -> Shown | None:
    """The first of these games that what is installed here plays; None where it plays none of them."""
    for game in games:
        with suppress(UnplayableGame):
            return get_game(backends, session, game["id"])
    return None
