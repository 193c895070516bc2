"""A service's own database: migrated first, one writer with group commit, readers beside it, off the event loop."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from sqlalchemy import Connection

T = TypeVar("T")


class Database:
    """Runs units of work, each a plain function of a connection, in threads of its own.

    On SQLite (WAL, synchronous=FULL) all writes go through one thread: what is waiting is run in one BEGIN IMMEDIATE,
    each unit in a savepoint of its own, and every caller is answered after the commit. Elsewhere each write is a
    transaction of its own.
    """

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Runs `work` in a transaction and returns its result once that is durable; an error rolls `work` back."""
        raise NotImplementedError

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Runs `work` on a snapshot; it must not write."""
        raise NotImplementedError

    def after_commit(self, call: Callable[[], None]) -> None:
        """Has `call` made (on the event loop) after every commit; the outbox relay wakes so."""
        raise NotImplementedError

    async def close(self) -> None:
        """Finishes what is waiting, then closes every connection."""
        raise NotImplementedError


async def open_database(url: str, migrations: Path) -> Database:
    """Opens the database at `url` and brings it to the newest of `migrations` (an Alembic folder with `versions/`)."""
    raise NotImplementedError
