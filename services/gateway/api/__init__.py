"""Addresses that answer with JSON, for the pages' own scripts."""

from __future__ import annotations

from pathlib import Path

from flask import Blueprint

from services.gateway.api.account import account_blueprint
from services.gateway.api.admin import admin_blueprint
from services.gateway.api.chat import chat_blueprint
from services.gateway.api.drafts import drafts_blueprint
from services.gateway.api.events import events_blueprint
from services.gateway.api.factory import factory_blueprint
from services.gateway.api.games import games_blueprint
from services.gateway.api.hints import hints_blueprint
from services.gateway.api.invitations import invitations_blueprint
from services.gateway.api.matches import matches_blueprint
from services.gateway.api.pauses import pauses_blueprint
from services.gateway.api.people import people_blueprint
from services.gateway.api.players import players_blueprint
from services.gateway.api.replays import replays_blueprint
from services.gateway.api.take_backs import take_backs_blueprint
from services.gateway.api.tournaments import tournaments_blueprint
from services.gateway.backends import Backends
from services.gateway.stream_limit import StreamLimit
from services.kit.clock import Clock


def api_blueprint(backends: Backends, stream_limit: StreamLimit, clock: Clock, processes: Path | None) -> Blueprint:
    """All of them, under `/api`."""
    blueprint = Blueprint("api", __name__, url_prefix="/api")
    for part in (
        people_blueprint(backends),
        account_blueprint(backends),
        admin_blueprint(backends, processes),
        players_blueprint(backends),
        factory_blueprint(backends),
        drafts_blueprint(backends),
        games_blueprint(backends, clock),
        matches_blueprint(backends),
        take_backs_blueprint(backends),
        pauses_blueprint(backends),
        replays_blueprint(backends),
        hints_blueprint(backends),
        tournaments_blueprint(backends),
        invitations_blueprint(backends),
        chat_blueprint(backends),
        events_blueprint(stream_limit),
    ):
        blueprint.register_blueprint(part)
    return blueprint
