"""How long games are; those that are there already are told to be measured when the service starts."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("games", sa.Column("turns", sa.Integer(), nullable=False, server_default="-1"))
    op.create_index("games_by_length", "games", ["turns", "id"], unique=False)
    op.create_table(
        "outbox",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("subject", sa.String(255), nullable=False),
        sa.Column("payload", sa.LargeBinary(), nullable=False),
        sa.Column("traceparent", sa.String(64), nullable=False),
        sa.Column("created_at_ms", sa.BigInteger(), nullable=False),
    )


def downgrade() -> None:
    op.drop_table("outbox")
    op.drop_index("games_by_length", "games")
    with op.batch_alter_table("games") as games:
        games.drop_column("turns")
