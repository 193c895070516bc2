"""An index of the seats that were left, few as they are: one's running matches are found without one's ended ones."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    op.create_index(
        "seats_left",
        "seats",
        ["controller_id", "match_id"],
        if_not_exists=True,
        postgresql_where=sa.text("NOT open AND outcome IS NULL"),
        sqlite_where=sa.text("open = 0 AND outcome IS NULL"),
    )


def downgrade() -> None:
    op.drop_index("seats_left", table_name="seats")
