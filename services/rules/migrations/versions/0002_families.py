"""Games say whose family they are; those from before are variations."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    family = sa.Column("family", sa.String(length=32), nullable=False, server_default="variations")
    op.add_column("games", family)


def downgrade() -> None:
    op.drop_column("games", "family")
