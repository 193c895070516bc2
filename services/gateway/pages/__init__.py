"""Addresses that answer with HTML: a frame, what it is about as JSON, and the module that draws it."""

from __future__ import annotations

from pathlib import Path

from flask import Blueprint

from services.gateway.backends import Backends
from services.gateway.pages.account import add_account
from services.gateway.pages.admin import add_admin
from services.gateway.pages.games import add_games
from services.gateway.pages.invitations import add_invitations
from services.gateway.pages.languages import add_languages
from services.gateway.pages.matches import add_matches
from services.gateway.pages.people import add_people
from services.gateway.pages.players import add_players
from services.gateway.pages.standings import add_standings
from services.gateway.pages.tournaments import add_tournaments
from services.kit.clock import Clock


def pages_blueprint(backends: Backends, clock: Clock, *, loopback: bool, processes: Path | None) -> Blueprint:
    """All of them."""
    blueprint = Blueprint("pages", __name__)
    add_people(blueprint, backends, loopback=loopback)
    add_languages(blueprint)
    add_account(blueprint, backends)
    add_admin(blueprint, backends, processes)
    add_players(blueprint, backends)
    add_games(blueprint, backends)
    add_standings(blueprint, backends, clock)
    add_matches(blueprint, backends)
    add_invitations(blueprint, backends)
    add_tournaments(blueprint, backends)
    return blueprint
