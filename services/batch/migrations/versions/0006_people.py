"""People in tournaments: what they have said, whether they are here, and blocks that wait for them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.add_column("tournaments", sa.Column("seen_at_ms", sa.BigInteger, nullable=False, server_default=sa.text("0")))
    op.add_column("players", sa.Column("entry", sa.String(16)))
    op.add_column("players", sa.Column("here_until_ms", sa.BigInteger, nullable=False, server_default=sa.text("0")))
    op.add_column("blocks", sa.Column("is_waiting", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("blocks", sa.Column("closes_at_ms", sa.BigInteger))
    op.add_column("blocks", sa.Column("called", sa.SmallInteger, nullable=False, server_default=sa.text("0")))
    op.add_column("blocks", sa.Column("begun", sa.SmallInteger, nullable=False, server_default=sa.text("0")))
    op.add_column("blocks", sa.Column("absent", sa.JSON))


def downgrade() -> None:
    # Nobody would know any more how to go on with a tournament of people.
    op.execute(
        "UPDATE tournaments SET status = 'cancelled', ended_at_ms = created_at_ms WHERE ended_at_ms IS NULL "
        "AND id IN (SELECT tournament_id FROM players WHERE entry IS NOT NULL)"
    )
    for table, columns in (
        ("blocks", ("absent", "begun", "called", "closes_at_ms", "is_waiting")),
        ("players", ("here_until_ms", "entry")),
        ("tournaments", ("seen_at_ms",)),
    ):
        with op.batch_alter_table(table) as changed:
            for column in columns:
                changed.drop_column(column)
