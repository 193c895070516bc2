"""Players can be suspended; what Admins do is kept."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    # In place: a copy of the table could not take its place, for others refer to it.
    op.add_column("player", sa.Column("suspended_at_ms", sa.BigInteger))
    op.create_index("player_by_role", "player", ["role"])
    op.create_table(
        "audit",
        sa.Column("id", sa.String(26), primary_key=True),
        sa.Column("admin_id", sa.String(26), sa.ForeignKey("player.id"), nullable=False),
        sa.Column("player_id", sa.String(26), sa.ForeignKey("player.id"), nullable=False),
        sa.Column("action", sa.String(20), nullable=False),
        sa.Column("detail", sa.String(200), nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("audit")
    op.drop_index("player_by_role", "player")
    op.drop_column("player", "suspended_at_ms")
