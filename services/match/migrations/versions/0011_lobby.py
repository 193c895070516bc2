"""Seats for the next person who is available."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("invitations", sa.Column("in_lobby", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("invited", sa.Column("waits_until_ms", sa.BigInteger))
    op.create_index(
        "invitations_in_lobby",
        "invitations",
        ["universe", "game_id", "id"],
        sqlite_where=sa.text("in_lobby = 1 AND reason IS NULL"),
        postgresql_where=sa.text("in_lobby AND reason IS NULL"),
    )
    op.create_table(
        "queues",
        sa.Column("universe", sa.String(26), primary_key=True),
        sa.Column("game_id", sa.String(26), primary_key=True),
        sa.Column("asked", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    """Invitations that wait in the lobby are forgotten: before, nobody could take their seats."""
    op.execute("DELETE FROM invited WHERE invitation_id IN (SELECT id FROM invitations WHERE in_lobby)")
    op.execute("DELETE FROM invitations WHERE in_lobby")
    op.drop_table("queues")
    op.drop_index("invitations_in_lobby", "invitations")
    with op.batch_alter_table("invited") as invited:
        invited.drop_column("waits_until_ms")
    with op.batch_alter_table("invitations") as invitations:
        invitations.drop_column("in_lobby")
