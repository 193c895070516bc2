"""What every page for somebody who is logged in is made with."""

from __future__ import annotations

import json
from urllib.parse import urlsplit

from flask import abort, render_template, url_for

from redscience.api.rules.v1 import rules_pb2 as rules_api
from redscience.names import RANDOM_ID, STANDARD_ID
from services.gateway.backends import Backends, call
from services.gateway.language import language
from services.gateway.opponents import house
from services.gateway.seat_words import seat_words
from services.gateway.sessions import Session
from services.gateway.shown import Shown, show_draft, show_game, show_player
from services.kit.ids import is_id


def page(template: str, session: Session, data: Shown, **shown: object) -> str:
    """A page for somebody who is logged in.

    Args:
        template: what it is drawn by.
        session: of whoever looks.
        data: what its scripts are given, too.
        shown: what the template alone shows.
    """
    me = show_player(session.player)
    return render_template(template, me=me, data=data | {"me": me} | seat_texts(), **shown)


def seat_texts() -> Shown:
    """What seats are called in the reader's language, for scripts; nothing where they say it so by themselves."""
    words = seat_words(language())
    return {"seat_words": words} if words else {}


def house_for_scripts() -> Shown:
    """Who is always there to play with, for scripts that offer them."""
    return {"random_id": RANDOM_ID, "standard_id": STANDARD_ID, "house": house()}


def get_game(backends: Backends, session: Session, game_id: str) -> Shown:
    """A saved game by its id; what can be no id is not found."""
    if not is_id(game_id):
        abort(404)
    return show_game(call(backends.rules.Get, rules_api.GetRequest(id=game_id), session.token).game)


def get_draft(backends: Backends, session: Session, asked: rules_api.GetDraftRequest) -> Shown:
    """A draft with all that it holds, of one's own or by its link."""
    draft = call(backends.rules.GetDraft, asked, session.token).draft
    return {
        **show_draft(draft),
        "player_id": draft.player_id,
        "rule_set": json.loads(draft.rule_set),
        "editing": json.loads(draft.editing or "{}"),
    }


def local_address(address: str) -> str:
    """An address within this site, to go on to; the home page in place of any other."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return url_for("pages.home")
    is_local = address.startswith("/") and not parts.scheme and not parts.netloc and "//" not in address[:2]
    return address if is_local and "\\" not in address and address.isprintable() else url_for("pages.home")
