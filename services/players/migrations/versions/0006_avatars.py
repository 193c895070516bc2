"""Players choose avatars."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.add_column("player", sa.Column("avatar", sa.Integer))


def downgrade() -> None:
    op.drop_column("player", "avatar")
