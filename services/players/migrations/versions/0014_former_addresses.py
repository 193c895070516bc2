"""Addresses by which people logged in before."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    op.create_table(
        "former_address",
        sa.Column("address", sa.String(254), primary_key=True),
        sa.Column("player_id", sa.String(26), sa.ForeignKey("player.id"), nullable=False),
        sa.Column("ends_at_ms", sa.BigInteger, nullable=False),
    )
    op.create_index("former_address_by_player", "former_address", ["player_id"])
    op.create_index("former_address_by_end", "former_address", ["ends_at_ms"])


def downgrade() -> None:
    op.drop_table("former_address")
