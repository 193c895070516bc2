"""What people are designing is kept."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "drafts",
        sa.Column("id", sa.String(length=26), nullable=False),
        sa.Column("player_id", sa.String(length=26), nullable=False),
        sa.Column("request_id", sa.String(length=64), nullable=False),
        sa.Column("family", sa.String(length=32), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("game_id", sa.String(length=26), nullable=False),
        sa.Column("created_at_ms", sa.BigInteger(), nullable=False),
        sa.Column("changed_at_ms", sa.BigInteger(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("rule_set", sa.Text(), nullable=False),
        sa.Column("editing", sa.Text(), nullable=False),
        sa.Column("link", sa.String(length=43), nullable=True),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("link"),
        sa.UniqueConstraint("player_id", "request_id"),
    )


def downgrade() -> None:
    op.drop_table("drafts")
