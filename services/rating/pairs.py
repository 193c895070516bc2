"""What is kept of two opponents: their last matches, and what follows from them for either."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Row, bindparam, delete, insert, select, tuple_, update

from services.rating import schema
from services.rating.favoritism import WINDOW, Meeting, Pair, Shares, favoritism
from services.rating.leaderboard import LeaderboardKey
from services.rating.result import MatchResult

_Place = tuple[int, str]
"""When a match ended, and its id: the order of the meetings of a pair."""

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
_FORGET = delete(schema.meetings).where(
    _meetings.universe == bindparam("of_universe"),
    _meetings.game_id == bindparam("of_game"),
    _meetings.first_id == bindparam("of_first"),
    _meetings.second_id == bindparam("of_second"),
    tuple_(_meetings.ended_at_ms, _meetings.match_id)
    < tuple_(
        bindparam("since_ms", type_=_meetings.ended_at_ms.type), bindparam("since", type_=_meetings.match_id.type)
    ),
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


class Pairs:
    """What is kept of opponents in one game while matches are applied: read once, written at the end.

    Args:
        connection: from which it is read.
        key: the game in its universe.
        players: who is going to play.
    """

    def __init__(self, connection: Connection, key: LeaderboardKey, players: Collection[str]) -> None:
        self._connection = connection
        self._key = key
        self._known = _find(connection, key, players) if len(players) > 1 else {}
        self._last: dict[Pair, list[tuple[_Place, Meeting]]] = {}
        self._meetings: list[dict[str, Any]] = []
        self._now: dict[Pair, dict[str, Any]] = {}

    def add(self, result: MatchResult, met: Mapping[Pair, Meeting]) -> None:
        """Adds what a match was to each two opponents."""
        self._meetings.extend(_meeting_row(result, pair, meeting) for pair, meeting in met.items())
        for pair, meeting in met.items():
            last = self._with(pair, (result.ended_at_ms, result.match_id), meeting)
            self._now[pair] = self._row(pair, meeting, last, result.ended_at_ms)
            turned = [each.turned() for each in last]
            self._now[pair[::-1]] = self._row(pair[::-1], meeting.turned(), turned, result.ended_at_ms)

    def write(self, connection: Connection) -> None:
        """Writes all that has changed; meetings that count no more are forgotten."""
        if not self._meetings:
            return
        connection.execute(_ADD_MEETING, self._meetings)
        for (first, second), last in self._last.items():
            if len(last) == WINDOW:
                (since_ms, since), _ = last[-1]
                of_pair = {**_board(self._key), "of_first": first, "of_second": second}
                connection.execute(_FORGET, {**of_pair, "since_ms": since_ms, "since": since})
        for (player, other), row in self._now.items():
            of_pair = {**_board(self._key), "of_player": player, "of_other": other}
            connection.execute(_CHANGE if (player, other) in self._known else _ADD_PAIR, {**of_pair, **row})

    def _with(self, pair: Pair, place: _Place, meeting: Meeting) -> list[Meeting]:
        """The last meetings of a pair, one more among them; the latest first, whenever they were told."""
        if pair not in self._last:
            self._last[pair] = _last(self._connection, self._key, pair) if pair in self._known else []
        last = sorted([*self._last[pair], (place, meeting)], key=lambda each: each[0], reverse=True)[:WINDOW]
        self._last[pair] = last
        return [each for _, each in last]

    def _row(self, pair: Pair, meeting: Meeting, last: Sequence[Meeting], ended_at_ms: int) -> dict[str, Any]:
        """One player's side of a pair, when a meeting is added; `last` has it in it."""
        known = self._known.get(pair)
        stored = {name: getattr(known, name) for name in ("together", "favors", "last_match_at_ms")} if known else {}
        before = self._now.get(pair) or stored or {"together": 0, "favors": 0.0, "last_match_at_ms": 0}
        return {
            **values(last),
            "together": 1 + before["together"],
            "favors": meeting.favor + before["favors"],
            "last_match_at_ms": max(ended_at_ms, before["last_match_at_ms"]),
        }


def values(last: Sequence[Meeting]) -> dict[str, float]:
    """What a pair's row says of the last matches together."""
    shown = favoritism(last)
    return {
        "win_boost": shown.win_boost,
        "kick_back": shown.kick_back,
        "draw_boost": shown.draw_boost,
        "preference": shown.preference,
    }


def _find(connection: Connection, key: LeaderboardKey, players: Collection[str]) -> dict[Pair, Row[Any]]:
    rows = connection.execute(_FIND, {**_board(key), "players": sorted(players)})
    return {(row.player_id, row.other_id): row for row in rows}


def _last(connection: Connection, key: LeaderboardKey, pair: Pair) -> list[tuple[_Place, Meeting]]:
    """The last matches together, as the first of the pair has them."""
    first, second = pair
    rows = connection.execute(_LAST, {**_board(key), "of_first": first, "of_second": second})
    return [
        (
            (row.ended_at_ms, row.match_id),
            Meeting(Shares(row.won, row.drawn), Shares(row.expected_win, row.expected_draw)),
        )
        for row in rows
    ]


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
