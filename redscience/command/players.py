"""`redscience players`: finds players on a server by the beginnings of their names."""

from __future__ import annotations

import argparse
import sys

from redscience.api.players.v1.players_pb2 import FindRequest, Kind
from redscience.command.output import print_list, word
from redscience.command.people import MOST_FOUND, role_of
from redscience.command.server import server_of

COLUMNS = {
    "NAME": lambda player: player.name,
    "KIND": lambda player: word(Kind.Name(player.kind), "KIND_"),
    "ROLE": role_of,
    "ID": lambda player: player.id,
}


def run(chosen: argparse.Namespace) -> int:
    """Prints them."""
    server = server_of(chosen)
    request = FindRequest(name_prefix=chosen.beginning, limit=min(chosen.limit + 1, MOST_FOUND))
    found = server.call(server.players.Find, request).players
    print_list(iter(found), chosen, COLUMNS)
    if len(found) == MOST_FOUND <= chosen.limit and not chosen.json:
        sys.stderr.write(f"There may be more than {MOST_FOUND}; to find them, type more of the name.\n")
    return 0
