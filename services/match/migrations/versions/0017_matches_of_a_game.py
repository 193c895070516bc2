"""An index by which the matches of a game are found, newest first, however many others there are."""

from __future__ import annotations

from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    op.create_index("matches_of_game", "matches", ["universe", "game_id", "id"], if_not_exists=True)


def downgrade() -> None:
    op.drop_index("matches_of_game", table_name="matches")
