"""What is said about matches."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "chat_rooms",
        sa.Column("match_id", sa.String(26), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("room", sa.String(8), primary_key=True),
        sa.Column("count", sa.Integer, nullable=False),
    )
    op.create_table(
        "chat_messages",
        sa.Column("match_id", sa.String(26), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("room", sa.String(8), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("player_id", sa.String(26), nullable=False),
        sa.Column("player_name", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("request_id", sa.String(64), nullable=False),
    )
    op.create_index("chat_messages_by_request", "chat_messages", ["player_id", "request_id"], unique=True)
    op.create_index("chat_messages_by_time", "chat_messages", ["player_id", "at_ms"])
    op.create_table(
        "chat_mutes",
        sa.Column("player_id", sa.String(26), primary_key=True),
        sa.Column("muted_id", sa.String(26), primary_key=True),
        sa.Column("since_ms", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "chat_reports",
        sa.Column("id", sa.String(26), primary_key=True),
        sa.Column("match_id", sa.String(26), nullable=False),
        sa.Column("room", sa.String(8), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("reporter_id", sa.String(26), nullable=False),
        sa.Column("reporter_name", sa.Text, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.ForeignKeyConstraint(
            ["match_id", "room", "number"], ["chat_messages.match_id", "chat_messages.room", "chat_messages.number"]
        ),
        sa.UniqueConstraint("match_id", "room", "number", "reporter_id"),
    )
    op.create_index("chat_reports_by_time", "chat_reports", ["reporter_id", "at_ms"])


def downgrade() -> None:
    """What was said is forgotten."""
    for table in ("chat_reports", "chat_mutes", "chat_messages", "chat_rooms"):
        op.drop_table(table)
