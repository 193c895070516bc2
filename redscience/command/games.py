"""`redscience games`: finds games on a server."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator

from redscience.api.rules.v1.rules_pb2 import Game, ListRequest
from redscience.command.output import plain, print_json, table
from redscience.command.server import Server, server_of

_PAGE = 100


def run(chosen: argparse.Namespace) -> int:
    """Prints the games that were asked for, a line each."""
    server = server_of(chosen)
    games = _games(server, ListRequest(name_contains=" ".join(chosen.words)))
    found = [game for game, _ in zip(games, range(chosen.limit), strict=False)]
    if chosen.json:
        print_json([plain(game) for game in found])
        return 0
    for line in table(("NAME", "SEATS", "FAMILY", "ID"), map(_line, found)):
        print(line)
    if next(games, None) is not None:
        sys.stderr.write(f"There are more than {chosen.limit}; see more of them with --limit.\n")
    return 0


def _games(server: Server, request: ListRequest) -> Iterator[Game]:
    request.page_size = _PAGE
    while True:
        answer = server.call(server.rules.List, request)
        yield from answer.games
        request.page_token = answer.next_page_token
        if not answer.next_page_token:
            return


def _line(game: Game) -> tuple[str, str, str, str]:
    return game.name + (" (hidden)" if game.hidden else ""), str(len(game.seats)), game.family, game.id
