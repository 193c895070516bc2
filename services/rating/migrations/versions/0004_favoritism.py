"""What opponents were to each other, reckoned from the matches that were rated as if each had just been applied.

The formulas are the service's own: what is stored here goes on to be changed by them. The tables are this version's.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any

import sqlalchemy as sa
from alembic import op

from services.rating.favoritism import WINDOW, Meeting, Pair, drawn_share, meetings, tied_share
from services.rating.pairs import values
from services.rating.ranking import sides
from services.rating.result import MatchResult, SeatResult
from services.rating.skill import Skill

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

_ROWS_AT_ONCE = 1_000
# Applied in this order, as far as their times tell.
_SEATS_OF_A_BOARD = sa.text(
    "SELECT m.match_id, m.chaos, m.ended_at_ms, s.seat, s.player_id, s.kind, s.outcome, s.team, s.mu_before,"
    " s.sigma_before FROM matches AS m JOIN seats AS s ON s.match_id = m.match_id"
    " WHERE m.universe = :universe AND m.game_id = :game_id AND s.mu_before IS NOT NULL"
    " ORDER BY m.applied_at_ms, m.ended_at_ms, m.match_id, s.position"
)
_COUNT_DRAWN = sa.text("UPDATE boards SET drawn = :drawn WHERE universe = :universe AND game_id = :game_id")

_Board = dict[str, Any]
_When = tuple[int, str]
"""Of a match: when it ended, and its id."""


def upgrade() -> None:
    op.add_column("boards", sa.Column("drawn", sa.Double(), nullable=False, server_default="0"))
    _create_tables()
    connection = op.get_bind()
    for row in connection.execute(sa.text("SELECT universe, game_id FROM boards")).all():
        _fill(connection, {"universe": row.universe, "game_id": row.game_id})


def downgrade() -> None:
    op.drop_table("pairs")
    op.drop_table("meetings")
    op.drop_column("boards", "drawn")


def _create_tables() -> None:
    op.create_table(
        "meetings",
        sa.Column("universe", sa.String(length=26), nullable=False),
        sa.Column("game_id", sa.String(length=26), nullable=False),
        sa.Column("first_id", sa.String(length=26), nullable=False),
        sa.Column("second_id", sa.String(length=26), nullable=False),
        sa.Column("ended_at_ms", sa.BigInteger(), nullable=False),
        sa.Column("match_id", sa.String(length=26), nullable=False),
        sa.Column("won", sa.Double(), nullable=False),
        sa.Column("drawn", sa.Double(), nullable=False),
        sa.Column("expected_win", sa.Double(), nullable=False),
        sa.Column("expected_draw", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.match_id"]),
        sa.PrimaryKeyConstraint("universe", "game_id", "first_id", "second_id", "ended_at_ms", "match_id"),
    )
    op.create_table(
        "pairs",
        sa.Column("universe", sa.String(length=26), nullable=False),
        sa.Column("player_id", sa.String(length=26), nullable=False),
        sa.Column("other_id", sa.String(length=26), nullable=False),
        sa.Column("game_id", sa.String(length=26), nullable=False),
        sa.Column("together", sa.Integer(), nullable=False),
        sa.Column("favors", sa.Double(), nullable=False),
        sa.Column("last_match_at_ms", sa.BigInteger(), nullable=False),
        sa.Column("win_boost", sa.Double(), nullable=False),
        sa.Column("kick_back", sa.Double(), nullable=False),
        sa.Column("draw_boost", sa.Double(), nullable=False),
        sa.Column("preference", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("universe", "player_id", "other_id", "game_id"),
    )
    player = ("universe", "player_id")
    op.create_index("pairs_by_preference", "pairs", [*player, "preference", "game_id", "other_id"])
    op.create_index("pairs_by_game", "pairs", [*player, "game_id", "preference", "other_id"])


class _Together:
    """The matches of two opponents: how many, what one did for the other in them, and the last."""

    def __init__(self) -> None:
        self.count = 0
        self.favors = 0.0
        self.last: list[tuple[_When, Meeting]] = []

    def add(self, when: _When, meeting: Meeting) -> None:
        self.count += 1
        self.favors += meeting.favor
        self.last = sorted([*self.last, (when, meeting)], key=lambda item: item[0])[-WINDOW:]

    def rows(self, pair: Pair) -> Iterator[dict[str, Any]]:
        """What follows for either."""
        last = [meeting for _, meeting in self.last]
        for (player, other), sign, seen in (
            (pair, 1, last),
            (pair[::-1], -1, [meeting.turned() for meeting in last]),
        ):
            yield {
                "player_id": player,
                "other_id": other,
                "together": self.count,
                "favors": sign * self.favors,
                "last_match_at_ms": self.last[-1][0][0],
                **values(seen),
            }


def _fill(connection: sa.Connection, board: _Board) -> None:
    """Makes what is kept of one board."""
    pairs: dict[Pair, _Together] = {}
    played, drawn = 0, 0.0
    for match, before in _matches(connection, board):
        ranked, when = sides(match), (match.ended_at_ms, match.match_id)
        for pair, meeting in meetings(ranked, before, drawn_share(played, drawn)).items():
            pairs.setdefault(pair, _Together()).add(when, meeting)
        played, drawn = played + 1, drawn + tied_share(ranked)
    last = ((pair, *each) for pair, seen in pairs.items() for each in seen.last)
    _insert(connection, "meetings", [{**board, **_meeting_row(when, pair, meeting)} for pair, when, meeting in last])
    _insert(connection, "pairs", [{**board, **row} for pair, seen in pairs.items() for row in seen.rows(pair)])
    connection.execute(_COUNT_DRAWN, {**board, "drawn": drawn})


def _matches(connection: sa.Connection, board: _Board) -> Iterator[tuple[MatchResult, dict[str, Skill]]]:
    """The rated matches of a board, with the skills before them."""
    # Of this statement alone: what is read by the piece cannot write.
    rows = connection.execute(_SEATS_OF_A_BOARD, board, execution_options={"yield_per": _ROWS_AT_ONCE})
    for match_id, seated in groupby(rows, key=lambda row: row.match_id):
        seats = list(seated)
        match = MatchResult(
            event_id="",
            match_id=match_id,
            rated=True,
            started_at_ms=0,
            ended_at_ms=seats[0].ended_at_ms,
            seats=tuple(SeatResult(s.seat, s.player_id, s.kind, s.outcome, s.team, 0, 0) for s in seats),
            chaos=seats[0].chaos,
            **board,
        )
        yield match, {seat.player_id: Skill(seat.mu_before, seat.sigma_before) for seat in seats}


def _meeting_row(when: _When, pair: Pair, meeting: Meeting) -> dict[str, Any]:
    return {
        "first_id": pair[0],
        "second_id": pair[1],
        "ended_at_ms": when[0],
        "match_id": when[1],
        "won": meeting.result.win,
        "drawn": meeting.result.draw,
        "expected_win": meeting.expected.win,
        "expected_draw": meeting.expected.draw,
    }


def _insert(connection: sa.Connection, name: str, rows: list[dict[str, Any]]) -> None:
    if rows:
        connection.execute(sa.insert(sa.table(name, *map(sa.column, rows[0]))), rows)
