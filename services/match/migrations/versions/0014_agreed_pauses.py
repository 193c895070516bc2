"""Pauses by agreement: until when one is asked for, and what was left of the clock when one began."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None

_COLUMNS = ("question_ends_at_ms", "elapsed_ms", "left_ms")


def upgrade() -> None:
    for column in _COLUMNS:
        op.add_column("turns", sa.Column(column, sa.BigInteger))


def downgrade() -> None:
    with op.batch_alter_table("turns") as turns:
        for column in _COLUMNS:
            turns.drop_column(column)
