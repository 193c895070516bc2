"""`redscience games`: finds games on a server."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterable
from difflib import get_close_matches
from itertools import chain

from redscience import families
from redscience.api.rules.v1.rules_pb2 import (
    ORDER_NEWEST,
    ORDER_SHORTEST,
    ORDER_UNSPECIFIED,
    Game,
    GetRequest,
    ListRequest,
    Order,
)
from redscience.command.failures import CommandError, Exit
from redscience.command.output import print_list
from redscience.command.people import player_named
from redscience.command.server import Server, server_of
from redscience.errors import UnknownGame

_PAGE = 100
_ID = re.compile(r"[0-7][0-9A-HJKMNP-TV-Z]{25}")
COLUMNS = {
    "NAME": lambda game: game.name + (" (hidden)" if game.hidden else ""),
    "SEATS": lambda game: str(len(game.seats)),
    "TURNS": lambda game: str(game.turns or ""),
    "FAMILY": lambda game: game.family,
    "FEATURES": lambda game: " ".join(game.features),
    "ID": lambda game: game.id,
}


def run(chosen: argparse.Namespace) -> int:
    """Prints the games that have all that was asked for."""
    server = server_of(chosen)
    request = ListRequest(
        words=" ".join(chosen.words),
        seats=chosen.seats,
        family=chosen.family,
        features=chosen.feature,
        creator_id=player_named(server, chosen.creator).id if chosen.creator else "",
        origin_id=game_named(server, chosen.variants_of).id if chosen.variants_of else "",
        least_turns=chosen.least_turns,
        most_turns=chosen.most_turns,
        order=_order(chosen),
        page_size=_PAGE,
    )
    found = server.every(server.rules.List, request, lambda answer: answer.games)
    first = next(found, None)
    if first is None and chosen.feature:
        _require_features(chosen.feature)
    print_list(chain([] if first is None else [first], found), chosen, COLUMNS)
    return 0


def _require_features(wanted: Iterable[str]) -> None:
    """Refuses words that are no features. It is asked where nothing was found: a server may have families of its own.

    Raises:
        CommandError: one is none; the message lists near ones, or all.
    """
    known = sorted({feature for family in families.every() for feature in family.features})
    for word in wanted:
        if word not in known:
            near = get_close_matches(word, known) or known
            raise CommandError(f"There is no feature {word!a}. There are: {', '.join(near)}.", Exit.INVALID)


def game_named(server: Server, name: str) -> Game:
    """A game by its name, in whatever case, or by its id.

    Raises:
        CommandError: there is none that the caller may find.
    """
    request = GetRequest(id=name) if _ID.fullmatch(name) else GetRequest(name=name)
    try:
        return server.call(server.rules.Get, request).game
    except CommandError as failure:
        if failure.server_code != UnknownGame.code:
            raise
        # The server tells programs what to call.
        raise CommandError(
            f"There is no game {name!r}. Find games with: redscience games WORD",
            failure.exit_code,
            server_code=failure.server_code,
        ) from None


def _order(chosen: argparse.Namespace) -> Order.ValueType:
    if chosen.shortest:
        return ORDER_SHORTEST
    return ORDER_NEWEST if chosen.newest else ORDER_UNSPECIFIED
