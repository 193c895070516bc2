"""Matches, their record, and what is told of them."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "matches",
        sa.Column("id", sa.String(26), primary_key=True),
        sa.Column("game_id", sa.String(26), nullable=False),
        sa.Column("game_name", sa.Text, nullable=False),
        sa.Column("rule_set", sa.Text, nullable=False),
        sa.Column("digest", sa.Text, nullable=False),
        sa.Column("rules_version", sa.Integer, nullable=False),
        sa.Column("seed", sa.String(32), nullable=False),
        sa.Column("universe", sa.String(26), nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("seconds_per_turn", sa.Integer, nullable=False),
        sa.Column("created_at_ms", sa.BigInteger, nullable=False),
        sa.Column("started_at_ms", sa.BigInteger, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("status", sa.String(8), nullable=False),
        sa.Column("turn_started_at_ms", sa.BigInteger),
        sa.Column("due_at_ms", sa.BigInteger),
        sa.Column("handed_at_ms", sa.BigInteger, nullable=False),
        sa.Column("reason", sa.String(8)),
        sa.Column("ended_at_ms", sa.BigInteger),
    )
    op.create_index("matches_due", "matches", ["due_at_ms"])
    op.create_index("matches_listed", "matches", ["universe", "status", "id"])
    op.create_table(
        "seats",
        sa.Column("match_id", sa.String(26), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("slot", sa.Integer, primary_key=True),
        sa.Column("seat", sa.String(16), nullable=False),
        sa.Column("player_id", sa.String(26), nullable=False),
        sa.Column("player_name", sa.Text, nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("controller_id", sa.String(64), nullable=False),
        sa.Column("outcome", sa.String(4)),
        sa.Column("acting", sa.Boolean, nullable=False),
    )
    op.create_index("seats_by_player", "seats", ["player_id", "match_id"])
    op.create_index("seats_by_controller", "seats", ["controller_id", "acting", "match_id"])
    op.create_table(
        "turns",
        sa.Column("match_id", sa.String(26), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("seat", sa.String(16), nullable=False),
        sa.Column("moves", sa.JSON, nullable=False),
        sa.Column("left", sa.String(8)),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("thinking_ms", sa.BigInteger, nullable=False),
        sa.Column("automatic", sa.Boolean, nullable=False),
        sa.Column("versions", sa.JSON, nullable=False),
    )
    op.create_table(
        "proposals",
        sa.Column("match_id", sa.String(26), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("seat", sa.String(16), primary_key=True),
        sa.Column("moves", sa.JSON, nullable=False),
    )
    op.create_table(
        "answers",
        sa.Column("scope", sa.String(26), primary_key=True),
        sa.Column("caller_id", sa.String(64), primary_key=True),
        sa.Column("request_id", sa.String(64), primary_key=True),
        sa.Column("question", sa.String(32), nullable=False),
        sa.Column("answer", sa.LargeBinary, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
    )
    op.create_index("answers_by_age", "answers", ["at_ms"])
    op.create_table(
        "ended",
        sa.Column("position", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("match_id", sa.String(26), sa.ForeignKey("matches.id"), nullable=False, unique=True),
        sa.Column("payload", sa.LargeBinary, nullable=False),
    )
    counter = op.create_table(
        "ended_count",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("count", sa.BigInteger, nullable=False),
    )
    op.bulk_insert(counter, [{"id": 1, "count": 0}])
    op.create_table(
        "heartbeat",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "outbox",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("subject", sa.String(255), nullable=False),
        sa.Column("payload", sa.LargeBinary, nullable=False),
        sa.Column("traceparent", sa.String(64), nullable=False),
        sa.Column("created_at_ms", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    for table in ("outbox", "heartbeat", "ended_count", "ended", "answers", "proposals", "turns", "seats", "matches"):
        op.drop_table(table)
