"""What Admins hide of what was said."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None

_IS_HIDDEN = sa.text("hidden_at_ms IS NOT NULL")


def upgrade() -> None:
    op.add_column("chat_messages", sa.Column("hidden_at_ms", sa.BigInteger))
    op.create_index(
        "chat_messages_hidden",
        "chat_messages",
        ["match_id", "room", "number"],
        if_not_exists=True,
        sqlite_where=_IS_HIDDEN,
        postgresql_where=_IS_HIDDEN,
    )


def downgrade() -> None:
    """What was hidden goes: earlier releases would show it."""
    op.execute("UPDATE chat_messages SET text = '' WHERE hidden_at_ms IS NOT NULL")
    op.drop_index("chat_messages_hidden", "chat_messages")
    with op.batch_alter_table("chat_messages") as messages:
        messages.drop_column("hidden_at_ms")
