"""Skill over time, by player and game, from the seats of the matches that were rated."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "history",
        sa.Column("universe", sa.String(length=26), nullable=False),
        sa.Column("game_id", sa.String(length=26), nullable=False),
        sa.Column("player_id", sa.String(length=26), nullable=False),
        sa.Column("ended_at_ms", sa.BigInteger(), nullable=False),
        sa.Column("match_id", sa.String(length=26), nullable=False),
        sa.Column("mu", sa.Double(), nullable=False),
        sa.Column("sigma", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.match_id"]),
        sa.PrimaryKeyConstraint("universe", "game_id", "player_id", "ended_at_ms", "match_id"),
    )
    # Whoever sat in several seats has the same skill in each.
    op.execute(
        "INSERT INTO history (universe, game_id, player_id, ended_at_ms, match_id, mu, sigma)"
        " SELECT DISTINCT m.universe, m.game_id, s.player_id, m.ended_at_ms, m.match_id, s.mu_after, s.sigma_after"
        " FROM matches AS m JOIN seats AS s ON s.match_id = m.match_id WHERE s.mu_after IS NOT NULL"
    )


def downgrade() -> None:
    op.drop_table("history")
