"""Who asks: the session of the request in hand."""

from __future__ import annotations

from typing import cast

from flask import Response, current_app, g, request

from redscience.errors import NotLoggedIn
from services.gateway.security import CHALLENGE_COOKIE, COOKIE
from services.gateway.sessions import Session, Sessions

A_YEAR_S = 365 * 86_400
TEN_MINUTES_S = 600
LONGEST_LABEL = 60


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


def remember_challenge(response: Response, challenge: str) -> None:
    """Has the browser keep what goes with the code that it asked for, so that the code is of use to no other."""
    response.set_cookie(
        CHALLENGE_COOKIE,
        challenge,
        max_age=TEN_MINUTES_S,
        path="/api/log-in",
        httponly=True,
        samesite="Strict",
        secure=current_app.config["HTTPS"],
    )


def client_address() -> str:
    """The network address of who asks: on a host, where a proxy stands before it, the one that the proxy names last."""
    forwarded = request.headers.get("X-Forwarded-For", "") if current_app.config["HTTPS"] else ""
    return forwarded.rpartition(",")[2].strip() or request.remote_addr or ""


def browser() -> str:
    """The browser as it calls itself, as far as a list of sessions shows it."""
    name = "".join(filter(str.isprintable, request.user_agent.string))
    return name[:LONGEST_LABEL]


def forget(response: Response) -> None:
    """Has the browser drop the session."""
    sessions().forget(request.cookies.get(COOKIE, ""))
    response.delete_cookie(COOKIE, httponly=True, samesite="Lax", secure=current_app.config["HTTPS"])
