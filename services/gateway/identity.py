"""Who asks: the session of the request in hand."""

from __future__ import annotations

from typing import cast

from flask import Response, current_app, g, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from redscience.errors import NotLoggedIn
from services.gateway.askers import address_of
from services.gateway.security import (
    LANGUAGE_COOKIE,
    OUTBOX_COOKIE,
    SCHEME_COOKIE,
    UNIVERSE_COOKIE,
    challenge_cookie,
    session_cookie,
)
from services.gateway.sessions import Session, Sessions

A_YEAR_S = 365 * 86_400
TEN_MINUTES_S = 600
LONGEST_LABEL = 60
# The first that is found: the later ones are in the names of the earlier, too.
_BROWSERS = {"Edg": "Edge", "OPR": "Opera", "Firefox": "Firefox", "Chrome": "Chrome", "Safari": "Safari"}
_SYSTEMS = {
    "Android": "Android",
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Windows": "Windows",
    "Macintosh": "macOS",
    "CrOS": "ChromeOS",
    "Linux": "Linux",
}


def sessions() -> Sessions:
    """The sessions of this process."""
    return cast("Sessions", current_app.extensions["redscience.sessions"])


def secret() -> str:
    """The secret of the session that the browser keeps; "" where it keeps none."""
    return request.cookies.get(session_cookie(https=_https()), "")


def challenge() -> str:
    """What goes with the code that the browser has asked for; "" where it has asked for none."""
    return request.cookies.get(challenge_cookie(https=_https()), "")


def session() -> Session:
    """The session of the request.

    Raises:
        NotLoggedIn: there is none.
    """
    if not is_found():
        if not secret():
            raise NotLoggedIn("You are not logged in. Log in to go on.")
        g.session = sessions().open(secret())
    return cast("Session", g.session)


def is_found() -> bool:
    """Whether the session of the request was found already, so that nobody need be asked for it."""
    return "session" in g


def is_known() -> bool:
    """Whether the request has a session that goes on, were it a visitor's."""
    try:
        session()
    except NotLoggedIn:
        return False
    return True


def remember(response: Response, fresh: str) -> None:
    """Has the browser keep a session's secret, out of reach of scripts."""
    https = _https()
    response.set_cookie(
        session_cookie(https=https), fresh, max_age=A_YEAR_S, httponly=True, samesite="Lax", secure=https
    )


def remember_challenge(response: Response, fresh: str) -> None:
    """Has the browser keep what goes with the code that it asked for, so that the code is of use to no other."""
    https = _https()
    response.set_cookie(
        challenge_cookie(https=https),
        fresh,
        max_age=TEN_MINUTES_S,
        # What a host alone may set is the whole host's.
        path="/" if https else "/api/log-in",
        httponly=True,
        samesite="Strict",
        secure=https,
    )


def remember_outbox(response: BaseResponse, key: str) -> None:
    """Has the browser keep what opens the outbox of this machine, so that it does not stand in addresses."""
    response.set_cookie(
        OUTBOX_COOKIE, key, max_age=A_YEAR_S, path=url_for("pages.outbox"), httponly=True, samesite="Lax"
    )


def remember_universe(response: BaseResponse, universe: str) -> None:
    """Has the browser keep the universe that was chosen last."""
    _keep_choice(response, UNIVERSE_COOKIE, universe, path="/games")


def remember_language(response: BaseResponse, language: str) -> None:
    """Has the browser keep the language that was chosen."""
    _keep_choice(response, LANGUAGE_COOKIE, language)


def remember_scheme(response: BaseResponse, scheme: str) -> None:
    """Has the browser keep whether light or dark colours were chosen."""
    _keep_choice(response, SCHEME_COOKIE, scheme)


def _keep_choice(response: BaseResponse, cookie: str, choice: str, *, path: str = "/") -> None:
    response.set_cookie(
        cookie,
        choice,
        max_age=A_YEAR_S,
        path=path,
        httponly=True,
        samesite="Lax",
        secure=_https(),
    )


def client_address() -> str:
    """The network address of who asks."""
    return address_of(request.environ, behind_proxy=_https())


def browser() -> str:
    """The browser, and what it runs on, as a list of sessions shows it; as it calls itself where it is not known."""
    name = "".join(filter(str.isprintable, request.user_agent.string))
    known = next((words for sign, words in _BROWSERS.items() if f"{sign}/" in name), "")
    system = next((words for sign, words in _SYSTEMS.items() if sign in name), "")
    return f"{known} on {system}" if known and system else name[:LONGEST_LABEL]


def forget(response: Response) -> None:
    """Has the browser drop the session."""
    sessions().forget(secret())
    https = _https()
    response.delete_cookie(session_cookie(https=https), httponly=True, samesite="Lax", secure=https)


def _https() -> bool:
    """Whether pages come by HTTPS, as they do off this machine."""
    return bool(current_app.config["HTTPS"])
