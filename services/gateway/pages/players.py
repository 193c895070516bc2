"""A player's page, a tab at an address."""

from __future__ import annotations

from flask import Blueprint, abort, request

from redscience.api.players.v1.players_pb2 import Kind, Player
from services.gateway import identity
from services.gateway.backends import Backends
from services.gateway.opponents import house
from services.gateway.pages.frame import page
from services.gateway.profiles import TABS, get_player, playing, stances
from services.gateway.sessions import Session
from services.gateway.shown import Shown, show_player


def add_players(blueprint: Blueprint, backends: Backends) -> None:
    """Adds a player's tabs."""

    @blueprint.get("/players/<player_id>", defaults={"tab": "stats"})
    @blueprint.get("/players/<player_id>/<tab>")
    def player(player_id: str, tab: str) -> str:
        session = identity.session()
        who = get_player(backends, session, player_id)
        if tab not in tabs_of(who, session):
            abort(404)
        data = {
            "tab": tab,
            "tabs": tabs_of(who, session),
            "player": show_player(who),
            "owner": owner_of(backends, session, who),
            # Told to Admins alone.
            "is_suspended": bool(who.suspended_at_ms) and not who.erased,
            "stance": stances(backends, session).get(who.id, ""),
            "list": TABS[tab](backends, session, who, request.args),
        }
        return page("player.html", session, data, house=house(), playing=playing(backends, session, who))


def tabs_of(who: Player, session: Session) -> list[str]:
    """The tabs that a player's page has for a viewer: nobody but people make games, and one sees one's own friends."""
    is_person = who.kind == Kind.KIND_PERSON
    shown = {"creations": is_person, "friends": is_person and who.id == session.player.id}
    return [tab for tab in TABS if shown.get(tab, True)]


def owner_of(backends: Backends, session: Session, who: Player) -> Shown | None:
    """Who made a persona or a bot."""
    return show_player(get_player(backends, session, who.owner_id)) if who.owner_id else None
