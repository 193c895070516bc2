"""What leaderboards are ordered by: the rating and the top burst together."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

BOARD = ("universe", "game_id")


def upgrade() -> None:
    op.add_column("records", sa.Column("level", sa.Double, nullable=False, server_default="0"))
    op.execute("UPDATE records SET level = rating + top_burst")
    op.drop_index("records_by_place", table_name="records")
    by_level = [*BOARD, "level", "rating", "seniority", "player_id"]
    op.create_index("records_by_level", "records", by_level, if_not_exists=True)


def downgrade() -> None:
    op.drop_index("records_by_level", table_name="records")
    op.create_index("records_by_place", "records", [*BOARD, "rating", "top_burst", "seniority", "player_id"])
    op.drop_column("records", "level")
