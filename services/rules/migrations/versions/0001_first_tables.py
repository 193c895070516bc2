"""The rules service's first tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "creators",
        sa.Column("player_id", sa.String(length=26), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("player_id"),
    )
    op.create_table(
        "games",
        sa.Column("id", sa.String(length=26), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("unique_name", sa.Text(), nullable=True),
        sa.Column("unique_digest", sa.String(length=64), nullable=True),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("rule_set", sa.Text(), nullable=False),
        sa.Column("seats", sa.Text(), nullable=False),
        sa.Column("creator_id", sa.String(length=26), nullable=False),
        sa.Column("request_id", sa.String(length=64), nullable=True),
        sa.Column("created_at_ms", sa.BigInteger(), nullable=False),
        sa.Column("listed", sa.Boolean(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("creator_id", "request_id"),
        sa.UniqueConstraint("unique_digest"),
        sa.UniqueConstraint("unique_name"),
    )
    op.create_index("games_in_order", "games", ["position", "unique_name", "id"], unique=False)


def downgrade() -> None:
    op.drop_index("games_in_order", table_name="games")
    op.drop_table("games")
    op.drop_table("creators")
