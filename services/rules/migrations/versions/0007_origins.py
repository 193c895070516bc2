"""A game knows the one that it was made from."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("games", sa.Column("origin_id", sa.String(length=26), nullable=False, server_default=""))


def downgrade() -> None:
    op.drop_column("games", "origin_id")
