"""What the `migrations/env.py` of a service needs, and how a database is brought to the newest of its versions.

python -m services.kit.migrations services.match     brings the database that REDSCIENCE_DATABASE_URL names to it
"""

from __future__ import annotations

import os
import sys
from importlib import import_module
from pathlib import Path

from alembic import command, context
from alembic.config import Config
from sqlalchemy import Connection, Engine, MetaData, create_engine

from services.kit.config import ConfigError, driver_url, read_database_url


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


def main(service: str) -> int:
    """Migrates the database of a service and returns 0; 2 where it is not told of one, 1 where that cannot be done."""
    from services.kit.database import migrate  # noqa: PLC0415 - it needs this module to migrate

    try:
        url = read_database_url(os.environ)
        migrate(url, Path(next(iter(import_module(service).__path__))) / "migrations")
    except ConfigError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    except OSError as error:
        sys.stderr.write(f"{service}: {error}\n")
        return 1
    return 0


def upgrade(engine: Engine, migrations: Path) -> None:
    """Brings a database to the newest version, all or nothing."""
    config = Config()
    config.set_main_option("script_location", str(migrations).replace("%", "%%"))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
