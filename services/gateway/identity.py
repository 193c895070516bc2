"""Who asks: the session of the request in hand."""

from __future__ import annotations

from typing import cast

from flask import Response, current_app, g, request

from redscience.errors import NotLoggedIn
from services.gateway.security import COOKIE
from services.gateway.sessions import Session, Sessions

A_YEAR_S = 365 * 86_400


def sessions() -> Sessions:
    """The sessions of this process."""
    return cast("Sessions", current_app.extensions["redscience.sessions"])


def session() -> Session:
    """The session of the request.

    Raises:
        NotLoggedIn: there is none.
    """
    if "session" not in g:
        secret = request.cookies.get(COOKIE, "")
        if not secret:
            raise NotLoggedIn("You are not logged in. Log in to go on.")
        g.session = sessions().open(secret)
    return cast("Session", g.session)


def remember(response: Response, secret: str) -> None:
    """Has the browser keep the session's secret, out of reach of scripts."""
    response.set_cookie(
        COOKIE, secret, max_age=A_YEAR_S, httponly=True, samesite="Lax", secure=current_app.config["HTTPS"]
    )


def forget(response: Response) -> None:
    """Has the browser drop the session."""
    sessions().forget(request.cookies.get(COOKIE, ""))
    response.delete_cookie(COOKIE, httponly=True, samesite="Lax", secure=current_app.config["HTTPS"])
