"""A laptop's state goes along to PostgreSQL: every row of every table, or nothing."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from fixtures.databases import Databases, postgres_only
from fixtures.prepared import MIGRATIONS, sqlite_file
from sqlalchemy import Connection, Engine, MetaData, Table, create_engine, event, insert, select, text

from services import rules
from services.kit.config import WITH_DATABASE, ConfigError, driver_url
from services.kit.database import UNFINISHED, migrate
from services.laptop import moving
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


class Killed(BaseException):
    """Stands for the end of the process: what was not committed is not."""


@pytest.mark.parametrize("committed", [1, 4, 5])
def test_one_that_breaks_off_between_two_commits_counts_for_nothing_and_is_done_again(
    state: State, urls: dict[str, str], committed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    copied, commits, copy = list[str](), itertools.count(), moving._copy

    def noted(service: str, *others: Connection, **again: bool) -> int:
        copied.append(service)
        return copy(service, *others, **again)

    def kill(connection: Connection) -> None:
        if connection.dialect.name == "postgresql" and set(copied) == WITH_DATABASE and next(commits) == committed:
            raise Killed

    monkeypatch.setattr(moving, "_copy", noted)
    event.listen(Engine, "commit", kill)
    try:
        with pytest.raises(Killed):
            move(state, urls)
    finally:
        event.remove(Engine, "commit", kill)
    if committed:
        with pytest.raises(ConfigError, match="a move has broken off"):
            migrate(urls["players"], MIGRATIONS["players"])
    counts = move(state, urls)
    assert counts.keys() == WITH_DATABASE
    for service in WITH_DATABASE:
        assert rows(urls[service]) == rows(state.database_url(service))
        migrate(urls[service], MIGRATIONS[service])
    with pytest.raises(SetupError, match="is not empty"):
        move(state, urls)


def test_one_that_broke_off_is_finished_by_its_own_release(state: State, urls: dict[str, str]) -> None:
    migrate(urls["players"], MIGRATIONS["players"])
    engine = create_engine(driver_url(urls["players"]))
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = :it"), {"it": f"{UNFINISHED}0001"})
    engine.dispose()
    with pytest.raises(SetupError, match=r"by another release has broken off here \(unfinished 0001\)"):
        move(state, urls)


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
    monkeypatch.setenv("REDSCIENCE_DATABASE_URL", f"sqlite:///{tmp_path}/{{service}}.sqlite")
    assert main(arguments) == 2
    assert "names no databases of PostgreSQL" in capsys.readouterr().err
    monkeypatch.setenv("REDSCIENCE_DATABASE_URL", "postgresql://nobody:hush@127.0.0.1:9/{service}")
    assert main(arguments) == 2
    assert "there is no database of rating, batch, match, " in capsys.readouterr().err
    assert not (tmp_path / "state").exists()
    (tmp_path / "state" / "databases").mkdir(parents=True)
    for service in WITH_DATABASE:
        (tmp_path / "state" / "databases" / f"{service}.sqlite").write_bytes(sqlite_file(service))
    assert main(arguments) == 2
    told = capsys.readouterr().err
    assert "does not answer" in told
    assert "hush" not in told
