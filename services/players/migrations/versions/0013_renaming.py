"""Players whom an Admin has renamed."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    op.create_table(
        "renaming",
        sa.Column("position", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("player_id", sa.String(26), sa.ForeignKey("player.id"), nullable=False, unique=True),
        sa.Column("name", sa.String(30), nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("renaming")
