"""Of which tournament a match is a game."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    op.add_column("matches", sa.Column("tournament_id", sa.String(26), nullable=False, server_default=""))


def downgrade() -> None:
    with op.batch_alter_table("matches") as table:
        table.drop_column("tournament_id")
