"""Bots in tournaments: what they are called, and blocks of games that are matches."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("players", sa.Column("name", sa.Text, nullable=False, server_default=""))
    op.add_column("blocks", sa.Column("is_live", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_index(
        "blocks_live",
        "blocks",
        ["tournament_id"],
        sqlite_where=sa.text("is_live = 1 AND is_done = 0"),
        postgresql_where=sa.text("is_live AND NOT is_done"),
    )


def downgrade() -> None:
    op.drop_index("blocks_live", "blocks")
    for name, column in (("blocks", "is_live"), ("players", "name")):
        with op.batch_alter_table(name) as table:
            table.drop_column(column)
