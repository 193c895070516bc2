"""What follows on a match."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "rematches",
        sa.Column("match_id", sa.String(26), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("next_id", sa.String(26), nullable=False),
    )


def downgrade() -> None:
    op.drop_table("rematches")
