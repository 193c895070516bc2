"""The rating service's database: matches are applied in one transaction, each once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple
from typing import Any

from sqlalchemy import Connection, Double, Row, Table, bindparam, insert, select, update

from services.kit.database import insert_or_ignore
from services.kit.inbox import is_first
from services.rating import figures, pairs
from services.rating.favoritism import drawn_share, meetings, tied_share
from services.rating.leaderboard import LeaderboardKey
from services.rating.ranking import sides
from services.rating.record import Record
from services.rating.result import MatchResult
from services.rating.schema import boards, cursors, history, inbox, matches, records, seats
from services.rating.settlement import settle
from services.rating.skill import Skill


def of_board(table: Table) -> tuple[Any, Any]:
    """The rows of a board, which is given as `key_values`."""
    return table.c.universe == bindparam("of_universe"), table.c.game_id == bindparam("of_game")


# Made once: to make a statement costs more than to run it.
_ADD_SEATS, _ADD_RECORD, _ADD_HISTORY = insert(seats), insert(records), insert(history)
_ADD_HEARD, _ADD_MATCHES = insert(inbox), insert(matches)
_COUNT_MATCHES = (
    update(boards)
    .where(*of_board(boards))
    .values(matches=bindparam("now_matches"), drawn=bindparam("now_drawn", type_=Double))
)
_HEARD = select(inbox.c.event_id).where(inbox.c.event_id.in_(bindparam("ids", expanding=True)))
_ENTERED = select(matches.c.match_id).where(matches.c.match_id.in_(bindparam("ids", expanding=True)))
_AT_ONCE = 500
_LOCK_BOARD = select(boards).where(*of_board(boards)).with_for_update()
_FIND_RECORDS = select(records).where(*of_board(records), records.c.player_id.in_(bindparam("players", expanding=True)))
_CHANGE_RECORD = update(records).where(*of_board(records), records.c.player_id == bindparam("of_player"))


def apply(connection: Connection, result: MatchResult, *, now_ms: int) -> bool:
    """Applies a match that has ended: ratings, statistics, figures, history.

    Returns:
        Whether a leaderboard has changed: not where the match is not rated, or was applied before.
    """
    return bool(apply_all(connection, [result], now_ms=now_ms))


def apply_all(connection: Connection, results: Sequence[MatchResult], *, now_ms: int) -> set[LeaderboardKey]:
    """Applies matches in their order, as if one after the other.

    Each leaderboard is read once and written once, whatever there is to apply.

    Returns:
        The leaderboards that have changed: not by matches that are not rated, or were applied before.
    """
    by_board: dict[LeaderboardKey, list[MatchResult]] = {}
    for result in results:
        if result.rated:
            by_board.setdefault(LeaderboardKey(result.universe, result.game_id), []).append(result)
        elif is_first(connection, inbox, result.event_id, now_ms=now_ms) and _enter(connection, result, now_ms):
            connection.execute(_ADD_SEATS, list(_seat_rows(result, {}, {})))
    # In one order, so that no two units of work wait for each other.
    return {key for key in sorted(by_board, key=astuple) if _apply_to(connection, key, by_board[key], now_ms)}


def _apply_to(connection: Connection, key: LeaderboardKey, results: Sequence[MatchResult], now_ms: int) -> bool:
    """Applies rated matches of one board; whether any of them is new."""
    row = _lock(connection, key)
    fresh = _fresh(connection, results)
    if not fresh:
        return False
    board = _Board(connection, key, row, fresh)
    for result in fresh:
        board.apply(result)
    connection.execute(_ADD_HEARD, [{"event_id": result.event_id, "heard_at_ms": now_ms} for result in fresh])
    connection.execute(_ADD_MATCHES, [_match_row(result, now_ms) for result in fresh])
    board.write(connection)
    return True


class _Board:
    """A leaderboard while matches are applied to it: what they change is kept here, and written at the end.

    Args:
        connection: from which it is read.
        key: which it is.
        row: of the board, which is locked.
        results: that are going to be applied.
    """

    def __init__(
        self, connection: Connection, key: LeaderboardKey, row: Row[Any], results: Sequence[MatchResult]
    ) -> None:
        self._key = key
        self._matches, self._drawn, self._of_board = row.matches, row.drawn, key_values(key)
        players = {seat.player_id for result in results for seat in result.seats}
        self._records = find_records(connection, key, players)
        self._known = frozenset(self._records)
        self._pairs = pairs.Pairs(connection, key, players)
        self._figures = figures.Figures(connection, key, results)
        self._seats: list[dict[str, Any]] = []
        self._history: list[dict[str, Any]] = []

    def apply(self, result: MatchResult) -> None:
        """Applies a match."""
        players = dict.fromkeys(seat.player_id for seat in result.seats)
        before = {player: self._records.get(player, Record()) for player in players}
        after = settle(result, before)
        ranked, skills = sides(result), {player: record.skill for player, record in before.items()}
        self._pairs.add(result, meetings(ranked, skills, drawn_share(self._matches, self._drawn)))
        self._figures.add(result)
        self._records.update(after)
        self._seats.extend(_seat_rows(result, before, after))
        self._history.extend(_history_rows(result, after))
        self._matches += 1
        self._drawn += tied_share(ranked)

    def write(self, connection: Connection) -> None:
        """Writes all that has changed."""
        connection.execute(_ADD_SEATS, self._seats)
        connection.execute(_ADD_HISTORY, self._history)
        changed = dict.fromkeys(row["player_id"] for row in self._history)
        for player in changed:
            _keep(connection, self._key, player, self._records[player], is_new=player not in self._known)
        self._pairs.write(connection)
        self._figures.write(connection)
        connection.execute(_COUNT_MATCHES, {**self._of_board, "now_matches": self._matches, "now_drawn": self._drawn})


def cursor(connection: Connection, source: str) -> str:
    """How far `source` has been asked; "" for not at all."""
    return connection.execute(select(cursors.c.cursor).where(cursors.c.source == source)).scalar() or ""


def move_cursor(connection: Connection, source: str, to: str) -> None:
    """Notes how far `source` has been asked."""
    insert_or_ignore(connection, cursors, source=source, cursor=to)
    connection.execute(update(cursors).where(cursors.c.source == source).values(cursor=to))


def _fresh(connection: Connection, results: Sequence[MatchResult]) -> list[MatchResult]:
    """Those that were not applied before: told under another event's id, one is the same match."""
    heard, entered = set[str](), set[str]()
    for start in range(0, len(results), _AT_ONCE):
        some = results[start : start + _AT_ONCE]
        heard |= set(connection.execute(_HEARD, {"ids": [result.event_id for result in some]}).scalars())
        entered |= set(connection.execute(_ENTERED, {"ids": [result.match_id for result in some]}).scalars())
    fresh = []
    for result in results:
        if result.event_id not in heard and result.match_id not in entered:
            heard.add(result.event_id)
            entered.add(result.match_id)
            fresh.append(result)
    return fresh


