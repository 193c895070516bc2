"""A PostgreSQL server for a run: the one that is named, or one of its own."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import gettempdir

# Plenty for one who fills; what plans are made by is the server's usual.
_SETTINGS = "-c shared_buffers=512MB -c max_wal_size=8GB -c maintenance_work_mem=256MB -c synchronous_commit=off"


@contextmanager
def server_url(named: str) -> Iterator[str]:
    """The URL of a server on which databases may be made."""
    if named:
        yield named
        return
    from fixtures.postgres import PostgresServer, require_postgres  # noqa: PLC0415 - of the tests, where none is named

    require_postgres()
    server = PostgresServer(Path(gettempdir()), settings=_SETTINGS)
    try:
        server.wait_until_ready()
        yield server.url("postgres")
    finally:
        server.stop()
