"""Sessions that have ended are remembered until none of their access tokens lasts."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.create_table(
        "ended_session",
        sa.Column("session_id", sa.String(26), primary_key=True),
        sa.Column("ended_at_ms", sa.BigInteger, nullable=False),
    )
    op.create_index("ended_session_by_end", "ended_session", ["ended_at_ms"])


def downgrade() -> None:
    op.drop_table("ended_session")
