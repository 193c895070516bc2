"""Admins hide games and set quotas; what they change is kept."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("games", sa.Column("hidden", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("creators", sa.Column("quota", sa.Integer(), nullable=True))
    op.add_column("creators", sa.Column("unlimited", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.create_table(
        "changes",
        sa.Column("id", sa.String(length=26), nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.Column("admin_id", sa.String(length=26), nullable=False),
        sa.Column("subject_id", sa.String(length=26), nullable=False),
        sa.Column("field", sa.String(length=16), nullable=False),
        sa.Column("before", sa.Text(), nullable=False),
        sa.Column("after", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )


def downgrade() -> None:
    op.drop_table("changes")
    op.drop_column("creators", "unlimited")
    op.drop_column("creators", "quota")
    op.drop_column("games", "hidden")
