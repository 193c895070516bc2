"""Players who were erased."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    op.create_table(
        "erasure",
        sa.Column("position", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("player_id", sa.String(26), sa.ForeignKey("player.id"), nullable=False, unique=True),
        sa.Column("name", sa.String(30), nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("erasure")
