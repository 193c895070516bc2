"""Tournaments that anybody of their universe may join."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.add_column("tournaments", sa.Column("is_open", sa.Boolean, nullable=False, server_default=sa.false()))


def downgrade() -> None:
    with op.batch_alter_table("tournaments") as changed_table:
        changed_table.drop_column("is_open")
