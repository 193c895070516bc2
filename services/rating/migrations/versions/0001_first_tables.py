"""The rating service's first tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "boards",
        sa.Column("universe", sa.String(length=26), nullable=False),
        sa.Column("game_id", sa.String(length=26), nullable=False),
        sa.Column("matches", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("universe", "game_id"),
    )
    op.create_table(
        "cursors",
        sa.Column("source", sa.String(length=32), nullable=False),
        sa.Column("cursor", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("source"),
    )
    op.create_table(
        "inbox",
        sa.Column("event_id", sa.String(length=64), nullable=False),
        sa.Column("heard_at_ms", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("event_id"),
    )
    op.create_table(
        "matches",
        sa.Column("match_id", sa.String(length=26), nullable=False),
        sa.Column("universe", sa.String(length=26), nullable=False),
        sa.Column("game_id", sa.String(length=26), nullable=False),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.Column("chaos", sa.String(length=4), nullable=True),
        sa.Column("started_at_ms", sa.BigInteger(), nullable=False),
        sa.Column("ended_at_ms", sa.BigInteger(), nullable=False),
        sa.Column("applied_at_ms", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("match_id"),
    )
    op.create_index("matches_by_game", "matches", ["universe", "game_id", "ended_at_ms"], unique=False)
    op.create_table(
        "records",
        sa.Column("universe", sa.String(length=26), nullable=False),
        sa.Column("game_id", sa.String(length=26), nullable=False),
        sa.Column("player_id", sa.String(length=26), nullable=False),
        sa.Column("mu", sa.Double(), nullable=False),
        sa.Column("sigma", sa.Double(), nullable=False),
        sa.Column("rating", sa.Double(), nullable=False),
        sa.Column("played", sa.Integer(), nullable=False),
        sa.Column("won", sa.Integer(), nullable=False),
        sa.Column("drawn", sa.Integer(), nullable=False),
        sa.Column("lost", sa.Integer(), nullable=False),
        sa.Column("top_burst", sa.Double(), nullable=False),
        sa.Column("held_since_ms", sa.BigInteger(), nullable=False),
        sa.Column("last_match_at_ms", sa.BigInteger(), nullable=False),
        sa.Column("turns", sa.BigInteger(), nullable=False),
        sa.Column("thinking_ms", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("universe", "game_id", "player_id"),
    )
    op.create_index("records_by_player", "records", ["universe", "player_id"], unique=False)
    op.create_index("records_by_rating", "records", ["universe", "game_id", "rating", "held_since_ms"], unique=False)
    op.create_table(
        "seats",
        sa.Column("match_id", sa.String(length=26), nullable=False),
        sa.Column("position", sa.SmallInteger(), nullable=False),
        sa.Column("seat", sa.String(length=16), nullable=False),
        sa.Column("player_id", sa.String(length=26), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("outcome", sa.String(length=4), nullable=False),
        sa.Column("team", sa.Integer(), nullable=False),
        sa.Column("turns", sa.Integer(), nullable=False),
        sa.Column("thinking_ms", sa.BigInteger(), nullable=False),
        sa.Column("mu_before", sa.Double(), nullable=True),
        sa.Column("sigma_before", sa.Double(), nullable=True),
        sa.Column("mu_after", sa.Double(), nullable=True),
        sa.Column("sigma_after", sa.Double(), nullable=True),
        sa.ForeignKeyConstraint(
            ["match_id"],
            ["matches.match_id"],
        ),
        sa.PrimaryKeyConstraint("match_id", "position"),
    )
    op.create_index("seats_by_player", "seats", ["player_id", "match_id"], unique=False)


def downgrade() -> None:
    op.drop_index("seats_by_player", table_name="seats")
    op.drop_table("seats")
    op.drop_index("records_by_rating", table_name="records")
    op.drop_index("records_by_player", table_name="records")
    op.drop_table("records")
    op.drop_index("matches_by_game", table_name="matches")
    op.drop_table("matches")
    op.drop_table("inbox")
    op.drop_table("cursors")
    op.drop_table("boards")
