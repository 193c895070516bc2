"""What tournaments are made of: it never changes once they have begun, and is kept in memory."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from threading import Lock
from typing import Any

from sqlalchemy import Connection, Row, bindparam, select

from services.batch import schema
from services.batch.model import PlayedRules, Player
from services.batch.rows import rules_of

_PLAYERS = select(schema.players).where(schema.players.c.tournament_id == bindparam("id")).order_by("position")
_GAMES = select(schema.games).where(schema.games.c.tournament_id == bindparam("id")).order_by("position")

PlayerOf = Callable[[str], tuple[str, str]]
"""Gives the name and the kind of a player of the house."""


@dataclass(frozen=True, slots=True)
class MadeOf:
    """The players and the games of a tournament, and who was asked and does not play."""

    players: tuple[Player, ...]
    games: tuple[PlayedRules, ...]
    left_out: tuple[Player, ...] = ()


class Fixed:
    """What tournaments are made of, which never changes, kept in memory for some of them.

    Threads that read share it with the one that writes.
    """

    def __init__(self, player_of: PlayerOf, most: int = 128) -> None:
        self._player_of = player_of
        self._most = most
        self._lock = Lock()
        self._known: OrderedDict[str, MadeOf] = OrderedDict()
        # Those who were renamed since this process began, by id: few. With each a new mapping, never changed.
        self._names: Mapping[str, str] = {}

    def of(self, connection: Connection, row: Row[Any]) -> MadeOf:
        """The players and the games of the tournament of a row. While it is inviting its players may change."""
        tournament_id: str = row.id
        if row.status == "inviting":
            return MadeOf(self._all_players(connection, tournament_id), _games(connection, tournament_id))
        with self._lock:
            known, names = self._known.get(tournament_id), self._names
        if known is not None:
            return known
        asked = self._all_players(connection, tournament_id)
        # Those who have not accepted are left out when it begins; what was cancelled before has not begun.
        out = {player for player in asked if row.seen_at_ms and player.entry in {"invited", "declined"}}
        made_of = MadeOf(
            tuple(player for player in asked if player not in out),
            _games(connection, tournament_id),
            tuple(player for player in asked if player in out),
        )
        self._keep(tournament_id, made_of, names)
        return made_of

    def rename(self, names: Mapping[str, str]) -> None:
        """Has people and bots be called otherwise from now on, by id, also where the old names are read still."""
        with self._lock:
            self._names = {**self._names, **names}
            self._known.clear()

    def _keep(self, tournament_id: str, made_of: MadeOf, names: Mapping[str, str]) -> None:
        """Keeps it, unless somebody was renamed meanwhile: it may have been made with the old name."""
        with self._lock:
            if self._names is not names:
                return
            self._known[tournament_id] = made_of
            if len(self._known) > self._most:
                self._known.popitem(last=False)

    def _all_players(self, connection: Connection, tournament_id: str) -> tuple[Player, ...]:
        return tuple(self._player(row) for row in connection.execute(_PLAYERS, {"id": tournament_id}))

    def _player(self, row: Row[Any]) -> Player:
        called = self._names.get(row.player_id, row.name)
        if row.entry:
            return Player(row.player_id, called, "person", entry=row.entry)
        if row.name:
            return Player(row.player_id, called, "bot")
        name, kind = self._player_of(row.player_id)
        return Player(row.player_id, name, kind, row.seconds, row.simulations)  # type: ignore[arg-type]


def _games(connection: Connection, tournament_id: str) -> tuple[PlayedRules, ...]:
    return tuple(map(rules_of, connection.execute(_GAMES, {"id": tournament_id})))
