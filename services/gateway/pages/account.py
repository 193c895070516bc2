"""One's own settings."""

from __future__ import annotations

from babel.numbers import format_decimal
from flask import Blueprint

from redscience.api.players.v1.players_pb2 import Kind
from redscience.errors import NotAllowed
from services.gateway import identity
from services.gateway.accounts import account
from services.gateway.backends import Backends
from services.gateway.language import language
from services.gateway.own_data import MOST_MATCHES
from services.gateway.pages.frame import page


def add_account(blueprint: Blueprint, backends: Backends) -> None:
    """Adds one's settings."""

    @blueprint.get("/me")
    def me() -> str:
        session = identity.session()
        if session.player.kind != Kind.KIND_PERSON:
            raise NotAllowed("Settings are for people who have logged in. Log in to have some.")
        data = account(backends, session) | {"most_matches": format_decimal(MOST_MATCHES, locale=language())}
        return page("account.html", session, data)
