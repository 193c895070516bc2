"""The Admins' page, a tab at an address."""

from __future__ import annotations

from flask import Blueprint, abort, request

from services.gateway import identity
from services.gateway.admin import LISTS, require_admin
from services.gateway.backends import Backends
from services.gateway.pages.frame import page


def add_admin(blueprint: Blueprint, backends: Backends) -> None:
    """Adds what Admins see."""

    @blueprint.get("/admin", defaults={"tab": "people"})
    @blueprint.get("/admin/<tab>")
    def admin(tab: str) -> str:
        session = identity.session()
        require_admin(session)
        if tab not in LISTS:
            abort(404)
        data = {"tab": tab, "tabs": list(LISTS), "list": LISTS[tab](backends, session, request.args)}
        return page("admin.html", session, data)
