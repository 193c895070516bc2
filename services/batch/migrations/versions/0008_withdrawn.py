"""People who have left a tournament that goes on."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.add_column("tournaments", sa.Column("withdrawn", sa.JSON, nullable=False, server_default=sa.text("'[]'")))


def downgrade() -> None:
    with op.batch_alter_table("tournaments") as changed_table:
        changed_table.drop_column("withdrawn")
