"""Players by the names that people know them by."""

from __future__ import annotations

import re

from redscience.api.players.v1.players_pb2 import FindAnyRequest, FindRequest, GetRequest, Kind, Player, Role
from redscience.command.failures import CommandError, Exit
from redscience.command.output import word
from redscience.command.server import Server
from redscience.names import folded_name

_ID = re.compile(r"[0-7][0-9A-HJKMNP-TV-Z]{25}")
MOST_FOUND = 50


def role_of(player: Player) -> str:
    """The role of a person as a word; "" of others, and where it is not told, as it is to nobody else but Admins."""
    return word(Role.Name(player.role), "ROLE_") if player.role and player.kind == Kind.KIND_PERSON else ""


def player_named(server: Server, name: str) -> Player:
    """A player by name, in whatever case, by id, or for Admins by e-mail address.

    Raises:
        CommandError: there is none in the caller's universe.
    """
    if _ID.fullmatch(name):
        found = list(server.call(server.players.Get, GetRequest(ids=[name])).players)
    elif "@" in name:
        addressed = server.call(server.players.FindAny, FindAnyRequest(text=name, limit=MOST_FOUND)).players
        found = [player for player in addressed if player.email == name.strip().lower()]
    else:
        request = FindRequest(name_prefix=name, limit=MOST_FOUND)
        everybody = server.call(server.players.Find, request).players
        found = [player for player in everybody if folded_name(player.name) == folded_name(name)]
    if not found:
        raise CommandError(
            f"There is no player {name!a}. Find players with: redscience players BEGINNING", Exit.NOT_FOUND
        )
    return found[0]
