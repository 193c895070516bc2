"""Takes what a laptop keeps along to PostgreSQL, whole or not at all; where it breaks off, it is done again."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import Connection, Engine, MetaData, Table, delete, func, insert, inspect, select, text
from sqlalchemy.exc import SQLAlchemyError

from services.kit.config import WITH_DATABASE, ConfigError
from services.kit.database import (
    UNFINISHED,
    failures_named,
    make_engine,
    migrate,
    newest_version,
    version_of,
)
from services.kit.sqlite import sqlite_engine
from services.laptop.errors import SetupError
from services.laptop.state import State

_ROWS = 1_000
_OF_ALEMBIC = "alembic_version"
_SET_VERSION = text(f"UPDATE {_OF_ALEMBIC} SET version_num = :version")  # noqa: S608  # the name is ours
_LAST_TO_COUNT = "players"
"""No service does anything before this one has told it who it is."""

Counts = Mapping[str, int]
"""How many rows there are, by service or table."""


def move(state: State, urls: Mapping[str, str]) -> Counts:
    """Copies the SQLite databases of a platform that is stopped into empty databases of PostgreSQL.

    The SQLite files stay as they are. Everything is copied before anything is committed; then that of `_LAST_TO_COUNT`
    is committed first, as one that is unfinished, which no service uses, and is finished when all others are committed.
    Where that breaks off, everything is copied again. Returns how many rows were taken along, by service.

    Args:
        state: of the platform, held.
        urls: of the new database of each service.

    Raises:
        SetupError: a database cannot be used, or the new one is not empty; nothing is moved then.
    """
    try:
        is_again = _has_broken_off(urls[_LAST_TO_COUNT])
        for service in sorted(WITH_DATABASE):
            migrate(state.database_url(service), _migrations(service))
            if not (is_again and service == _LAST_TO_COUNT):
                migrate(urls[service], _migrations(service))
        counts = _move(state, urls, is_again=is_again)
        _finish(urls[_LAST_TO_COUNT])
    except (ConfigError, OSError) as error:
        raise SetupError(str(error)) from error
    except SQLAlchemyError as error:
        raise SetupError(f"The databases could not be moved: {getattr(error, 'orig', error)}.") from error
    return counts


def _migrations(service: str) -> Path:
    return Path(next(iter(import_module(f"services.{service}").__path__))) / "migrations"


def _has_broken_off(url: str) -> bool:
    """Whether a move to these databases has broken off before it was finished.

    Raises:
        SetupError: it was one of another release.
    """
    with ExitStack() as opened, failures_named():
        engine = make_engine(url)
        opened.callback(engine.dispose)
        version = version_of(opened.enter_context(engine.connect())) or ""
    if version.startswith(UNFINISHED) and version != _unfinished():
        raise SetupError(
            f"A move by another release has broken off here ({version}). Finish it with that release, or name other"
            " databases, which are empty."
        )
    return version == _unfinished()


def _unfinished() -> str:
    return UNFINISHED + newest_version(_migrations(_LAST_TO_COUNT))


def _move(state: State, urls: Mapping[str, str], *, is_again: bool) -> Counts:
    services = sorted(WITH_DATABASE, key=lambda service: service == _LAST_TO_COUNT)
    with ExitStack() as opened:

        def transaction(engine: Engine) -> Connection:
            opened.callback(engine.dispose)
            return opened.enter_context(engine.begin())

        counts = {}
        # What is opened last is committed first.
        for service in services:
            source = transaction(sqlite_engine(state.database_url(service), read_only=True))
            target = transaction(make_engine(urls[service]))
            counts[service] = _copy(service, source, target, is_again=is_again)
        target.execute(_SET_VERSION, {"version": _unfinished()})
        return counts


def _finish(url: str) -> None:
    with ExitStack() as opened:
        engine = make_engine(url)
        opened.callback(engine.dispose)
        finished = newest_version(_migrations(_LAST_TO_COUNT))
        opened.enter_context(engine.begin()).execute(_SET_VERSION, {"version": finished})


def _copy(service: str, source: Connection, target: Connection, *, is_again: bool) -> int:
    """Copies all tables of a service; how many rows that were. What an earlier one has left is replaced."""
    metadata = MetaData()
    metadata.reflect(target)
    tables = [table for table in metadata.sorted_tables if table.name != _OF_ALEMBIC]
    strange = {table.name for table in tables} ^ (set(inspect(source).get_table_names()) - {_OF_ALEMBIC})
    if strange:
        raise SetupError(f"The two databases of {service} differ in {', '.join(sorted(strange))}.")
    fresh = {} if is_again else _fresh(service, tables)
    if full := [name for name, count in fresh.items() if _count(metadata.tables[name], target) != count]:
        raise SetupError(f"The new database of {service} is not empty ({', '.join(full)}). Name an empty one.")
    for table in reversed(tables):
        target.execute(delete(table))
    return sum(_copy_table(table, source, target) for table in tables)


def _fresh(service: str, tables: list[Table]) -> Counts:
    """How many rows migrations alone put into each table."""
    with TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/fresh.sqlite"
        migrate(url, _migrations(service))
        engine = sqlite_engine(url, read_only=True)
        with engine.begin() as connection:
            counts = {table.name: _count(table, connection) for table in tables}
        engine.dispose()
        return counts


def _count(table: Table, connection: Connection) -> int:
    return connection.scalar(select(func.count()).select_from(table)) or 0


def _copy_table(table: Table, source: Connection, target: Connection) -> int:
    rows = source.execution_options(yield_per=_ROWS).execute(select(table)).mappings()
    for some in rows.partitions():
        target.execute(insert(table), [dict(row) for row in some])
    count = _count(table, source)
    if count != _count(table, target):
        raise SetupError(f"Of the table {table.name} not all rows have arrived.")
    return count
