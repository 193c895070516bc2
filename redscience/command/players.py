"""`redscience players`: finds players on a server by the beginnings of their names; for Admins, more of them."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator

from redscience.api.players.v1.players_pb2 import FindAnyRequest, FindRequest, Kind, Player, Role
from redscience.command.output import print_list, time_of, word
from redscience.command.people import MOST_FOUND, role_of
from redscience.command.server import Server, server_of

COLUMNS = {
    "NAME": lambda player: player.name,
    "KIND": lambda player: word(Kind.Name(player.kind), "KIND_"),
    "ROLE": role_of,
    "ID": lambda player: player.id,
}
COLUMNS_OF_ADMINS = {
    **COLUMNS,
    "ADDRESS": lambda player: player.email,
    "SINCE": lambda player: time_of(player.created_at_ms),
    "SUSPENDED SINCE": lambda player: time_of(player.suspended_at_ms) if player.suspended_at_ms else "",
}


def run(chosen: argparse.Namespace) -> int:
    """Prints them."""
    server = server_of(chosen)
    if chosen.role or chosen.suspended or chosen.newest or not chosen.beginning or "@" in chosen.beginning:
        print_list(_any(server, chosen), chosen, COLUMNS_OF_ADMINS)
        return 0
    request = FindRequest(name_prefix=chosen.beginning, limit=min(chosen.limit + 1, MOST_FOUND))
    found = server.call(server.players.Find, request).players
    print_list(iter(found), chosen, COLUMNS)
    if len(found) == MOST_FOUND <= chosen.limit and not chosen.json:
        sys.stderr.write(f"There may be more than {MOST_FOUND}; to find them, type more of the name.\n")
    return 0


def _any(server: Server, chosen: argparse.Namespace) -> Iterator[Player]:
    """Those whom Admins alone find, in the order in which they came, or the last first."""
    role = Role.Value(f"ROLE_{chosen.role.upper()}") if chosen.role else Role.ROLE_UNSPECIFIED
    wanted = {"role": role, "is_suspended": chosen.suspended, "newest_first": chosen.newest}
    request = FindAnyRequest(text=chosen.beginning, limit=MOST_FOUND, **wanted)
    while found := server.call(server.players.FindAny, request).players:
        yield from found
        request.after_id = found[-1].id
