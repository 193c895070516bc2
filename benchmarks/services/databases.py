"""Databases of their own on a PostgreSQL server, so that what one run leaves is in no other's way."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit, urlunsplit

from services.kit.config import WITH_DATABASE


@contextmanager
def own_databases(server_url: str) -> Iterator[str]:
    """The URL of empty databases, with `{service}` for the name of each service; they are removed afterwards.

    Args:
        server_url: of any database of the server, for somebody who may make others; "" for no server.

    Yields:
        "" where there is no server: services use files then.
    """
    if not server_url:
        yield ""
        return
    prefix = f"bench_{secrets.token_hex(6)}_"
    _for_each(server_url, "CREATE DATABASE {}", prefix)
    try:
        yield urlunsplit(urlsplit(server_url)._replace(path=f"/{prefix}{{service}}"))
    finally:
        _for_each(server_url, "DROP DATABASE {} WITH (FORCE)", prefix)


def _for_each(server_url: str, statement: str, prefix: str) -> None:
    import psycopg  # noqa: PLC0415 - seldom needed
    from psycopg import sql  # noqa: PLC0415 - likewise

    with psycopg.connect(server_url, autocommit=True) as connection:
        for service in sorted(WITH_DATABASE):
            connection.execute(sql.SQL(statement).format(sql.Identifier(prefix + service)))
