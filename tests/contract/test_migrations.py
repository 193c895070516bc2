"""Each service's migrations make the tables that its code reads and writes."""

from __future__ import annotations

from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from fixtures.databases import Databases, both_databases
from fixtures.filling import filled
from sqlalchemy import Engine, inspect, text

import services
from services.kit import migrations
from services.kit.config import ConfigError
from services.kit.database import make_engine, migrate, migrate_back, newest_version, open_database, versions
from services.kit.migrations import upgrade
from services.match import schema as match_schema

FOLDERS = sorted(Path(services.__path__[0]).glob("*/migrations"))


def test_every_service_with_a_database_is_looked_at() -> None:
    assert [folder.parent.name for folder in FOLDERS] == ["batch", "match", "players", "rating", "rules"]


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.parent.name)
def test_migrations_end_where_the_code_begins(folder: Path, databases: Databases) -> None:
    engine = make_engine(databases.url("fresh"))
    upgrade(engine, folder)
    config = Config()
    config.set_main_option("script_location", str(folder))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.check(config)
    engine.dispose()


@pytest.mark.slow
@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.parent.name)
async def test_a_database_of_any_earlier_version_is_brought_to_the_newest(folder: Path, databases: Databases) -> None:
    revisions = [script.revision for script in ScriptDirectory(str(folder)).walk_revisions()]
    assert revisions[0] == newest_version(folder)
    config = Config()
    config.set_main_option("script_location", str(folder))
    for revision in revisions:
        url = databases.url(revision)
        engine = make_engine(url)
        with engine.begin() as connection:
            config.attributes["connection"] = connection
            command.upgrade(config, revision)
        engine.dispose()
        database = await open_database(url, folder)
        version = await database.read(
            lambda connection: connection.scalar(text("SELECT version_num FROM alembic_version"))
        )
        assert version == newest_version(folder)
        await database.close()


@pytest.mark.slow
@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.parent.name)
def test_what_each_release_keeps_goes_forward_and_back(folder: Path, databases: Databases) -> None:
    """Each migration meets what was kept before it: in one database that is filled anew at every version."""
    url = databases.url("kept")
    engine, known = make_engine(url), sorted(versions(folder))
    kept: dict[str, int] = {}
    for version in known:
        upgrade(engine, folder, version)
        now = filled(engine)
        assert {name for name, count in kept.items() if now.get(name, count) < count} == set(), version
        kept = now
    migrate_back(url, folder, known[0])
    migrate(url, folder)
    if engine.dialect.name == "sqlite":
        with engine.connect() as connection:
            assert connection.exec_driver_sql("PRAGMA foreign_keys").scalar() == 1
    engine.dispose()


@both_databases
def test_indexes_that_a_host_made_beforehand_are_left_as_they_are(databases: Databases) -> None:
    """Made by a migration they keep those who write waiting; a host of very much makes them while all goes on."""
    (folder,) = (each for each in FOLDERS if each.parent.name == "match")
    url = databases.url("beforehand")
    engine = make_engine(url)
    upgrade(engine, folder, "0016")
    made = {index.name: index for table in match_schema.metadata.tables.values() for index in table.indexes}
    with engine.begin() as connection:
        for name in BEFOREHAND:
            made[name].create(connection)
    before = makings(engine)
    migrate(url, folder)
    assert makings(engine) == before
    engine.dispose()


BEFOREHAND = ("matches_of_game", "seats_left")


def makings(engine: Engine) -> set[tuple[str, int]]:
    """What tells an index from another of the same name that takes its place."""
    table, name, place = (
        ("sqlite_master", "name", "rootpage") if engine.dialect.name == "sqlite" else ("pg_class", "relname", "oid")
    )
    with engine.connect() as connection:
        rows = connection.exec_driver_sql(f"SELECT {name}, {place} FROM {table}").all()  # noqa: S608  # names are ours
    return {(row[0], int(row[1])) for row in rows if row[0] in BEFOREHAND}


BEFORE_THAT = {"batch": "0004", "match": "0016", "players": "0012", "rating": "0005", "rules": "0008"}


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.parent.name)
def test_indexes_of_tables_that_are_there_may_have_been_made_beforehand(folder: Path) -> None:
    for script in ScriptDirectory(str(folder)).walk_revisions():
        source = Path(script.path).read_text()
        if script.revision > BEFORE_THAT[folder.parent.name] and "op.create_table(" not in source:
            upward = source.partition("def downgrade(")[0]
            assert upward.count("if_not_exists=True") == upward.count("op.create_index("), script.path


def test_a_database_goes_back_to_versions_that_there_are(databases: Databases) -> None:
    (folder,) = (each for each in FOLDERS if each.parent.name == "batch")
    url = databases.of_service("batch")
    with pytest.raises(ConfigError, match=rf"9000 is no version .* from 0001 to {newest_version(folder)}\."):
        migrate_back(url, folder, "9000")


@pytest.mark.slow
@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.parent.name)
def test_migrations_can_be_taken_back(folder: Path, databases: Databases) -> None:
    engine = make_engine(databases.url("fresh"))
    config = Config()
    config.set_main_option("script_location", str(folder))
    for direction, goal in ((command.upgrade, "head"), (command.downgrade, "base"), (command.upgrade, "head")):
        with engine.begin() as connection:
            config.attributes["connection"] = connection
            direction(config, goal)
    engine.dispose()


@both_databases
def test_a_database_of_a_newer_release_is_named_and_left_as_it_is(databases: Databases) -> None:
    (folder,) = (each for each in FOLDERS if each.parent.name == "batch")
    url = databases.of_service("batch")
    engine = make_engine(url)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9000'"))
    with pytest.raises(
        ConfigError, match=rf"newer release: .* version is 9000, .* up to {newest_version(folder)}\. Install"
    ):
        migrate(url, folder)
    with engine.begin() as connection:
        assert connection.scalar(text("SELECT version_num FROM alembic_version")) == "9000"
    engine.dispose()


@both_databases
def test_a_database_of_another_service_is_named_and_left_as_it_is(databases: Databases) -> None:
    for own, other in (("match", "rules"), ("players", "rating"), ("rating", "players")):
        (folder,) = (each for each in FOLDERS if each.parent.name == own)
        engine = make_engine(databases.of_service(other))
        before = inspect(engine).get_table_names()
        with pytest.raises(ConfigError, match=r"If it is another service's, name this one's\."):
            migrate(databases.of_service(other), folder)
        assert inspect(engine).get_table_names() == before
        engine.dispose()


def test_who_names_what_has_no_database_is_told_what_has(capsys: pytest.CaptureFixture[str]) -> None:
    for service in ("services.gateway", "services.nothing", "rules"):
        assert migrations.main(service) == 2
        assert "there are services.batch, services.match, " in capsys.readouterr().err


@pytest.mark.parametrize("held", [b"no database at all" * 100, b"SQLite format 3\0" + b"\xff" * 4096])
def test_a_file_that_is_no_database_is_named(held: bytes, tmp_path: Path) -> None:
    file = tmp_path / "batch.sqlite"
    file.write_bytes(held)
    with pytest.raises(ConfigError, match=r"no SQLite database, or is damaged\. Name another"):
        migrate(f"sqlite:///{file}", FOLDERS[0])
    assert file.read_bytes() == held
