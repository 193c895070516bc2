"""Codes are found by the challenge of whoever asked for them; how much was asked for is counted apart."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.drop_table("code")
    op.create_table(
        "code",
        sa.Column("challenge", sa.String(64), primary_key=True),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("expires_at_ms", sa.BigInteger, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Index("code_by_end", "expires_at_ms"),
    )
    op.create_table(
        "allowance",
        sa.Column("key", sa.String(64), primary_key=True),
        sa.Column("taken", sa.Integer, nullable=False),
        sa.Column("ends_at_ms", sa.BigInteger, nullable=False),
        sa.Index("allowance_by_end", "ends_at_ms"),
    )


def downgrade() -> None:
    op.drop_table("allowance")
    op.drop_table("code")
    op.create_table(
        "code",
        sa.Column("address", sa.String(254), primary_key=True),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("expires_at_ms", sa.BigInteger, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("window_started_at_ms", sa.BigInteger, nullable=False),
        sa.Column("sent_in_window", sa.Integer, nullable=False),
    )
