"""Takes what a laptop keeps along to PostgreSQL, whole or not at all."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import Connection, Engine, MetaData, Table, delete, func, insert, inspect, select
from sqlalchemy.exc import SQLAlchemyError

from services.kit.config import WITH_DATABASE, ConfigError
from services.kit.database import make_engine, migrate, sqlite_engine
from services.laptop.errors import SetupError
from services.laptop.state import State

_ROWS = 1_000
_OF_ALEMBIC = "alembic_version"

Counts = Mapping[str, int]
"""How many rows there are, by service or table."""


def move(state: State, urls: Mapping[str, str]) -> Counts:
    """Copies the SQLite databases of a platform that is stopped into empty databases of PostgreSQL.

    The SQLite files stay as they are. Everything is copied before anything is committed. Returns how many rows were
    taken along, by service.

    Args:
        state: of the platform, held.
        urls: of the new database of each service.

    Raises:
        SetupError: a database cannot be used, or the new one is not empty; nothing is moved then.
    """
    try:
        for service in sorted(WITH_DATABASE):
            for url in (state.database_url(service), urls[service]):
                migrate(url, _migrations(service))
        return _move(state, urls)
    except (ConfigError, OSError) as error:
        raise SetupError(str(error)) from error
    except SQLAlchemyError as error:
        raise SetupError(f"The databases could not be moved: {getattr(error, 'orig', error)}.") from error


def _migrations(service: str) -> Path:
    return Path(next(iter(import_module(f"services.{service}").__path__))) / "migrations"


def _move(state: State, urls: Mapping[str, str]) -> Counts:
    with ExitStack() as opened:

        def transaction(engine: Engine) -> Connection:
            opened.callback(engine.dispose)
            return opened.enter_context(engine.begin())

        return {
            service: _copy(
                service,
                transaction(sqlite_engine(state.database_url(service), read_only=True)),
                transaction(make_engine(urls[service])),
            )
            for service in sorted(WITH_DATABASE)
        }


def _copy(service: str, source: Connection, target: Connection) -> int:
    """Copies all tables of a service; how many rows that were."""
    metadata = MetaData()
    metadata.reflect(target)
    tables = [table for table in metadata.sorted_tables if table.name != _OF_ALEMBIC]
    strange = {table.name for table in tables} ^ (set(inspect(source).get_table_names()) - {_OF_ALEMBIC})
    if strange:
        raise SetupError(f"The two databases of {service} differ in {', '.join(sorted(strange))}.")
    fresh = _fresh(service, tables)
    if full := [table.name for table in tables if _count(table, target) != fresh[table.name]]:
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
