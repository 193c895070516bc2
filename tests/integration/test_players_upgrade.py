"""People who were there before a release are there after it, with their sessions."""

from __future__ import annotations

import hashlib

import pytest
from alembic import command
from alembic.config import Config
from fixtures.databases import Databases, both_databases
from sqlalchemy import text

from services.kit.database import make_engine, open_database
from services.players import store
from services.players.__main__ import MIGRATIONS

pytestmark = both_databases

ANNA = "01M7Y58K6S5PY05JED3BP4EJ11"
DIGEST = hashlib.sha256(b"secret").hexdigest()
AFTER_MS = 7_776_000_000


@pytest.mark.parametrize("goals", [("0001",), ("0001", "head", "0001")], ids=["once", "there and back"])
async def test_people_and_sessions_live_through_an_upgrade(databases: Databases, goals: tuple[str, ...]) -> None:
    engine = make_engine(databases.url("players"))
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    for step, goal in enumerate(goals):
        with engine.begin() as connection:
            config.attributes["connection"] = connection
            (command.downgrade if goal == "0001" and step else command.upgrade)(config, goal)
            if not step:
                player = f"'{ANNA}', 'Anna', 'anna', 'person', 'admin', 'public', 'anna@example.org', 1"
                connection.execute(text(f"INSERT INTO player VALUES ({player})"))  # noqa: S608  # values of ours
                connection.execute(
                    text("INSERT INTO session VALUES (:digest, :player, 1, :after)"),
                    {"digest": DIGEST, "player": ANNA, "after": AFTER_MS + 1},
                )
    engine.dispose()
    database = await open_database(databases.url("players"), MIGRATIONS)
    found = await database.read(lambda connection: store.session_player(connection, DIGEST, now_ms=0))
    await database.close()
    assert found is not None
    session, who = found
    assert (who.id, who.name, who.role, who.owner_id, who.suspended_at_ms) == (ANNA, "Anna", "admin", None, None)
    assert (session.label, session.used_at_ms, len(session.id)) == ("", 1, 26)