def _enter(connection: Connection, result: MatchResult, now_ms: int) -> bool:
    """Enters a match, unless it is there: told under another event's id, it is the same match."""
    return insert_or_ignore(connection, matches, **_match_row(result, now_ms))


def _match_row(result: MatchResult, now_ms: int) -> dict[str, Any]:
    return {
        "match_id": result.match_id,
        "universe": result.universe,
        "game_id": result.game_id,
        "rated": result.rated,
        "chaos": result.chaos,
        "started_at_ms": result.started_at_ms,
        "ended_at_ms": result.ended_at_ms,
        "applied_at_ms": now_ms,
    }


def _seat_rows(
    result: MatchResult, before: Mapping[str, Record], after: Mapping[str, Record]
) -> Iterator[dict[str, Any]]:
    for position, seat in enumerate(result.seats):
        yield {
            "match_id": result.match_id,
            "position": position,
            "seat": seat.seat,
            "player_id": seat.player_id,
            "kind": seat.kind,
            "outcome": seat.outcome,
            "team": seat.team,
            "turns": seat.turns,
            "thinking_ms": seat.thinking_ms,
            **_skill("before", before.get(seat.player_id)),
            **_skill("after", after.get(seat.player_id)),
        }


def _history_rows(result: MatchResult, after: Mapping[str, Record]) -> Iterator[dict[str, Any]]:
    for player, record in after.items():
        yield {
            "universe": result.universe,
            "game_id": result.game_id,
            "player_id": player,
            "number": record.played,
            "ended_at_ms": result.ended_at_ms,
            "match_id": result.match_id,
            "mu": record.skill.mu,
            "sigma": record.skill.sigma,
        }


def _skill(when: str, record: Record | None) -> dict[str, float | None]:
    skill = record.skill if record else None
    return {f"mu_{when}": skill.mu if skill else None, f"sigma_{when}": skill.sigma if skill else None}


def _lock(connection: Connection, key: LeaderboardKey) -> Row[Any]:
    """The board's row; other matches of this board wait until this one is applied."""
    insert_or_ignore(connection, boards, universe=key.universe, game_id=key.game_id, matches=0, drawn=0.0)
    return connection.execute(_LOCK_BOARD, key_values(key)).one()


def find_records(connection: Connection, key: LeaderboardKey, players: Iterable[str]) -> dict[str, Record]:
    """The records of those of `players` who have played."""
    rows = connection.execute(_FIND_RECORDS, {**key_values(key), "players": list(players)})
    return {row.player_id: record_of(row) for row in rows}


def _keep(connection: Connection, key: LeaderboardKey, player: str, record: Record, *, is_new: bool) -> None:
    values = {
        "mu": record.skill.mu,
        "sigma": record.skill.sigma,
        "rating": record.rating,
        "played": record.played,
        "won": record.won,
        "drawn": record.drawn,
        "lost": record.lost,
        "top_burst": record.top_burst,
        "level": record.level,
        "held_since_ms": record.held_since_ms,
        "seniority": -record.held_since_ms,
        "last_match_at_ms": record.last_match_at_ms,
        "turns": record.turns,
        "thinking_ms": record.thinking_ms,
    }
    if is_new:
        row = {"universe": key.universe, "game_id": key.game_id, "player_id": player}
        connection.execute(_ADD_RECORD, {**row, **values})
    else:
        connection.execute(_CHANGE_RECORD, {**key_values(key), "of_player": player, **values})


def record_of(row: Row[Any]) -> Record:
    """The record in a row."""
    return Record(
        skill=Skill(row.mu, row.sigma),
        played=row.played,
        won=row.won,
        drawn=row.drawn,
        lost=row.lost,
        top_burst=row.top_burst,
        held_since_ms=row.held_since_ms,
        last_match_at_ms=row.last_match_at_ms,
        turns=row.turns,
        thinking_ms=row.thinking_ms,
    )


def key_values(key: LeaderboardKey) -> dict[str, str]:
    """What `of_board` compares with."""
    return {"of_universe": key.universe, "of_game": key.game_id}
