"""What an earlier version has stored is brought to the newest, with what is kept besides by then."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from alembic import command
from alembic.config import Config
from fixtures.databases import Databases, both_databases
from sqlalchemy import Engine, text

from services.kit.database import make_engine
from services.kit.ids import new_id
from services.kit.migrations import upgrade
from services.rating import queries
from services.rating.__main__ import MIGRATIONS
from services.rating.leaderboard import LeaderboardKey

pytestmark = both_databases

GAME = new_id()


@pytest.fixture
def engine(databases: Databases) -> Iterator[Engine]:
    engine = make_engine(databases.url("earlier"))
    yield engine
    engine.dispose()


def bring(engine: Engine, revision: str) -> None:
    """Makes the tables as they were in a version."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, revision)


def test_records_find_their_places(engine: Engine) -> None:
    bring(engine, "0001")
    late, early = new_id(), new_id()
    with engine.begin() as connection:
        for player, held_since_ms in ((late, 9), (early, 5)):
            connection.execute(
                text(
                    "INSERT INTO records (universe, game_id, player_id, mu, sigma, rating, played, won, drawn, lost,"
                    " top_burst, held_since_ms, last_match_at_ms, turns, thinking_ms)"
                    " VALUES ('public', :game, :player, 30, 2, 24, 1, 1, 0, 0, 4, :held, :held, 1, 1)"
                ),
                {"game": GAME, "player": player, "held": held_since_ms},
            )
    upgrade(engine, MIGRATIONS)
    with engine.connect() as connection:
        page = queries.list_leaderboard(connection, LeaderboardKey("public", GAME), start=None, size=9)
    assert [standing.player_id for standing in page.items] == [early, late]
