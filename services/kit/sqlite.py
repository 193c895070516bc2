"""SQLite: how its connections are opened, and what its errors mean."""

from __future__ import annotations

import sqlite3

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.exc import DBAPIError, OperationalError

READERS = 4
"""Connections of an engine, and so threads that read at once."""
_BUSY_TIMEOUT_MS = 10_000
# What passes: the file is locked, the disk is full or fails. Every other error of SQLite is a mistake of ours.
_OUTAGES = frozenset(
    {
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_CANTOPEN,
    }
)
_PRIMARY_CODE = 0xFF


def sqlite_engine(url: str, *, read_only: bool = False, busy_timeout_ms: int | None = None) -> Engine:
    """An engine whose transactions begin and end as written here, not as Python's driver guesses.

    It waits `busy_timeout_ms` where another process has the file locked, or as long as every service does.
    """
    waits_ms = _BUSY_TIMEOUT_MS if busy_timeout_ms is None else busy_timeout_ms
    engine = create_engine(url, connect_args={"check_same_thread": False}, pool_size=READERS, max_overflow=0)

    @event.listens_for(engine, "connect")
    def prepare(connection: sqlite3.Connection, _: object) -> None:
        connection.isolation_level = None
        for pragma in (
            f"busy_timeout={waits_ms}",
            "journal_mode=WAL",
            "synchronous=FULL",
            "foreign_keys=ON",
            # What is deleted is gone from the file: people may ask to be erased.
            "secure_delete=ON",
            f"query_only={'ON' if read_only else 'OFF'}",
        ):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN" if read_only else "BEGIN IMMEDIATE")

    return engine


def is_outage(error: DBAPIError) -> bool:
    """Whether it passes, and is no mistake of ours."""
    code = error.orig.sqlite_errorcode if isinstance(error.orig, sqlite3.Error) else 0
    return isinstance(error, OperationalError) and code & _PRIMARY_CODE in _OUTAGES


def is_no_database(error: DBAPIError) -> bool:
    """Whether the file is something else, or damaged."""
    code = error.orig.sqlite_errorcode if isinstance(error.orig, sqlite3.Error) else 0
    return code & _PRIMARY_CODE in {sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT}


def is_locked(error: BaseException | None) -> bool:
    """Whether another process was writing, and may have finished in a moment."""
    of_sqlite = error.orig if isinstance(error, OperationalError) else None
    code = of_sqlite.sqlite_errorcode if isinstance(of_sqlite, sqlite3.Error) else 0
    return code & _PRIMARY_CODE == sqlite3.SQLITE_BUSY
