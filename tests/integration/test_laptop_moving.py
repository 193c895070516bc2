"""A laptop's state goes along to PostgreSQL: every row of every table, or nothing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from fixtures.databases import Databases, postgres_only
from fixtures.prepared import sqlite_file
from sqlalchemy import MetaData, Table, create_engine, insert, select

from services import rules
from services.kit.config import WITH_DATABASE, driver_url
from services.kit.database import migrate
from services.laptop.errors import SetupError
from services.laptop.host import main
from services.laptop.moving import move
from services.laptop.state import State

pytestmark = postgres_only


@pytest.fixture
def state(tmp_path: Path) -> Iterator[State]:
    with closing(State(tmp_path / "state")) as state:
        for service in WITH_DATABASE:
            state.path("databases", f"{service}.sqlite").write_bytes(sqlite_file(service))
        yield state


@pytest.fixture
def urls(databases: Databases) -> dict[str, str]:
    return {service: databases.url(service) for service in WITH_DATABASE}


def rows(url: str) -> dict[str, list[tuple[object, ...]]]:
    """All that a database holds, as far as both kinds write it alike."""
    engine, metadata = create_engine(driver_url(url)), MetaData()
    metadata.reflect(engine)
    with engine.connect() as connection:
        held = {
            table.name: sorted(map(_plain, connection.execute(_select(table))), key=repr)
            for table in metadata.tables.values()
        }
    engine.dispose()
    return held


def _select(table: Table) -> object:
    return select(*sorted(table.columns, key=lambda column: column.name))


def _plain(row: tuple[object, ...]) -> tuple[object, ...]:
    return tuple(bytes(value) if isinstance(value, memoryview) else value for value in row)


def test_every_row_of_every_table_goes_along(state: State, urls: dict[str, str]) -> None:
    counts = move(state, urls)
    for service in WITH_DATABASE:
        before, after = rows(state.database_url(service)), rows(urls[service])
        assert after == before
        assert counts[service] == sum(map(len, before.values())) - 1
    assert counts["rules"] > 100


def test_where_one_database_is_not_empty_nothing_goes_along(state: State, urls: dict[str, str]) -> None:
    engine, metadata = create_engine(driver_url(urls["rules"])), MetaData()
    migrate(urls["rules"], Path(rules.__file__).parent / "migrations")
    metadata.reflect(engine, only=["outbox"])
    row = {"id": "1", "subject": "x", "payload": b"", "traceparent": "", "created_at_ms": 0}
    with engine.begin() as connection:
        connection.execute(insert(metadata.tables["outbox"]), row)
    engine.dispose()
    with pytest.raises(SetupError, match=r"The new database of rules is not empty \(outbox\)\. Name an empty one"):
        move(state, urls)
    assert not rows(urls["match"])["matches"]
    assert len(rows(urls["rules"])["outbox"]) == 1
    assert not any("Tic" in str(row) for row in rows(urls["rules"])["games"])


def test_the_command_names_the_variable_that_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("REDSCIENCE_DATABASE_URL", raising=False)
    arguments = ["move", "--from", "sqlite", "--to", "postgresql", "--state", str(tmp_path / "state")]
    assert main(arguments) == 2
    assert "REDSCIENCE_DATABASE_URL is not set; it must name the new databases" in capsys.readouterr().err
    monkeypatch.setenv("REDSCIENCE_DATABASE_URL", "postgresql://nobody:hush@127.0.0.1:9/{service}")
    assert main(arguments) == 2
    assert "hush" not in capsys.readouterr().err
