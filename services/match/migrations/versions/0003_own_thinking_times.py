"""Turns say when their clock began, so that each of those who left together is charged their own thinking time."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("turns", sa.Column("began_at_ms", sa.BigInteger, nullable=False, server_default="0"))
    op.execute("UPDATE turns SET began_at_ms = at_ms - thinking_ms")
    op.drop_column("turns", "thinking_ms")


def downgrade() -> None:
    op.add_column("turns", sa.Column("thinking_ms", sa.BigInteger, nullable=False, server_default="0"))
    op.execute("UPDATE turns SET thinking_ms = at_ms - began_at_ms")
    op.drop_column("turns", "began_at_ms")
