"""The numbers that games keep of their matches, by player."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "figures",
        sa.Column("universe", sa.String(length=26), nullable=False),
        sa.Column("game_id", sa.String(length=26), nullable=False),
        sa.Column("player_id", sa.String(length=26), nullable=False),
        sa.Column("name", sa.String(length=32), nullable=False),
        sa.Column("sum", sa.Double(), nullable=False),
        sa.Column("least", sa.Double(), nullable=False),
        sa.Column("most", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("universe", "game_id", "player_id", "name"),
    )


def downgrade() -> None:
    op.drop_table("figures")
