"""The record is the lock: clocks, requests and what is kept back stand in the rows of `turns`."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

_HAS_REQUEST = sa.text("request_id IS NOT NULL")


def upgrade() -> None:
    _widen_turns()
    # A match that goes on has its clock in its last row: that of its opening, where nothing has been done yet.
    op.execute(
        "INSERT INTO turns (match_id, number, event, seats, moves, at_ms, began_at_ms, automatic)"
        " SELECT id, 0, 'opening', '', '[]', started_at_ms, started_at_ms, false FROM matches"
        " WHERE status = 'running' AND NOT EXISTS (SELECT 1 FROM turns WHERE turns.match_id = matches.id)"
    )
    op.execute(
        "UPDATE turns SET (clock_started_at_ms, due_at_ms, pause_ends_at_ms) ="
        " (SELECT turn_started_at_ms, matches.due_at_ms, matches.pause_ends_at_ms"
        " FROM matches WHERE matches.id = turns.match_id)"
        " WHERE number = (SELECT max(number) FROM turns AS others WHERE others.match_id = turns.match_id)"
    )
    _move_proposals()
    op.drop_table("proposals")
    _change_matches()
    with op.batch_alter_table("seats") as seats:
        seats.drop_index("seats_by_controller")
        seats.drop_column("acting")
        seats.add_column(sa.Column("open", sa.Boolean, nullable=False, server_default=sa.false()))
    op.execute("UPDATE seats SET open = true WHERE match_id IN (SELECT id FROM matches WHERE status = 'running')")
    op.create_index("seats_by_controller", "seats", ["controller_id", "open", "match_id"])
    _keep_answers_to_makers()
    op.drop_table("heartbeat")
    op.create_table(
        "replicas",
        sa.Column("id", sa.String(26), primary_key=True),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "silences",
        sa.Column("from_ms", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("to_ms", sa.BigInteger, nullable=False),
    )


def _widen_turns() -> None:
    with op.batch_alter_table("turns") as turns:
        turns.add_column(sa.Column("event", sa.String(8), nullable=False, server_default="moves"))
        turns.add_column(sa.Column("clock_started_at_ms", sa.BigInteger))
        turns.add_column(sa.Column("due_at_ms", sa.BigInteger))
        turns.add_column(sa.Column("pause_ends_at_ms", sa.BigInteger))
        turns.add_column(sa.Column("caller_id", sa.String(64)))
        turns.add_column(sa.Column("request_id", sa.String(64)))
        turns.add_column(sa.Column("question", sa.String(32)))
        turns.alter_column("versions", existing_type=sa.JSON, nullable=True)
    op.execute("UPDATE turns SET event = 'left' WHERE \"left\" IS NOT NULL")
    op.create_index(
        "turns_by_request",
        "turns",
        ["match_id", "caller_id", "request_id"],
        unique=True,
        sqlite_where=_HAS_REQUEST,
        postgresql_where=_HAS_REQUEST,
    )


def _move_proposals() -> None:
    """What was kept back is in the record from now on, behind the last turn and with its clock."""
    op.execute(
        "INSERT INTO turns (match_id, number, event, seats, moves, at_ms, began_at_ms, automatic, versions,"
        " clock_started_at_ms, due_at_ms, pause_ends_at_ms)"
        " SELECT proposals.match_id, turns.number + (SELECT count(*) FROM proposals AS earlier"
        " WHERE earlier.match_id = proposals.match_id AND earlier.seat <= proposals.seat), 'kept', proposals.seat,"
        " proposals.moves, turns.at_ms, turns.at_ms, false, turns.versions,"
        " turns.clock_started_at_ms, turns.due_at_ms, turns.pause_ends_at_ms"
        " FROM proposals JOIN turns ON turns.match_id = proposals.match_id"
        " AND turns.number = (SELECT max(number) FROM turns AS others WHERE others.match_id = proposals.match_id)"
    )


def _change_matches() -> None:
    op.add_column("matches", sa.Column("look_at_ms", sa.BigInteger))
    op.execute(
        "UPDATE matches SET look_at_ms ="
        " CASE WHEN pause_ends_at_ms < due_at_ms THEN pause_ends_at_ms ELSE due_at_ms END"
    )
    op.drop_index("matches_due", "matches")
    op.drop_index("matches_paused", "matches")
    with op.batch_alter_table("matches") as matches:
        for column in ("version", "turn_started_at_ms", "due_at_ms", "pause_ends_at_ms"):
            matches.drop_column(column)
    op.create_index("matches_to_look_at", "matches", ["look_at_ms"])


def _keep_answers_to_makers() -> None:
    """Moves are answered from the record."""
    op.drop_index("answers_by_age", "answers")
    op.rename_table("answers", "all_answers")
    _make_answers(with_scope=False)
    op.execute(
        "INSERT INTO answers (caller_id, request_id, question, answer, at_ms)"
        " SELECT caller_id, request_id, question, answer, at_ms FROM all_answers WHERE scope = ''"
    )
    op.drop_table("all_answers")


def _make_answers(*, with_scope: bool) -> None:
    op.create_table(
        "answers",
        *([sa.Column("scope", sa.String(26), primary_key=True)] if with_scope else []),
        sa.Column("caller_id", sa.String(64), primary_key=True),
        sa.Column("request_id", sa.String(64), primary_key=True),
        sa.Column("question", sa.String(32), nullable=False),
        sa.Column("answer", sa.LargeBinary, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
    )
    op.create_index("answers_by_age", "answers", ["at_ms"])


def downgrade() -> None:
    """Moves that are kept back are forgotten, and requests too."""
    op.drop_table("silences")
    op.drop_table("replicas")
    op.create_table(
        "heartbeat",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
    )
    op.drop_table("answers")
    _make_answers(with_scope=True)
    with op.batch_alter_table("seats") as seats:
        seats.drop_index("seats_by_controller")
        seats.drop_column("open")
        seats.add_column(sa.Column("acting", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_index("seats_by_controller", "seats", ["controller_id", "acting", "match_id"])
    op.drop_index("matches_to_look_at", "matches")
    with op.batch_alter_table("matches") as matches:
        matches.drop_column("look_at_ms")
        matches.add_column(sa.Column("version", sa.Integer, nullable=False, server_default="1"))
        matches.add_column(sa.Column("turn_started_at_ms", sa.BigInteger))
        matches.add_column(sa.Column("due_at_ms", sa.BigInteger))
        matches.add_column(sa.Column("pause_ends_at_ms", sa.BigInteger))
    op.create_index("matches_due", "matches", ["due_at_ms"])
    op.create_index("matches_paused", "matches", ["pause_ends_at_ms"])
    op.execute(
        "UPDATE matches SET (turn_started_at_ms, due_at_ms, pause_ends_at_ms) ="
        " (SELECT clock_started_at_ms, turns.due_at_ms, turns.pause_ends_at_ms"
        " FROM turns WHERE turns.match_id = matches.id"
        " AND number = (SELECT max(number) FROM turns AS others WHERE others.match_id = turns.match_id))"
    )
    op.create_table(
        "proposals",
        sa.Column("match_id", sa.String(26), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("seat", sa.String(16), primary_key=True),
        sa.Column("moves", sa.JSON, nullable=False),
    )
    op.execute("DELETE FROM turns WHERE event IN ('opening', 'kept')")
    op.execute("UPDATE turns SET versions = '{}' WHERE versions IS NULL")
    op.drop_index("turns_by_request", "turns")
    with op.batch_alter_table("turns") as turns:
        for column in ("event", "clock_started_at_ms", "due_at_ms", "pause_ends_at_ms"):
            turns.drop_column(column)
        for column in ("caller_id", "request_id", "question"):
            turns.drop_column(column)
        turns.alter_column("versions", existing_type=sa.JSON, nullable=False)
