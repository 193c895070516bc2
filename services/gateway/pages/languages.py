"""The choice of a language, and of light or dark colours."""

from __future__ import annotations

from flask import Blueprint, abort, redirect, request
from flask.typing import ResponseReturnValue

from services.gateway.catalogues import LANGUAGES
from services.gateway.identity import remember_language, remember_scheme
from services.gateway.pages.frame import local_address
from services.gateway.scheme import SCHEMES


def add_languages(blueprint: Blueprint) -> None:
    """Adds the addresses that choose a language or a scheme of colours; they lead back to where one was."""

    @blueprint.get("/language/<code>")
    def choose_language(code: str) -> ResponseReturnValue:
        if code not in LANGUAGES:
            abort(404)
        response = redirect(local_address(request.args.get("next", "/")))
        remember_language(response, code)
        return response

    @blueprint.get("/scheme/<name>")
    def choose_scheme(name: str) -> ResponseReturnValue:
        if name not in SCHEMES:
            abort(404)
        response = redirect(local_address(request.args.get("next", "/")))
        remember_scheme(response, name)
        return response
