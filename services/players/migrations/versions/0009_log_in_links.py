"""Beside a code stands the link that does the same, and the address that both were sent to; codes last ten minutes."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    _make_codes_anew(
        sa.Column("link", sa.String(64), nullable=False),
        sa.Column("address", sa.String(254), nullable=False),
    )


def downgrade() -> None:
    _make_codes_anew()


def _make_codes_anew(*more: sa.Column[str]) -> None:
    op.drop_table("code")
    op.create_table(
        "code",
        sa.Column("challenge", sa.String(64), primary_key=True),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("expires_at_ms", sa.BigInteger, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        *more,
        sa.Index("code_by_end", "expires_at_ms"),
    )
