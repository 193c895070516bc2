"""`redscience changes`: what Admins have changed among the games, for Admins."""

from __future__ import annotations

import argparse

from redscience.api.rules.v1.rules_pb2 import ListChangesRequest
from redscience.command.output import print_list, time_of
from redscience.command.server import server_of

_PAGE = 100
COLUMNS = {
    "WHEN": lambda change: time_of(change.at_ms),
    "WHO": lambda change: change.admin_id or "a new release",
    "OF": lambda change: change.subject_id,
    "WHAT": lambda change: change.field,
    "FROM": lambda change: change.before,
    "TO": lambda change: change.after,
}


def run(chosen: argparse.Namespace) -> int:
    """Prints them, newest first."""
    server = server_of(chosen)
    request = ListChangesRequest(page_size=_PAGE)
    print_list(server.every(server.rules.ListChanges, request, lambda answer: answer.changes), chosen, COLUMNS)
    return 0
