"""What the `migrations/env.py` of a service needs, and how a database is brought to the newest of its versions.

python -m services.kit.migrations services.match          brings the database that REDSCIENCE_DATABASE_URL names to it
python -m services.kit.migrations services.match 0016     takes it back to this version, for an earlier release
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path

from alembic import command, context
from alembic.config import Config
from sqlalchemy import Connection, Engine, MetaData, create_engine

from services.kit.config import WITH_DATABASE, ConfigError, driver_url, read_database_url

_KNOWN = tuple(f"services.{name}" for name in sorted(WITH_DATABASE))


def run_migrations(metadata: MetaData) -> None:
    """The whole of an `env.py`: runs what Alembic was asked for, on the connection that `upgrade` gave.

    From Alembic's own command line there is none; then REDSCIENCE_DATABASE_URL names the database.
    """
    connection: Connection | None = context.config.attributes.get("connection")
    if connection is not None:
        _run(connection, metadata)
        return
    engine = create_engine(driver_url(os.environ["REDSCIENCE_DATABASE_URL"]))
    with engine.begin() as own:
        _run(own, metadata)
    engine.dispose()


def _run(connection: Connection, metadata: MetaData) -> None:
    context.configure(
        connection=connection,
        target_metadata=metadata,
        # SQLite changes a table by copying it, and, begun by hand, does so in a transaction.
        render_as_batch=connection.dialect.name == "sqlite",
        transactional_ddl=True,
    )
    with context.begin_transaction():
        context.run_migrations()


def main(service: str, version: str = "") -> int:
    """Migrates the database of a service and returns 0; 2 where it is told something wrong, 1 where it cannot be done.

    Args:
        service: as it is imported.
        version: an earlier one, to which it is taken back; "" for the newest.
    """
    from services.kit.database import migrate, migrate_back  # noqa: PLC0415 - they need this module to migrate

    if service not in _KNOWN:
        sys.stderr.write(f"{service!r} has no database; there are {', '.join(_KNOWN)}.\n")
        return 2
    try:
        url = read_database_url(os.environ)
        migrations = Path(next(iter(import_module(service).__path__))) / "migrations"
        if version:
            migrate_back(url, migrations, version)
        else:
            migrate(url, migrations)
    except ConfigError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    except OSError as error:
        sys.stderr.write(f"{service}: {error}\n")
        return 1
    return 0


def upgrade(engine: Engine, migrations: Path, version: str = "head") -> None:
    """Brings a database to the newest version, or a later one that is named, all or nothing."""
    with _migrating(engine, migrations) as config:
        command.upgrade(config, version)


def take_back(engine: Engine, migrations: Path, version: str) -> None:
    """Brings a database back to an earlier version, all or nothing: what only later ones know of is gone then."""
    with _migrating(engine, migrations) as config:
        command.downgrade(config, version)


@contextmanager
def _migrating(engine: Engine, migrations: Path) -> Iterator[Config]:
    """What Alembic needs to run migrations in one transaction.

    SQLite changes a table by putting a copy in its place: what refers to it is looked at when all are in place again.
    """
    config = Config()
    config.set_main_option("script_location", str(migrations).replace("%", "%%"))
    is_sqlite = engine.dialect.name == "sqlite"
    with engine.connect() as connection:
        driver = connection.connection.driver_connection
        if is_sqlite and driver is not None:
            driver.execute("PRAGMA foreign_keys=OFF")  # which says nothing within a transaction
        try:
            with connection.begin():
                config.attributes["connection"] = connection
                yield config
                if is_sqlite and connection.exec_driver_sql("PRAGMA foreign_key_check").first() is not None:
                    raise RuntimeError(f"{migrations} leaves rows that refer to what is gone")
        finally:
            if is_sqlite and driver is not None:
                driver.execute("PRAGMA foreign_keys=ON")


def _arguments(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser("python -m services.kit.migrations", description="Migrates a service's database.")
    parser.add_argument("service", help=f"one of {', '.join(_KNOWN)}")
    parser.add_argument("version", nargs="?", default="", help="an earlier one, to take it back to; else the newest")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    given = _arguments(sys.argv[1:])
    sys.exit(main(given.service, given.version))
