"""Invitations with seats that whoever has the link may take."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("invitations", sa.Column("link_secret", sa.String(32), nullable=False, server_default=""))


def downgrade() -> None:
    with op.batch_alter_table("invitations") as invitations:
        invitations.drop_column("link_secret")
