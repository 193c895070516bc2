"""The batch service's first tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "rated_blocks",
        sa.Column("id", sa.SmallInteger(), nullable=False),
        sa.Column("positions", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "tournaments",
        sa.Column("id", sa.String(length=26), nullable=False),
        sa.Column("mark", sa.BigInteger(), nullable=False),
        sa.Column("made_by_id", sa.String(length=26), nullable=False),
        sa.Column("made_by_name", sa.Text(), nullable=False),
        sa.Column("request_id", sa.String(length=64), nullable=False),
        sa.Column("universe", sa.String(length=26), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("status", sa.String(length=16), nullable=False),
        sa.Column("settings", sa.JSON(), nullable=False),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.Column("games_total", sa.BigInteger(), nullable=False),
        sa.Column("games_played", sa.BigInteger(), nullable=False),
        sa.Column("next_game", sa.BigInteger(), nullable=False),
        sa.Column("last_cut_at_ms", sa.BigInteger(), nullable=False),
        sa.Column("ms_per_game", sa.Double(), nullable=False),
        sa.Column("counts", sa.Text(), nullable=False),
        sa.Column("sequence", sa.JSON(), nullable=True),
        sa.Column("created_at_ms", sa.BigInteger(), nullable=False),
        sa.Column("ended_at_ms", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("made_by_id", "request_id"),
        sa.UniqueConstraint("mark"),
    )
    op.create_index("tournaments_by_status", "tournaments", ["status", "last_cut_at_ms"], unique=False)
    op.create_index("tournaments_of_universe", "tournaments", ["universe", "id"], unique=False)
    op.create_table(
        "blocks",
        sa.Column("id", sa.String(length=26), nullable=False),
        sa.Column("tournament_id", sa.String(length=26), nullable=False),
        sa.Column("round", sa.SmallInteger(), nullable=False),
        sa.Column("first_game", sa.BigInteger(), nullable=False),
        sa.Column("n_games", sa.Integer(), nullable=False),
        sa.Column("is_done", sa.Boolean(), nullable=False),
        sa.Column("handed_at_ms", sa.BigInteger(), nullable=False),
        sa.Column("taken_by", sa.String(length=26), nullable=False),
        sa.Column("leased_until_ms", sa.BigInteger(), nullable=False),
        sa.Column("done_at_ms", sa.BigInteger(), nullable=True),
        sa.Column("counts", sa.Text(), nullable=True),
        sa.Column("sets", sa.Text(), nullable=True),
        sa.Column("rated_position", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(
            ["tournament_id"],
            ["tournaments.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("rated_position"),
        sa.UniqueConstraint("tournament_id", "first_game"),
    )
    op.create_index("blocks_by_end", "blocks", ["tournament_id", "done_at_ms"], unique=False)
    op.create_index("blocks_to_do", "blocks", ["is_done", "leased_until_ms"], unique=False)
    op.create_table(
        "games",
        sa.Column("tournament_id", sa.String(length=26), nullable=False),
        sa.Column("position", sa.SmallInteger(), nullable=False),
        sa.Column("game_id", sa.String(length=26), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("rules_version", sa.Integer(), nullable=False),
        sa.Column("rule_set", sa.Text(), nullable=False),
        sa.Column("seats", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(
            ["tournament_id"],
            ["tournaments.id"],
        ),
        sa.PrimaryKeyConstraint("tournament_id", "position"),
    )
    op.create_index("games_by_id", "games", ["game_id", "tournament_id"], unique=False)
    op.create_table(
        "players",
        sa.Column("tournament_id", sa.String(length=26), nullable=False),
        sa.Column("position", sa.SmallInteger(), nullable=False),
        sa.Column("player_id", sa.String(length=26), nullable=False),
        sa.Column("seconds", sa.Double(), nullable=True),
        sa.Column("simulations", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(
            ["tournament_id"],
            ["tournaments.id"],
        ),
        sa.PrimaryKeyConstraint("tournament_id", "position"),
    )
    op.create_index("players_by_id", "players", ["player_id", "tournament_id"], unique=False)
    op.create_table(
        "rounds",
        sa.Column("tournament_id", sa.String(length=26), nullable=False),
        sa.Column("number", sa.SmallInteger(), nullable=False),
        sa.Column("first_game", sa.BigInteger(), nullable=False),
        sa.Column("first_set", sa.BigInteger(), nullable=False),
        sa.Column("end", sa.BigInteger(), nullable=False),
        sa.Column("combinations", sa.JSON(), nullable=True),
        sa.ForeignKeyConstraint(
            ["tournament_id"],
            ["tournaments.id"],
        ),
        sa.PrimaryKeyConstraint("tournament_id", "number"),
    )
    op.create_table(
        "played",
        sa.Column("block_id", sa.String(length=26), nullable=False),
        sa.Column("games", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(
            ["block_id"],
            ["blocks.id"],
        ),
        sa.PrimaryKeyConstraint("block_id"),
    )


def downgrade() -> None:
    op.drop_table("played")
    op.drop_table("rounds")
    op.drop_index("players_by_id", table_name="players")
    op.drop_table("players")
    op.drop_index("games_by_id", table_name="games")
    op.drop_table("games")
    op.drop_index("blocks_to_do", table_name="blocks")
    op.drop_index("blocks_by_end", table_name="blocks")
    op.drop_table("blocks")
    op.drop_index("tournaments_of_universe", table_name="tournaments")
    op.drop_index("tournaments_by_status", table_name="tournaments")
    op.drop_table("tournaments")
    op.drop_table("rated_blocks")
