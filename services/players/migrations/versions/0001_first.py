"""Players, codes, sessions, mail; and Random, who is always there."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    player = op.create_table(
        "player",
        sa.Column("id", sa.String(26), primary_key=True),
        sa.Column("name", sa.String(30), nullable=False),
        sa.Column("name_key", sa.String(60), nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("role", sa.String(10), nullable=False),
        sa.Column("universe", sa.String(26), nullable=False),
        sa.Column("email", sa.String(254), unique=True),
        sa.Column("created_at_ms", sa.BigInteger, nullable=False),
        sa.UniqueConstraint("universe", "name_key"),
    )
    op.create_table(
        "code",
        sa.Column("address", sa.String(254), primary_key=True),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("expires_at_ms", sa.BigInteger, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("window_started_at_ms", sa.BigInteger, nullable=False),
        sa.Column("sent_in_window", sa.Integer, nullable=False),
    )
    op.create_table(
        "session",
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("player_id", sa.String(26), sa.ForeignKey("player.id"), nullable=False),
        sa.Column("created_at_ms", sa.BigInteger, nullable=False),
        sa.Column("expires_at_ms", sa.BigInteger, nullable=False),
        sa.Index("session_by_player", "player_id"),
    )
    op.create_table(
        "mail",
        sa.Column("id", sa.String(26), primary_key=True),
        sa.Column("to", sa.String(254), nullable=False),
        sa.Column("subject", sa.String(200), nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("sent_at_ms", sa.BigInteger, nullable=False),
    )
    op.bulk_insert(
        player,
        [
            {
                "id": "00000000000000000000000001",
                "name": "Random",
                "name_key": "random",
                "kind": "random",
                "role": "persona",
                "universe": "",
                "email": None,
                "created_at_ms": 0,
            }
        ],
    )


def downgrade() -> None:
    for table in ("mail", "session", "code", "player"):
        op.drop_table(table)
