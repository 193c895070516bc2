"""Up to whom the service has erased players."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    op.create_table("erased", sa.Column("position", sa.BigInteger, primary_key=True, autoincrement=False))


def downgrade() -> None:
    op.drop_table("erased")
