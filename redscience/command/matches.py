"""`redscience matches`: the matches of one's universe, newest first, or those that wait for one's move."""

from __future__ import annotations

import argparse
from collections.abc import Mapping

from redscience.api.match.v1.match_pb2 import STATUS_ENDED, STATUS_RUNNING, STATUS_UNSPECIFIED, ListRequest, Status
from redscience.command.games import game_named
from redscience.command.output import print_list, time_of, word
from redscience.command.people import player_named
from redscience.command.server import server_of

_PAGE = 100
STATUSES: Mapping[str, Status.ValueType] = {
    "any": STATUS_UNSPECIFIED,
    "running": STATUS_RUNNING,
    "ended": STATUS_ENDED,
}
COLUMNS = {
    "STARTED": lambda match: time_of(match.started_at_ms),
    "GAME": lambda match: match.game_name,
    "STATUS": lambda match: word(Status.Name(match.status), "STATUS_"),
    "PLAYERS": lambda match: ", ".join(seat.player_name for seat in match.seats if seat.player_id),
    "ID": lambda match: match.id,
}
WAITING_COLUMNS = {"UNTIL": lambda match: time_of(match.due_at_ms), **COLUMNS}


def run(chosen: argparse.Namespace) -> int:
    """Prints those that were asked for."""
    server = server_of(chosen)
    request = ListRequest(
        player_id=player_named(server, chosen.player).id if chosen.player else "",
        game_id=game_named(server, chosen.game).id if chosen.game else "",
        status=STATUSES[chosen.status],
        page_size=_PAGE,
        waiting=chosen.waiting,
    )
    columns = WAITING_COLUMNS if chosen.waiting else COLUMNS
    print_list(server.every(server.match.List, request, lambda answer: answer.matches), chosen, columns)
    return 0
