"""Invitations, until they become matches; and kinds of players with longer names."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("seats") as seats:
        seats.alter_column("kind", existing_type=sa.String(8), type_=sa.String(16), existing_nullable=False)
    op.create_table(
        "invitations",
        sa.Column("id", sa.String(26), primary_key=True),
        sa.Column("game_id", sa.String(26), nullable=False),
        sa.Column("game_name", sa.Text, nullable=False),
        sa.Column("rule_set", sa.Text, nullable=False),
        sa.Column("universe", sa.String(26), nullable=False),
        sa.Column("seconds_per_turn", sa.Integer, nullable=False),
        sa.Column("maker_id", sa.String(64), nullable=False),
        sa.Column("created_at_ms", sa.BigInteger, nullable=False),
        sa.Column("lapses_at_ms", sa.BigInteger, nullable=False),
        sa.Column("changes", sa.Integer, nullable=False),
        sa.Column("reason", sa.String(9)),
        sa.Column("called_off_by", sa.String(64), nullable=False),
    )
    op.create_index("invitations_by_maker", "invitations", ["maker_id", "reason"])
    op.create_index("invitations_to_lapse", "invitations", ["reason", "lapses_at_ms"])
    op.create_table(
        "invited",
        sa.Column("invitation_id", sa.String(26), sa.ForeignKey("invitations.id"), primary_key=True),
        sa.Column("slot", sa.Integer, primary_key=True),
        sa.Column("player_id", sa.String(26), nullable=False),
        sa.Column("player_name", sa.Text, nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("controller_id", sa.String(64), nullable=False),
        sa.Column("accepted", sa.Boolean, nullable=False),
    )
    op.create_index("invited_by_controller", "invited", ["controller_id", "invitation_id"])


def downgrade() -> None:
    """Invitations are forgotten."""
    op.drop_table("invited")
    op.drop_table("invitations")
    op.execute("UPDATE seats SET kind = 'person' WHERE length(kind) > 8")
    with op.batch_alter_table("seats") as seats:
        seats.alter_column("kind", existing_type=sa.String(16), type_=sa.String(8), existing_nullable=False)
