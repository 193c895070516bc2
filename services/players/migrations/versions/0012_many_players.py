"""Indexes by which few are found among very many: by how a name begins, by role, and those who are suspended."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"

_IN_ORDER = (("name_key", 60, False), ("email", 254, True))
_SUSPENDED = sa.text("suspended_at_ms IS NOT NULL")


def upgrade() -> None:
    _collate("C")
    op.create_index("player_by_name", "player", ["name_key"])
    op.drop_index("player_by_role", table_name="player")
    op.create_index("player_by_role", "player", ["role", "id"])
    op.create_index("player_suspended", "player", ["id"], sqlite_where=_SUSPENDED, postgresql_where=_SUSPENDED)


def downgrade() -> None:
    op.drop_index("player_suspended", table_name="player")
    op.drop_index("player_by_role", table_name="player")
    op.create_index("player_by_role", "player", ["role"])
    op.drop_index("player_by_name", table_name="player")
    _collate("default")


def _collate(collation: str) -> None:
    """PostgreSQL makes the indexes of these anew, and leaves the rows; SQLite has none but this order."""
    if op.get_bind().dialect.name == "sqlite":
        return
    for name, length, nullable in _IN_ORDER:
        type_ = sa.String(length, collation=collation)
        op.alter_column("player", name, type_=type_, existing_type=sa.String(length), existing_nullable=nullable)
