"""Moves that are taken back: a row of the record says how many turns stand from there on."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("turns", sa.Column("standing", sa.Integer))


def downgrade() -> None:
    with op.batch_alter_table("turns") as turns:
        turns.drop_column("standing")
