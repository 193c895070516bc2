"""What a tournament qualifies as Benchmark by. Of earlier ones nobody knows any more."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    for column in ("top_player_id", "favored_by_id"):
        op.add_column("tournaments", sa.Column(column, sa.String(26)))


def downgrade() -> None:
    with op.batch_alter_table("tournaments") as table:
        for column in ("favored_by_id", "top_player_id"):
            table.drop_column(column)
