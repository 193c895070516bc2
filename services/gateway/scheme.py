"""Whether somebody sees the pages in light or in dark colours: as they have chosen here, else as their system does."""

from __future__ import annotations

from flask import Flask, has_request_context, request

from services.gateway.security import SCHEME_COOKIE

SYSTEM, LIGHT, DARK = "system", "light", "dark"
SCHEMES = (SYSTEM, LIGHT, DARK)


def scheme() -> str:
    """What whoever asks now has chosen, one of `SCHEMES`."""
    chosen = request.cookies.get(SCHEME_COOKIE, SYSTEM) if has_request_context() else SYSTEM
    return chosen if chosen in SCHEMES else SYSTEM


def add_schemes(app: Flask) -> None:
    """Gives the templates `scheme()`."""
    app.jinja_env.globals |= {"scheme": scheme}
