"""`redscience changes`: what Admins have changed among the games, for Admins."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from redscience.api.players.v1.players_pb2 import GetRequest
from redscience.api.rules.v1.rules_pb2 import BatchGetRequest, Change, ListChangesRequest, ListChangesResponse
from redscience.command.output import print_list, time_of
from redscience.command.server import Server, server_of

_PAGE = 100


def run(chosen: argparse.Namespace) -> int:
    """Prints them, newest first."""
    server = server_of(chosen)
    names: dict[str, str] = {}

    def listed(answer: ListChangesResponse) -> Sequence[Change]:
        names.update(_names(server, answer.changes))
        return answer.changes

    columns = {
        "WHEN": lambda change: time_of(change.at_ms),
        "WHO": lambda change: names.get(change.admin_id, change.admin_id) or "a new release",
        "OF": lambda change: names.get(change.subject_id, change.subject_id),
        "WHAT": lambda change: change.field,
        "FROM": lambda change: change.before,
        "TO": lambda change: change.after,
    }
    found = server.every(server.rules.ListChanges, ListChangesRequest(page_size=_PAGE), listed)
    print_list(found, chosen, columns)
    return 0


def _names(server: Server, changes: Sequence[Change]) -> dict[str, str]:
    """What the Admins, the players and the games of some changes are called now, by their ids."""
    games = {change.subject_id for change in changes if change.field != "quota"}
    players = {change.admin_id for change in changes} | {change.subject_id for change in changes}
    asked = sorted(players - games - {""})
    of_players = server.call(server.players.Get, GetRequest(ids=asked)).players
    of_games = server.call(server.rules.BatchGet, BatchGetRequest(ids=sorted(games))).games
    return {player.id: player.name for player in of_players} | {game.id: game.name for game in of_games}
