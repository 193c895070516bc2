"""Errors, as JSON for the pages' own requests and as a page for people."""

from __future__ import annotations

import logging
from http import HTTPStatus
from typing import Any

from flask import Flask, Response, jsonify, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import HTTPException

from redscience.client.refusals import INTERNAL_MESSAGE
from redscience.errors import NotLoggedIn, RedscienceError
from services.gateway.answers import error_text
from services.gateway.identity import is_found, session
from services.gateway.language import gettext
from services.gateway.shown import Shown, show_fault, show_player
from services.kit.errors import http_status

log = logging.getLogger(__name__)

_REFUSAL = "redscience.refusal"


def refused(environ: dict[str, Any], error: Exception) -> dict[str, Any]:
    """The environment of a request to which the application answers with this error, and does nothing."""
    return environ | {_REFUSAL: error}


def handle_failures(app: Flask) -> None:
    """Has every error answered in words."""

    @app.before_request
    def refuse() -> None:
        refusal = request.environ.get(_REFUSAL)
        if refusal is not None:
            raise refusal

    @app.errorhandler(RedscienceError)
    def told(error: RedscienceError) -> ResponseReturnValue:
        if isinstance(error, NotLoggedIn) and not _wants_json():
            return redirect(url_for("pages.log_in", next=request.full_path.rstrip("?")))
        return _answer(http_status(error), error)

    @app.errorhandler(HTTPException)
    def http(error: HTTPException) -> ResponseReturnValue:
        status = error.code or HTTPStatus.INTERNAL_SERVER_ERROR
        words = _words(HTTPStatus(status)) or error.description or HTTPStatus(status).phrase
        return _answer(status, RedscienceError(words), code=f"http/{status}")

    @app.errorhandler(Exception)
    def unforeseen(error: Exception) -> ResponseReturnValue:
        log.error("a request failed", exc_info=error)
        return _answer(HTTPStatus.INTERNAL_SERVER_ERROR, RedscienceError(INTERNAL_MESSAGE))


def _words(status: HTTPStatus) -> str:
    """What people are told of an error that HTTP has a number for."""
    return {
        HTTPStatus.NOT_FOUND: gettext("There is nothing at this address."),
        HTTPStatus.METHOD_NOT_ALLOWED: gettext("This address does not accept such a request."),
        HTTPStatus.REQUEST_ENTITY_TOO_LARGE: gettext("That is more than this address accepts."),
        HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE: gettext(
            "The address or the cookies are too long. Delete this site's cookies."
        ),
    }.get(status, "")


def _wants_json() -> bool:
    return request.path.startswith("/api/")


def _me(status: int) -> Shown:
    """Whoever asks, for the title bar, as a template is given it; nothing where nobody can tell."""
    # What fails by itself may fail again, or keep one waiting, and who asked too much is not worth a question: nobody
    # is asked who that is.
    if (status >= HTTPStatus.INTERNAL_SERVER_ERROR or _REFUSAL in request.environ) and not is_found():
        return {}
    try:
        return {"me": show_player(session().player)}
    except RedscienceError:
        return {}


def _answer(status: int, error: RedscienceError, code: str = "") -> Response:
    if _wants_json():
        response = jsonify(
            code=code or error.code,
            message=error_text(error),
            faults=[show_fault(fault) for fault in error.faults],
        )
    else:
        response = make_response(
            render_template("failure.html", status=status, message=error_text(error), **_me(status))
        )
    response.status_code = status
    if error.retry_after_s:
        response.headers["Retry-After"] = str(error.retry_after_s)
    return response
