"""Reports of what was said are dealt with."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("chat_reports", sa.Column("resolved_at_ms", sa.BigInteger))
    op.add_column("chat_reports", sa.Column("resolver_id", sa.String(26)))
    op.add_column("chat_reports", sa.Column("resolver_name", sa.Text))
    op.create_index(
        "chat_reports_open",
        "chat_reports",
        ["id"],
        sqlite_where=sa.text("resolved_at_ms IS NULL"),
        postgresql_where=sa.text("resolved_at_ms IS NULL"),
    )


def downgrade() -> None:
    """Every report waits for an Admin again."""
    op.drop_index("chat_reports_open", "chat_reports")
    with op.batch_alter_table("chat_reports") as reports:
        for column in ("resolver_name", "resolver_id", "resolved_at_ms"):
            reports.drop_column(column)
