"""`redscience changes`: what Admins have changed among the games, or about people, for Admins."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from redscience.api.players.v1.players_pb2 import AuditEntry, GetRequest, ListAuditRequest, ListAuditResponse
from redscience.api.rules.v1.rules_pb2 import BatchGetRequest, Change, ListChangesRequest, ListChangesResponse
from redscience.command.output import print_list, time_of
from redscience.command.people import player_named
from redscience.command.server import Server, server_of

_PAGE, _AUDIT_PAGE = 100, 50


def run(chosen: argparse.Namespace) -> int:
    """Prints them, newest first."""
    server = server_of(chosen)
    if chosen.people or chosen.of:
        return _print_audit(server, chosen)
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


def _print_audit(server: Server, chosen: argparse.Namespace) -> int:
    """What was done about people. Where it is a name, the detail is the one before and, behind an arrow, that since."""
    names: dict[str, str] = {}

    def listed(answer: ListAuditResponse) -> Sequence[AuditEntry]:
        ids = sorted({each for entry in answer.entries for each in (entry.admin_id, entry.player_id)})
        if ids:
            names.update((each.id, each.name) for each in server.call(server.players.Get, GetRequest(ids=ids)).players)
        return answer.entries

    columns = {
        "WHEN": lambda entry: time_of(entry.at_ms),
        "WHO": lambda entry: names.get(entry.admin_id, entry.admin_id),
        "OF": lambda entry: names.get(entry.player_id, entry.player_id),
        "WHAT": lambda entry: entry.action,
        "DETAIL": lambda entry: entry.detail.replace("\n", " -> "),
    }
    player_id = player_named(server, chosen.of).id if chosen.of else ""
    request = ListAuditRequest(limit=_AUDIT_PAGE, player_id=player_id)
    print_list(server.every_before(server.players.ListAudit, request, listed), chosen, columns)
    return 0


def _names(server: Server, changes: Sequence[Change]) -> dict[str, str]:
    """What the Admins, the players and the games of some changes are called now, by their ids."""
    games = {change.subject_id for change in changes if change.field != "quota"}
    players = {change.admin_id for change in changes} | {change.subject_id for change in changes}
    asked = sorted(players - games - {""})
    of_players = server.call(server.players.Get, GetRequest(ids=asked)).players
    of_games = server.call(server.rules.BatchGet, BatchGetRequest(ids=sorted(games))).games
    return {player.id: player.name for player in of_players} | {game.id: game.name for game in of_games}
