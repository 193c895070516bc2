"""The choice of a language."""

from __future__ import annotations

from flask import Blueprint, abort, redirect, request
from flask.typing import ResponseReturnValue

from services.gateway.catalogues import LANGUAGES
from services.gateway.identity import remember_language
from services.gateway.pages.frame import local_address


def add_languages(blueprint: Blueprint) -> None:
    """Adds the addresses that choose a language; they lead back to where one was."""

    @blueprint.get("/language/<code>")
    def choose_language(code: str) -> ResponseReturnValue:
        if code not in LANGUAGES:
            abort(404)
        response = redirect(local_address(request.args.get("next", "/")))
        remember_language(response, code)
        return response
