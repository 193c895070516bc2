"""Who follows which match."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "attendance",
        sa.Column("match_id", sa.String(26), primary_key=True),
        sa.Column("controller_id", sa.String(64), primary_key=True),
        sa.Column("replica_id", sa.String(26), primary_key=True),
        sa.Column("is_seat", sa.Boolean, nullable=False),
        sa.Column("is_here", sa.Boolean, nullable=False),
        sa.Column("since_ms", sa.BigInteger, nullable=False),
    )
    op.create_index(
        "attendance_by_replica",
        "attendance",
        ["replica_id"],
        sqlite_where=sa.text("is_here = 1"),
        postgresql_where=sa.text("is_here"),
    )


def downgrade() -> None:
    op.drop_table("attendance")
