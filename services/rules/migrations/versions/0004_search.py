"""Games are kept under terms by which they are found. The service fills them in when it starts."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("games", sa.Column("features", sa.Text(), nullable=False, server_default=""))
    op.add_column("games", sa.Column("indexed", sa.Integer(), nullable=False, server_default="0"))
    op.create_index("games_by_age", "games", ["created_at_ms", "id"], unique=False)
    op.create_index("games_by_index", "games", ["indexed"], unique=False)
    op.create_table(
        "terms",
        sa.Column("term", sa.String(length=64), nullable=False),
        sa.Column("game_id", sa.String(length=26), nullable=False),
        sa.PrimaryKeyConstraint("term", "game_id"),
    )
    op.create_index("terms_of_games", "terms", ["game_id"], unique=False)


def downgrade() -> None:
    op.drop_index("terms_of_games", table_name="terms")
    op.drop_table("terms")
    op.drop_index("games_by_index", table_name="games")
    op.drop_index("games_by_age", table_name="games")
    op.drop_column("games", "indexed")
    op.drop_column("games", "features")
