"""The players of the platform's own that think, who are always there, beside Random."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"

# As they are named now: what the program calls them later is for a later migration.
HOUSE = (
    ("00000000000000000000000003", "Greedy"),
    ("00000000000000000000000004", "Standard-Quick"),
    ("00000000000000000000000005", "Standard"),
    ("00000000000000000000000006", "Standard-Deep"),
)


def upgrade() -> None:
    # Whoever has had one of these names in some universe keeps it there: what is in all of them has a place of its own.
    player = sa.table(
        "player", *map(sa.column, ("id", "name", "name_key", "kind", "role", "universe", "created_at_ms"))
    )
    alike = {"kind": "house", "role": "persona", "universe": "", "created_at_ms": 0}
    op.bulk_insert(player, [{"id": each, "name": name, "name_key": name.lower()} | alike for each, name in HOUSE])


def downgrade() -> None:
    op.execute("DELETE FROM player WHERE kind = 'house'")
