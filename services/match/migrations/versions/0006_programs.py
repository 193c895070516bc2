"""The streams of bots that are connected."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "programs",
        sa.Column("id", sa.String(26), primary_key=True),
        sa.Column("controller_id", sa.String(64), nullable=False),
        sa.Column("accepting", sa.JSON(none_as_null=True)),
        sa.Column("expires_at_ms", sa.BigInteger, nullable=False),
    )
    op.create_index("programs_by_controller", "programs", ["controller_id"])


def downgrade() -> None:
    op.drop_table("programs")
