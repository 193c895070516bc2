"""The games of a player on a server, with how they are rated in each and what they did."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from redscience.api.players.v1.players_pb2 import Player
from redscience.api.rating.v1.rating_pb2 import GetStatisticsRequest
from redscience.api.rules.v1.rules_pb2 import BatchGetRequest
from redscience.command.output import print_list, time_of
from redscience.command.server import Server

_PAGE = 100


def print_ratings(server: Server, chosen: argparse.Namespace, player: Player) -> None:
    """Prints them, the game played last first; as JSON with the numbers that games keep of their matches."""
    request = GetStatisticsRequest(player_id=player.id, universe=player.universe, page_size=_PAGE)
    rows = list(server.every(server.rating.GetStatistics, request, lambda answer: answer.statistics))
    names = {} if chosen.json else _names(server, [row.standing.game_id for row in rows])
    columns = {
        "GAME": lambda row: names.get(row.standing.game_id, "?"),
        "RATING": lambda row: f"{row.standing.rating:.1f}",
        "PLAYED": lambda row: str(row.standing.played),
        "WON": lambda row: str(row.standing.won),
        "DRAWN": lambda row: str(row.standing.drawn),
        "LOST": lambda row: str(row.standing.lost),
        "LAST": lambda row: time_of(row.standing.last_match_at_ms),
    }
    print_list(iter(rows), chosen, columns)


def _names(server: Server, ids: Sequence[str]) -> dict[str, str]:
    """The names of games, by their ids."""
    parts = (ids[begin : begin + _PAGE] for begin in range(0, len(ids), _PAGE))
    return {
        game.id: game.name
        for part in parts
        for game in server.call(server.rules.BatchGet, BatchGetRequest(ids=part)).games
    }
