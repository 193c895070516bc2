"""The numbers that a game keeps of its matches, over all the rated ones that a player has played of it.

How a number is added up is its game's affair. Here its sum, its least and its most are kept, so that no game has to be
known, and whoever shows them may choose.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, bindparam, insert, select, update

from services.rating import schema
from services.rating.leaderboard import LeaderboardKey
from services.rating.result import MatchResult


@dataclass(frozen=True, slots=True)
class Figure:
    """What one number of a player's matches has come to: all of it together, and the least and the most at a time."""

    name: str
    sum: float
    least: float
    most: float


_Key = tuple[str, str]
"""Of a figure in a game: whose, and its name."""

_figures = schema.figures.c

# Made once: to make a statement costs more than to run it.
_ADD = insert(schema.figures)
_OF_BOARD = (_figures.universe == bindparam("of_universe"), _figures.game_id == bindparam("of_game"))
_FIND = select(schema.figures).where(*_OF_BOARD, _figures.player_id.in_(bindparam("players", expanding=True)))
_CHANGE = update(schema.figures).where(
    *_OF_BOARD, _figures.player_id == bindparam("of_player"), _figures.name == bindparam("of_name")
)
_OF_PLAYER = (
    select(schema.figures)
    .where(
        _figures.universe == bindparam("of_universe"),
        _figures.game_id.in_(bindparam("games", expanding=True)),
        _figures.player_id == bindparam("of_player"),
    )
    .order_by(_figures.game_id, _figures.name)
)


class Figures:
    """The numbers of players in one game while matches are applied: read once, written at the end.

    Args:
        connection: from which they are read.
        key: the game in its universe; its board is locked, so that nobody else changes them.
        results: that are going to be added.
    """

    def __init__(self, connection: Connection, key: LeaderboardKey, results: Sequence[MatchResult]) -> None:
        self._key = key
        players = {player for result in results for player, _ in _told(result)}
        known = _find(connection, key, players) if players else {}
        self._known = frozenset(known)
        self._now = dict(known)
        self._changed: dict[_Key, None] = {}

    def add(self, result: MatchResult) -> None:
        """Adds the numbers of a match."""
        for key, numbers in _told(result).items():
            self._now[key] = added(key[1], self._now.get(key), numbers)
            self._changed[key] = None

    def write(self, connection: Connection) -> None:
        """Writes all that has changed."""
        universe, game_id = self._key.universe, self._key.game_id
        for player, name in self._changed:
            values = _values(self._now[player, name])
            if (player, name) in self._known:
                of = {"of_universe": universe, "of_game": game_id, "of_player": player, "of_name": name}
                connection.execute(_CHANGE, {**of, **values})
            else:
                row = {"universe": universe, "game_id": game_id, "player_id": player, "name": name}
                connection.execute(_ADD, {**row, **values})


def added(name: str, before: Figure | None, numbers: Sequence[float]) -> Figure:
    """What a number has come to when more matches have said it, at least one."""
    if before is None:
        return Figure(name, sum(numbers), min(numbers), max(numbers))
    return Figure(name, before.sum + sum(numbers), min(before.least, *numbers), max(before.most, *numbers))


def figures_of(connection: Connection, universe: str, player: str, games: Collection[str]) -> dict[str, list[Figure]]:
    """A player's figures in games, by game and in the order of their names; games without any are left out."""
    found: dict[str, list[Figure]] = {}
    for row in connection.execute(_OF_PLAYER, {"of_universe": universe, "of_player": player, "games": list(games)}):
        found.setdefault(row.game_id, []).append(_figure(row))
    return found


def _told(result: MatchResult) -> Mapping[_Key, Sequence[float]]:
    """What a match says; whoever had several seats in it has a number of each."""
    told: dict[_Key, list[float]] = {}
    for key, number in _each(result):
        told.setdefault(key, []).append(number)
    return told


def _each(result: MatchResult) -> Iterator[tuple[_Key, float]]:
    for seat in result.seats:
        for name, number in seat.statistics.items():
            yield (seat.player_id, name), number


def _find(connection: Connection, key: LeaderboardKey, players: Collection[str]) -> dict[_Key, Figure]:
    asked = {"of_universe": key.universe, "of_game": key.game_id, "players": sorted(players)}
    return {(row.player_id, row.name): _figure(row) for row in connection.execute(_FIND, asked)}


def _figure(row: Row[Any]) -> Figure:
    return Figure(row.name, row.sum, row.least, row.most)


def _values(figure: Figure) -> dict[str, float]:
    return {"sum": figure.sum, "least": figure.least, "most": figure.most}
