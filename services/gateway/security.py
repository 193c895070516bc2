"""Headers of every answer, and requests that came from elsewhere."""

from __future__ import annotations

from urllib.parse import SplitResult, urlsplit

from flask import Flask, Request, Response, request

from redscience.errors import Fault, InvalidField, NotAllowed

COOKIE = "redscience_session"
CHALLENGE_COOKIE = "redscience_challenge"
OUTBOX_COOKIE = "redscience_outbox"
UNIVERSE_COOKIE = "redscience_universe"
LANGUAGE_COOKIE = "redscience_language"
SCHEME_COOKIE = "redscience_scheme"
HOST_ONLY = "__Host-"
"""Begins the names of cookies that browsers take from this host alone, by HTTPS: another name of the same domain, which
may lead to anybody's pages, would put its own before them."""

# Everything a page uses is the gateway's own: no inline script, no inline style, no frame around it.
CONTENT_SECURITY_POLICY = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
MAX_BODY_BYTES = 1_000_000
LOOPBACK_NAMES = frozenset({"127.0.0.1", "localhost", "::1"})


def session_cookie(*, https: bool) -> str:
    """The name of the cookie that has the session's secret."""
    return HOST_ONLY + COOKIE if https else COOKIE


def challenge_cookie(*, https: bool) -> str:
    """The name of the cookie that has what goes with a code that was asked for."""
    return HOST_ONLY + CHALLENGE_COOKIE if https else CHALLENGE_COOKIE


def secure(app: Flask, *, loopback: bool) -> None:
    """Adds the headers, and refuses writes that no page of ours has sent, and on loopback every other name of it."""
    app.config["MAX_CONTENT_LENGTH"] = MAX_BODY_BYTES

    @app.before_request
    def refuse_foreign_requests() -> None:
        if loopback:
            require_loopback_name(request)
        if request.method not in SAFE_METHODS:
            require_same_origin(request)
            require_json(request)

    @app.after_request
    def add_headers(response: Response) -> Response:
        response.headers.extend(HEADERS)
        response.headers.setdefault("Cache-Control", "no-store")
        if not loopback:
            response.headers["Strict-Transport-Security"] = "max-age=31536000"
        return response


def require_loopback_name(incoming: Request) -> None:
    """Refuses what asks for this machine by a name of somebody else's.

    A page of another site may have its name lead here (DNS rebinding); to the browser it is then of one origin with us,
    and would read the outbox.
    """
    if not names_loopback(incoming.headers.get("Host", "")):
        raise NotAllowed("This address is not one of this machine's. Use http://127.0.0.1.")


def names_loopback(host: str) -> bool:
    """Whether a header `Host` names this machine, as from this machine alone it can be reached."""
    return _parts("//" + host).hostname in LOOPBACK_NAMES


def require_same_origin(incoming: Request) -> None:
    """Refuses what a page of another site has sent.

    Browsers say in Sec-Fetch-Site whether one has. Old ones say in Origin where from alone, which is held against Host:
    that of a proxy is another name where it does not pass Host on. What says neither is no browser, and has no cookie
    that it was not given.
    """
    site, origin = incoming.headers.get("Sec-Fetch-Site"), incoming.headers.get("Origin")
    if site is not None:
        is_own = site in {"same-origin", "none"}
    else:
        is_own = origin is None or _parts(origin).netloc == incoming.host
    if not is_own:
        raise NotAllowed("This request came from another site. Use the pages of this one.")


def require_json(incoming: Request) -> None:
    """Refuses a body that a form of another site could have sent."""
    if incoming.mimetype != "application/json":
        raise InvalidField([Fault("Content-Type", "the body is not JSON", "Send application/json")])


def _parts(address: str) -> SplitResult:
    """The parts of an address; none of what is no address."""
    try:
        return urlsplit(address)
    except ValueError:
        return urlsplit("")
