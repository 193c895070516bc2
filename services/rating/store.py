"""The rating service's database: a match is applied in one transaction, once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
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
_COUNT_MATCH = (
    update(boards)
    .where(*of_board(boards))
    .values(matches=boards.c.matches + 1, drawn=boards.c.drawn + bindparam("tied", type_=Double))
)
_LOCK_BOARD = select(boards).where(*of_board(boards)).with_for_update()
_FIND_RECORDS = select(records).where(*of_board(records), records.c.player_id.in_(bindparam("players", expanding=True)))
_CHANGE_RECORD = update(records).where(*of_board(records), records.c.player_id == bindparam("of_player"))


def apply(connection: Connection, result: MatchResult, *, now_ms: int) -> bool:
    """Applies a match that has ended: ratings, statistics, figures, history.

    Returns:
        Whether a leaderboard has changed: not where the match is not rated, or was applied before.
    """
    if not is_first(connection, inbox, result.event_id, now_ms=now_ms) or not _enter(connection, result, now_ms):
        return False
    if not result.rated:
        _enter_seats(connection, result, {}, {})
        return False
    key = LeaderboardKey(result.universe, result.game_id)
    board = _lock(connection, key)
    players = {seat.player_id for seat in result.seats}
    known = find_records(connection, key, players)
    before = {player: known.get(player, Record()) for player in players}
    after = settle(result, before)
    for player, record in after.items():
        _keep(connection, key, player, record, is_new=player not in known)
    _enter_seats(connection, result, before, after)
    _enter_history(connection, result, after)
    figures.keep(connection, result)
    ranked, skills = sides(result), {player: record.skill for player, record in before.items()}
    pairs.keep(connection, result, meetings(ranked, skills, drawn_share(board.matches, board.drawn)))
    connection.execute(_COUNT_MATCH, {**key_values(key), "tied": tied_share(ranked)})
    return True


def cursor(connection: Connection, source: str) -> str:
    """How far `source` has been asked; "" for not at all."""
    return connection.execute(select(cursors.c.cursor).where(cursors.c.source == source)).scalar() or ""


def move_cursor(connection: Connection, source: str, to: str) -> None:
    """Notes how far `source` has been asked."""
    insert_or_ignore(connection, cursors, source=source, cursor=to)
    connection.execute(update(cursors).where(cursors.c.source == source).values(cursor=to))


def _enter(connection: Connection, result: MatchResult, now_ms: int) -> bool:
    """Enters a match, unless it is there: told under another event's id, it is the same match."""
    return insert_or_ignore(
        connection,
        matches,
        match_id=result.match_id,
        universe=result.universe,
        game_id=result.game_id,
        rated=result.rated,
        chaos=result.chaos,
        started_at_ms=result.started_at_ms,
        ended_at_ms=result.ended_at_ms,
        applied_at_ms=now_ms,
    )


def _enter_seats(
    connection: Connection, result: MatchResult, before: Mapping[str, Record], after: Mapping[str, Record]
) -> None:
    connection.execute(
        _ADD_SEATS,
        [
            {
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
            for position, seat in enumerate(result.seats)
        ],
    )


def _enter_history(connection: Connection, result: MatchResult, after: Mapping[str, Record]) -> None:
    connection.execute(
        _ADD_HISTORY,
        [
            {
                "universe": result.universe,
                "game_id": result.game_id,
                "player_id": player,
                "ended_at_ms": result.ended_at_ms,
                "match_id": result.match_id,
                "mu": record.skill.mu,
                "sigma": record.skill.sigma,
            }
            for player, record in after.items()
        ],
    )


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
