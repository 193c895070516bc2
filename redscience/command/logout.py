"""`redscience logout`: ends the session at a server."""

from __future__ import annotations

import argparse

from redscience.api.players.v1.players_pb2 import LogOutRequest
from redscience.command import sessions
from redscience.command.output import print_json
from redscience.command.server import server_of


def run(chosen: argparse.Namespace) -> int:
    """Ends it there and forgets it here: in this order, so that what fails can be tried again."""
    server = server_of(chosen)
    if server.secret:
        server.call(server.players.LogOut, LogOutRequest(secret=server.secret), known=False)
        sessions.forget(server.address)
    if chosen.json:
        print_json({})
    else:
        print(f"You are logged out at {server.address}.")
    return 0
