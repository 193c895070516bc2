"""Games, found by what people call them, and by what they are."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from operator import itemgetter

from flask import request

from redscience import families
from redscience.api.rules.v1.rules_pb2 import Game, GetRequest, ListRequest, Order
from redscience.errors import Fault, InvalidField, UnknownGame
from redscience.names import folded_name
from services.gateway.backends import Backends, call
from services.gateway.calling import COMES_NEAREST, IS_CALLED_SO, WORD, Meant, distance, meant_by, why_absent
from services.gateway.catalogues import catalogue
from services.gateway.features import capital, feature_groups, feature_text
from services.gateway.incoming import asked_text, asked_whole
from services.gateway.language import gettext, language
from services.gateway.names import with_makers
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
_AROUND = re.compile(r"^the\s+|\s+game$", re.IGNORECASE)
"""What people say around a name: *the ultimatum game*."""


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


def find_games(backends: Backends, session: Session, sought: Sought, size: int = FOUND) -> tuple[list[Shown], str]:
    """A page of games, as the browser is told, and the token of the next.

    On the first one those come first that are called so, and what comes nearest to a game that is not there, which
    says how it differs.
    """
    text = _AROUND.sub("", sought.text) or sought.text
    words = " ".join(WORD.findall(text.replace("'", ""))[:MOST_WORDS])
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
        return [show_game(game) for game in answer.games], answer.next_page_token
    request.words, request.name_contains = "", sought.text
    named = call(backends.rules.List, request, session.token).games
    spoken = answer.games if words else ()
    meant = {each.name: each for each in meant_by(text)}
    # A page of others may come before what is called just so.
    wanted = [*meant, *([sought.text] if len(named) == size else [])]
    listed = {folded_name(game.name): game for game in (*named, *spoken)}
    asked_for = (listed.get(folded_name(name)) or _named(backends, session, name) for name in wanted)
    called = [game for game in asked_for if game is not None and _is_as_sought(game, sought)]
    found = {game.id: game for game in (*called, *named, *spoken)}
    near = [(min(_distance(game, each, meant) for each in (text, sought.text)), game) for game in found.values()]
    shown = [_shown(game, far, sought.text, meant) for far, game in sorted(near, key=itemgetter(0))]
    return shown, answer.next_page_token if words else ""


def _named(backends: Backends, session: Session, name: str) -> Game | None:
    """The game of a name, if there is one."""
    try:
        return call(backends.rules.Get, GetRequest(name=name), session.token).game
    except UnknownGame:
        return None


def _is_as_sought(game: Game, sought: Sought) -> bool:
    """Whether a game is as it is sought, but for its name."""
    least, most = sought.turns
    return (
        sought.seats in {0, len(game.seats)}
        and sought.family in {"", game.family}
        and (not sought.feature or sought.feature in game.features)
        and (not (least or most) or least <= game.turns <= (most or game.turns))
    )


def _distance(game: Game, text: str, meant: Mapping[str, Meant]) -> int:
    far = distance((game.name, *game.also_called), text)
    return far if game.creator_id or game.name not in meant else min(far, meant[game.name].distance)


def _shown(game: Game, far: int, text: str, meant: Mapping[str, Meant]) -> Shown:
    """A game that was found; where it is known by what was typed, this is one of its names."""
    shown = show_game(game)
    if far == COMES_NEAREST:
        shown["nearest"] = catalogue(language(), meant[game.name].family).text(meant[game.name].why)
    elif far == IS_CALLED_SO and _joined(text) not in map(_joined, (game.name, *shown["also_called"])):
        shown["also_called"].insert(0, text)
    return shown


def _joined(name: str) -> str:
    """A name without what is written between its words; numbers as they are written."""
    return re.sub(r"[\W_]", "", name.casefold())


def gallery(backends: Backends, session: Session, sought: Sought) -> Shown:
    """The same, as the browser is told, with who made them."""
    found, next_page = find_games(backends, session, sought, PAGE)
    games = with_makers(backends, session, found)
    family, why = ("", "") if games else why_absent(_AROUND.sub("", sought.text))
    return {"games": games, "next_page": next_page, "absent": catalogue(language(), family).text(why) if why else ""}


def to_choose_from(backends: Backends, session: Session) -> Shown:
    """By what games are chosen: kind and length, and what the first differ by, their seats and their features."""
    games = call(backends.rules.List, ListRequest(page_size=KNOWN), session.token).games
    return {
        "seats": sorted({len(game.seats) for game in games}),
        "features": _by_group({feature for game in games for feature in game.features}),
        "kinds": [(family.name, catalogue(language(), family.name).text(family.title)) for family in families.every()],
        "lengths": [(name, f"{_length(name)}: {_turns(*turns)}") for name, turns in LENGTHS.items() if name],
    }


def _by_group(features: set[str]) -> list[tuple[str, list[tuple[str, str]]]]:
    """Features as one looks for them: under the title of what they are about, each with its words."""
    groups = feature_groups()
    grouped = frozenset[str]().union(*(words for _, words in groups))
    groups.append((gettext("Other"), frozenset(features - grouped)))
    return [
        (title, sorted(((each, capital(feature_text(each))) for each in features & words), key=itemgetter(1)))
        for title, words in groups
        if features & words
    ]


def _length(name: str) -> str:
    """What a length is called."""
    return {"short": gettext("Short"), "medium": gettext("Medium"), "long": gettext("Long")}[name]


def _turns(least: int, most: int) -> str:
    """A number of turns from the least to the most, in words."""
    if not least:
        return gettext("up to %(most)s turns") % {"most": most}
    said = gettext("%(least)s to %(most)s turns") if most else gettext("more than %(before)s turns")
    return said % {"least": least, "most": most, "before": least - 1}
