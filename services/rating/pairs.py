"""What is kept of two opponents: each of their matches, and what follows from them for either."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Row, bindparam, insert, select, update

from services.rating import schema
from services.rating.favoritism import WINDOW, Meeting, Pair, Shares, favoritism
from services.rating.leaderboard import LeaderboardKey
from services.rating.result import MatchResult

_meetings, _pairs = schema.meetings.c, schema.pairs.c

# Made once: to make a statement costs more than to run it.
_ADD_MEETING = insert(schema.meetings)
_ADD_PAIR = insert(schema.pairs).values(
    universe=bindparam("of_universe"),
    game_id=bindparam("of_game"),
    player_id=bindparam("of_player"),
    other_id=bindparam("of_other"),
)
_LAST = (
    select(schema.meetings)
    .where(
        _meetings.universe == bindparam("of_universe"),
        _meetings.game_id == bindparam("of_game"),
        _meetings.first_id == bindparam("of_first"),
        _meetings.second_id == bindparam("of_second"),
    )
    .order_by(_meetings.ended_at_ms.desc(), _meetings.match_id.desc())
    .limit(WINDOW)
)
_FIND = select(schema.pairs).where(
    _pairs.universe == bindparam("of_universe"),
    _pairs.game_id == bindparam("of_game"),
    _pairs.player_id.in_(bindparam("players", expanding=True)),
    _pairs.other_id.in_(bindparam("players", expanding=True)),
)
_CHANGE = update(schema.pairs).where(
    _pairs.universe == bindparam("of_universe"),
    _pairs.game_id == bindparam("of_game"),
    _pairs.player_id == bindparam("of_player"),
    _pairs.other_id == bindparam("of_other"),
)


def keep(connection: Connection, result: MatchResult, met: Mapping[Pair, Meeting]) -> None:
    """Enters what a match was to each two opponents."""
    if not met:
        return
    key = LeaderboardKey(result.universe, result.game_id)
    connection.execute(_ADD_MEETING, [_meeting_row(result, pair, meeting) for pair, meeting in met.items()])
    known = _find(connection, key, met)
    for pair in met:
        last = _last(connection, key, pair)
        for (player, other), meeting, seen in (
            (pair, met[pair], last),
            (pair[::-1], met[pair].turned(), [each.turned() for each in last]),
        ):
            row = _pair_row(known.get((player, other)), meeting, seen, result.ended_at_ms)
            of_pair = {**_board(key), "of_player": player, "of_other": other}
            connection.execute(_CHANGE if (player, other) in known else _ADD_PAIR, {**of_pair, **row})


def values(last: Sequence[Meeting]) -> dict[str, float]:
    """What a pair's row says of the last matches together."""
    shown = favoritism(last)
    return {
        "win_boost": shown.win_boost,
        "kick_back": shown.kick_back,
        "draw_boost": shown.draw_boost,
        "preference": shown.preference,
    }


def _pair_row(known: Row[Any] | None, meeting: Meeting, last: Sequence[Meeting], ended_at_ms: int) -> dict[str, float]:
    """One player's side of a pair, when a meeting is added to what is `known`; `last` has it in it."""
    return {
        **values(last),
        "together": 1 + (known.together if known else 0),
        "favors": meeting.favor + (known.favors if known else 0.0),
        "last_match_at_ms": max(ended_at_ms, known.last_match_at_ms if known else 0),
    }


def _find(connection: Connection, key: LeaderboardKey, met: Mapping[Pair, Meeting]) -> dict[Pair, Row[Any]]:
    players = sorted({player for pair in met for player in pair})
    rows = connection.execute(_FIND, {**_board(key), "players": players})
    return {(row.player_id, row.other_id): row for row in rows}


def _last(connection: Connection, key: LeaderboardKey, pair: Pair) -> list[Meeting]:
    """The last matches together, as the first of the pair has them."""
    first, second = pair
    rows = connection.execute(_LAST, {**_board(key), "of_first": first, "of_second": second})
    return [Meeting(Shares(row.won, row.drawn), Shares(row.expected_win, row.expected_draw)) for row in rows]


def _meeting_row(result: MatchResult, pair: Pair, meeting: Meeting) -> dict[str, Any]:
    first, second = pair
    return {
        "universe": result.universe,
        "game_id": result.game_id,
        "first_id": first,
        "second_id": second,
        "ended_at_ms": result.ended_at_ms,
        "match_id": result.match_id,
        "won": meeting.result.win,
        "drawn": meeting.result.draw,
        "expected_win": meeting.expected.win,
        "expected_draw": meeting.expected.draw,
    }


def _board(key: LeaderboardKey) -> dict[str, str]:
    return {"of_universe": key.universe, "of_game": key.game_id}
