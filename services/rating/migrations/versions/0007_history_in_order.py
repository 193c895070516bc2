"""A player's history in the order in which matches counted: those of tournaments count by the block."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

_COLUMNS = "universe, game_id, player_id, ended_at_ms, match_id, mu, sigma"


def upgrade() -> None:
    _renew("number")
    # Matches that counted at one instant did so in the order of their ends.
    op.execute(
        f"INSERT INTO history (number, {_COLUMNS})"  # noqa: S608 - the names are ours
        " SELECT sum((SELECT count(*) FROM seats AS s WHERE s.match_id = h.match_id AND s.player_id = h.player_id))"
        " OVER (PARTITION BY h.universe, h.game_id, h.player_id ORDER BY m.applied_at_ms, h.ended_at_ms, h.match_id),"
        " h.universe, h.game_id, h.player_id, h.ended_at_ms, h.match_id, h.mu, h.sigma"
        " FROM old_history AS h JOIN matches AS m ON m.match_id = h.match_id"
    )
    op.drop_table("old_history")


def downgrade() -> None:
    _renew("ended_at_ms", "match_id")
    op.execute(f"INSERT INTO history ({_COLUMNS}) SELECT {_COLUMNS} FROM old_history")  # noqa: S608 - likewise
    op.drop_table("old_history")


def _renew(*behind: str) -> None:
    """Puts an empty table in the place of the present one, with another key behind board and player."""
    op.rename_table("history", "old_history")
    if op.get_bind().dialect.name == "postgresql":
        # The names of keys go by the schema, not by the table.
        op.execute("ALTER TABLE old_history DROP CONSTRAINT history_pkey")
        op.execute("ALTER TABLE old_history DROP CONSTRAINT history_match_id_fkey")
    number = (sa.Column("number", sa.BigInteger(), nullable=False),) if "number" in behind else ()
    op.create_table(
        "history",
        sa.Column("universe", sa.String(length=26), nullable=False),
        sa.Column("game_id", sa.String(length=26), nullable=False),
        sa.Column("player_id", sa.String(length=26), nullable=False),
        *number,
        sa.Column("ended_at_ms", sa.BigInteger(), nullable=False),
        sa.Column("match_id", sa.String(length=26), nullable=False),
        sa.Column("mu", sa.Double(), nullable=False),
        sa.Column("sigma", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.match_id"]),
        sa.PrimaryKeyConstraint("universe", "game_id", "player_id", *behind),
    )
