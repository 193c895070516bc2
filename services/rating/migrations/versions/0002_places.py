"""Indexes in the orders in which records are shown, so that a page of them is read and nothing is sorted."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

BOARD = ("universe", "game_id")
PLAYER = ("universe", "player_id")


def upgrade() -> None:
    op.add_column("records", sa.Column("seniority", sa.BigInteger, nullable=False, server_default="0"))
    op.execute("UPDATE records SET seniority = -held_since_ms")
    op.drop_index("records_by_rating", table_name="records")
    op.drop_index("records_by_player", table_name="records")
    op.create_index("records_by_place", "records", [*BOARD, "rating", "top_burst", "seniority", "player_id"])
    op.create_index("records_by_player", "records", [*PLAYER, "last_match_at_ms", "game_id"])


def downgrade() -> None:
    op.drop_index("records_by_player", table_name="records")
    op.drop_index("records_by_place", table_name="records")
    op.create_index("records_by_player", "records", [*PLAYER])
    op.create_index("records_by_rating", "records", [*BOARD, "rating", "held_since_ms"])
    op.drop_column("records", "seniority")
