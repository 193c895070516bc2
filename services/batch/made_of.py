"""What tournaments are made of: it never changes once they have begun, and is kept in memory."""

from __future__ import annotations

from collections import OrderedDict, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Any

from sqlalchemy import BindParameter, Connection, Row, Select, bindparam, select

from services.batch import schema
from services.batch.model import PlayedRules, Player
from services.batch.rows import rules_of

_IDS: BindParameter[list[str]] = bindparam("ids", expanding=True)
_PLAYERS = select(schema.players).where(schema.players.c.tournament_id.in_(_IDS)).order_by("position")
_GAMES = select(schema.games).where(schema.games.c.tournament_id.in_(_IDS)).order_by("position")

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

    def of(self, connection: Connection, rows: Sequence[Row[Any]]) -> list[MadeOf]:
        """The players and the games of the tournaments of some rows. While one is inviting its players may change."""
        with self._lock:
            known, names = {row.id: self._known.get(row.id) for row in rows if row.status != "inviting"}, self._names
        missing = [row.id for row in rows if known.get(row.id) is None]
        players, games = (_by_tournament(connection, query, missing) for query in (_PLAYERS, _GAMES))
        found = []
        for row in rows:
            made_of = known.get(row.id)
            if made_of is None:
                made_of = self._made_of(row, players[row.id], games[row.id])
                self._keep(row, made_of, names)
            found.append(made_of)
        return found

    def rename(self, names: Mapping[str, str]) -> None:
        """Has people and bots be called otherwise from now on, by id, also where the old names are read still."""
        with self._lock:
            self._names = {**self._names, **names}
            self._known.clear()

    def _keep(self, row: Row[Any], made_of: MadeOf, names: Mapping[str, str]) -> None:
        """Keeps it if it does not change, unless somebody was renamed meanwhile: it may have the old name."""
        if row.status == "inviting":
            return
        with self._lock:
            if self._names is not names:
                return
            self._known[row.id] = made_of
            if len(self._known) > self._most:
                self._known.popitem(last=False)

    def _made_of(self, row: Row[Any], players: Sequence[Row[Any]], games: Sequence[Row[Any]]) -> MadeOf:
        asked = tuple(map(self._player, players))
        # Those who have not accepted are left out when it begins; what was cancelled before has not begun.
        has_begun = row.status != "inviting" and row.seen_at_ms
        out = {player for player in asked if has_begun and player.entry in {"invited", "declined"}}
        return MadeOf(
            tuple(player for player in asked if player not in out),
            tuple(map(rules_of, games)),
            tuple(player for player in asked if player in out),
        )

    def _player(self, row: Row[Any]) -> Player:
        called = self._names.get(row.player_id, row.name)
        if row.entry:
            return Player(row.player_id, called, "person", entry=row.entry)
        if row.name:
            return Player(row.player_id, called, "bot")
        name, kind = self._player_of(row.player_id)
        return Player(row.player_id, name, kind, row.seconds, row.simulations)  # type: ignore[arg-type]


def _by_tournament(
    connection: Connection, query: Select[Any], tournament_ids: Sequence[str]
) -> Mapping[str, list[Row[Any]]]:
    """The rows of some tournaments."""
    found: defaultdict[str, list[Row[Any]]] = defaultdict(list)
    for row in connection.execute(query, {"ids": tournament_ids}) if tournament_ids else ():
        found[row.tournament_id].append(row)
    return found
