"""Personas and private universes, what players have said of one another, and Anonymous, who is always there."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    # In place: a copy of the table could not take its place, for others refer to it.
    op.add_column("player", sa.Column("owner_id", sa.String(26)))
    op.create_index("player_by_owner", "player", ["owner_id", "kind"])
    op.create_table(
        "universe",
        sa.Column("id", sa.String(26), primary_key=True),
        sa.Column("name", sa.String(30), nullable=False),
        sa.Column("name_key", sa.String(60), nullable=False, unique=True),
        sa.Column("created_at_ms", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "stance",
        sa.Column("player_id", sa.String(26), sa.ForeignKey("player.id"), primary_key=True),
        sa.Column("other_id", sa.String(26), sa.ForeignKey("player.id"), primary_key=True),
        sa.Column("stance", sa.String(10), nullable=False),
        sa.Column("since_ms", sa.BigInteger, nullable=False),
        sa.Index("stance_by_other", "other_id", "stance", "since_ms"),
    )
    op.execute(
        "INSERT INTO player (id, name, name_key, kind, role, universe, created_at_ms)"
        " VALUES ('00000000000000000000000002', 'Anonymous', 'anonymous', 'anonymous', 'anonymous', '', 0)"
    )


def downgrade() -> None:
    op.execute("DELETE FROM session WHERE player_id IN (SELECT id FROM player WHERE kind NOT IN ('person', 'random'))")
    op.drop_table("stance")
    op.drop_table("universe")
    op.drop_index("player_by_owner", "player")
    op.drop_column("player", "owner_id")
    op.execute("DELETE FROM player WHERE kind NOT IN ('person', 'random')")
