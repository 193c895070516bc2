"""Games, found by what people call them, and by what they are."""

from __future__ import annotations

import re
from dataclasses import dataclass
from operator import itemgetter

from flask import request

from redscience import families
from redscience.api.rules.v1.rules_pb2 import Game, ListRequest, Order
from redscience.errors import Fault, InvalidField
from redscience.names import folded_name
from services.gateway.backends import Backends, call
from services.gateway.features import capital, feature_text
from services.gateway.incoming import asked_text, asked_whole
from services.gateway.language import gettext
from services.gateway.sessions import Session
from services.gateway.shown import Shown, show_game

FOUND = 20
PAGE = 24
KNOWN = 100
MOST_WORDS = 8
ORDERS = {
    "": Order.ORDER_UNSPECIFIED,
    "name": Order.ORDER_NAME,
    "newest": Order.ORDER_NEWEST,
    "shortest": Order.ORDER_SHORTEST,
}
LENGTHS = {"": (0, 0), "short": (0, 10), "medium": (11, 30), "long": (31, 0)}
"""The fewest and the most turns; 0 for any number."""
_WORD = re.compile(r"\d+|[^\W\d_]+")
_SIGN = re.compile(r"[\W_]")


@dataclass(frozen=True, slots=True)
class Sought:
    """Which games are looked for; what is empty lets all through.

    Attributes:
        text: a part of the name, or words of the rules.
        page_token: from the page before.
    """

    text: str = ""
    seats: int = 0
    family: str = ""
    feature: str = ""
    turns: tuple[int, int] = LENGTHS[""]
    order: Order.ValueType = Order.ORDER_UNSPECIFIED
    page_token: str = ""


def asked_games() -> Sought:
    """Which games the address of the request in hand asks for.

    Raises:
        InvalidField: naming the parameter.
    """
    order = asked_text("order")
    if order not in ORDERS:
        raise InvalidField([Fault("order", f"is {order!r}", "Use name, newest or shortest, or nothing")])
    length = asked_text("length")
    if length not in LENGTHS:
        raise InvalidField([Fault("length", f"is {length!r}", "Use short, medium or long, or nothing")])
    return Sought(
        text=asked_text("name"),
        seats=asked_whole("seats"),
        family=asked_text("family"),
        feature=asked_text("feature"),
        turns=LENGTHS[length],
        order=ORDERS[order],
        page_token=request.args.get("page", ""),
    )


def find_games(backends: Backends, session: Session, sought: Sought, size: int = FOUND) -> tuple[list[Game], str]:
    """A page of games, and the token of the next; on the first one those come first that are called so."""
    words = " ".join(_WORD.findall(sought.text.replace("'", ""))[:MOST_WORDS])
    request = ListRequest(
        words=words,
        seats=sought.seats,
        family=sought.family,
        features=[sought.feature] if sought.feature else [],
        order=sought.order,
        least_turns=sought.turns[0],
        most_turns=sought.turns[1],
        page_size=size,
        page_token=sought.page_token,
    )
    answer = call(backends.rules.List, request, session.token)
    if not sought.text or sought.page_token:
        return list(answer.games), answer.next_page_token
    request.words, request.name_contains = "", sought.text
    named = call(backends.rules.List, request, session.token).games
    spoken = answer.games if words else ()
    found = {game.id: game for game in (*named, *spoken)}
    return sorted(
        found.values(), key=lambda game: _distance(game, sought.text)
    ), answer.next_page_token if words else ""


def gallery(backends: Backends, session: Session, sought: Sought) -> Shown:
    """The same, as the browser is told."""
    games, next_page = find_games(backends, session, sought, PAGE)
    return {"games": [show_game(game) for game in games], "next_page": next_page}


def to_choose_from(backends: Backends, session: Session) -> Shown:
    """By what games are chosen: kind and length, and what the first differ by, their seats and their features."""
    games = call(backends.rules.List, ListRequest(page_size=KNOWN), session.token).games
    features = {feature: capital(feature_text(feature)) for game in games for feature in game.features}
    return {
        "seats": sorted({len(game.seats) for game in games}),
        "features": sorted(features.items(), key=itemgetter(1)),
        "kinds": [(family.name, family.title) for family in families.every()],
        "lengths": [(name, f"{_length(name)}: {_turns(*turns)}") for name, turns in LENGTHS.items() if name],
    }


def _length(name: str) -> str:
    """What a length is called."""
    return {"short": gettext("Short"), "medium": gettext("Medium"), "long": gettext("Long")}[name]


def _turns(least: int, most: int) -> str:
    """A number of turns from the least to the most, in words."""
    if not least:
        return gettext("up to %(most)s turns") % {"most": most}
    said = gettext("%(least)s to %(most)s turns") if most else gettext("more than %(before)s turns")
    return said % {"least": least, "most": most, "before": least - 1}


def _distance(game: Game, text: str) -> int:
    """How far a text is from being what a game is called: 0 where it is."""
    asked = _signless(text)
    called = [_signless(name) for name in (game.name, *game.also_called)]
    if asked in called:
        return 0
    if any(name.startswith(asked) for name in called):
        return 1
    return 2 if any(asked in name for name in called) else 3


def _signless(name: str) -> str:
    return _SIGN.sub("", folded_name(name))
