"""The Admins' page, a tab at an address."""

from __future__ import annotations

from pathlib import Path

from flask import Blueprint, abort, request

from services.gateway import identity
from services.gateway.admin import lists, require_admin
from services.gateway.backends import Backends
from services.gateway.pages.frame import page


def add_admin(blueprint: Blueprint, backends: Backends, processes: Path | None) -> None:
    """Adds what Admins see; `processes` is the file of `redscience up`."""
    tabs = lists(processes)

    @blueprint.get("/admin", defaults={"tab": "people"})
    @blueprint.get("/admin/<tab>")
    def admin(tab: str) -> str:
        session = identity.session()
        require_admin(session)
        if tab not in tabs:
            abort(404)
        listed = tabs[tab](backends, session, request.args)
        data = {"tab": tab, "tabs": list(tabs), "list": listed, "is_one": "player" in request.args}
        return page("admin.html", session, data)
