"""Sessions have ids, by which their owners end them, and say what opened them and when they were last used."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from ulid import ULID

revision = "0003"
down_revision = "0002"

LIFETIME_MS = 90 * 24 * 3_600_000
COLUMNS = (("id", sa.String(26)), ("label", sa.String(60)), ("used_at_ms", sa.BigInteger))


def upgrade() -> None:
    with op.batch_alter_table("session") as session:
        for name, kind in COLUMNS:
            session.add_column(sa.Column(name, kind))
    connection = op.get_bind()
    for digest in connection.scalars(sa.text("SELECT digest FROM session")).all():
        connection.execute(
            sa.text("UPDATE session SET id = :id, label = '', used_at_ms = expires_at_ms - :ms WHERE digest = :digest"),
            {"id": str(ULID()), "ms": LIFETIME_MS, "digest": digest},
        )
    with op.batch_alter_table("session") as session:
        for name, kind in COLUMNS:
            session.alter_column(name, existing_type=kind, nullable=False)
    op.create_index("session_by_id", "session", ["id"], unique=True)
    op.create_index("session_by_end", "session", ["expires_at_ms"])


def downgrade() -> None:
    op.drop_index("session_by_end", "session")
    op.drop_index("session_by_id", "session")
    with op.batch_alter_table("session") as session:
        for name, _ in COLUMNS:
            session.drop_column(name)
