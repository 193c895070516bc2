"""Moves that wait for a pause to end, and seats that leave together."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("matches", sa.Column("pause_ms", sa.Integer, nullable=False, server_default="0"))
    op.add_column("matches", sa.Column("pause_ends_at_ms", sa.BigInteger))
    op.create_index("matches_paused", "matches", ["pause_ends_at_ms"])
    with op.batch_alter_table("turns") as turns:
        turns.alter_column("seat", new_column_name="seats", type_=sa.String(64), existing_type=sa.String(16))


def downgrade() -> None:
    with op.batch_alter_table("turns") as turns:
        turns.alter_column("seats", new_column_name="seat", type_=sa.String(16), existing_type=sa.String(64))
    op.drop_index("matches_paused", "matches")
    op.drop_column("matches", "pause_ends_at_ms")
    op.drop_column("matches", "pause_ms")
