"""Indexes by which few are found among very many: the tournaments that run, and the Benchmarks."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

_BENCHMARK = sa.text("top_player_id IS NOT NULL")


def upgrade() -> None:
    op.create_index("tournaments_listed", "tournaments", ["universe", "status", "id"], if_not_exists=True)
    op.create_index(
        "tournaments_benchmarks",
        "tournaments",
        ["universe", "id"],
        if_not_exists=True,
        sqlite_where=_BENCHMARK,
        postgresql_where=_BENCHMARK,
    )


def downgrade() -> None:
    op.drop_index("tournaments_benchmarks", table_name="tournaments")
    op.drop_index("tournaments_listed", table_name="tournaments")
