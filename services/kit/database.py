"""A service's own database: migrated first, one writer with group commit, readers beside it, off the event loop."""

from __future__ import annotations

import asyncio
import contextvars
import fcntl
import logging
import sqlite3
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, Generic, TypeVar

from sqlalchemy import Connection, Engine, Table, create_engine, event, inspect, text
from sqlalchemy.exc import ArgumentError, DBAPIError, OperationalError

from redscience.errors import Unavailable
from services.kit.config import DATABASE_URL, ConfigError, driver_url

log = logging.getLogger(__name__)

T = TypeVar("T")

_READERS = 4
_CONNECTIONS = 8
_LARGEST_GROUP = 64
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


class Database:
    """Runs units of work, each a plain function of a connection, in threads of its own.

    On SQLite (WAL, synchronous=FULL) all writes go through one thread: what is waiting is run in one BEGIN IMMEDIATE,
    each unit in a savepoint of its own, and every caller is answered after the commit. Elsewhere each write is a
    transaction of its own.
    """

    def __init__(self, engine: Engine, read_engine: Engine, writer: _Writer) -> None:
        self._engine = engine
        self._read_engine = read_engine
        self._writer = writer
        self._readers = ThreadPoolExecutor(_READERS, thread_name_prefix="database-read")
        self._after_commit: list[Callable[[], None]] = []

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Runs `work` in a transaction and returns its result once that is durable; an error rolls `work` back.

        `work` runs in the context of the caller, so that what it stores knows the trace. Once begun it is not
        interrupted: a caller that is cancelled may find it done.

        Raises:
            Unavailable: the database takes nothing now.
        """
        with _outages_named():
            result = await asyncio.wrap_future(self._writer.submit(_in_this_context(work)))
        for call in self._after_commit:
            call()
        return result

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Runs `work` on a snapshot; it must not write.

        Raises:
            Unavailable: the database gives nothing now.
        """
        with _outages_named():
            return await asyncio.get_running_loop().run_in_executor(self._readers, self._read, _in_this_context(work))

    def after_commit(self, call: Callable[[], None]) -> None:
        """Has `call` made (on the event loop) after every commit; the outbox relay wakes so."""
        self._after_commit.append(call)

    async def close(self) -> None:
        """Finishes what is waiting, then closes every connection."""
        await asyncio.to_thread(self._close)

    def _close(self) -> None:
        self._writer.close()
        self._readers.shutdown()
        self._read_engine.dispose()
        self._engine.dispose()

    def _read(self, work: Callable[[Connection], T]) -> T:
        with self._read_engine.connect() as connection:
            return work(connection)


async def open_database(url: str, migrations: Path) -> Database:
    """Opens the database at `url` and brings it to the newest of `migrations` (an Alembic folder with `versions/`)."""
    return await asyncio.to_thread(_open, url, migrations)


def _open(url: str, migrations: Path) -> Database:
    if is_sqlite(url):
        engine, read_engine = sqlite_engine(url), sqlite_engine(url, read_only=True)
    else:
        engine = read_engine = postgres_engine(url)
    _migrate(engine, migrations)
    writer = _GroupWriter(engine) if engine.dialect.name == "sqlite" else _PoolWriter(engine)
    return Database(engine, read_engine, writer)


def is_sqlite(url: str) -> bool:
    """Whether a URL names an SQLite file."""
    return driver_url(url).startswith("sqlite:")


def postgres_engine(url: str) -> Engine:
    """An engine for a PostgreSQL database.

    Raises:
        ConfigError: the driver is not installed, or the URL is none.
    """
    try:
        return create_engine(driver_url(url), pool_size=_CONNECTIONS + _READERS, pool_pre_ping=True)
    except ImportError as error:
        raise ConfigError(
            "REDSCIENCE_DATABASE_URL names PostgreSQL, whose driver is not installed."
            " Install it: pip install 'redscience[hosted]'."
        ) from error
    except (ArgumentError, ValueError):  # whose texts hold parts of the URL
        raise ConfigError(f"REDSCIENCE_DATABASE_URL cannot be read; it must be {DATABASE_URL}.") from None


def _migrate(engine: Engine, migrations: Path) -> None:
    with _alone(engine):
        if _version(engine) != newest_version(migrations):
            from services.kit.migrations import upgrade  # noqa: PLC0415 - slow to load, and seldom needed

            upgrade(engine, migrations)


@contextmanager
def _alone(engine: Engine) -> Iterator[None]:
    """One process at a time where the database is an SQLite file."""
    if engine.dialect.name != "sqlite" or not engine.url.database:
        yield
        return
    with Path(f"{engine.url.database}.lock").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _version(engine: Engine) -> str | None:
    with engine.connect() as connection:
        if not inspect(connection).has_table("alembic_version"):
            return None
        version: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
        return version


def insert_or_ignore(connection: Connection, table: Table, **values: object) -> bool:
    """Inserts a row unless its key is taken, and says whether it did."""
    if connection.dialect.name == "sqlite":
        from sqlalchemy.dialects.sqlite import insert  # noqa: PLC0415 - a dialect is slow to load, and one is used
    else:
        from sqlalchemy.dialects.postgresql import insert  # type: ignore[assignment]  # noqa: PLC0415 - likewise
    return connection.execute(insert(table).values(**values).on_conflict_do_nothing()).rowcount == 1


def newest_version(migrations: Path) -> str:
    """The version of the last migration in `versions/`, with which the name of its file begins."""
    return max(file.name for file in migrations.glob("versions/*.py")).partition("_")[0]


def sqlite_engine(url: str, *, read_only: bool = False) -> Engine:
    """An engine whose transactions begin and end as written here, not as Python's driver guesses."""
    engine = create_engine(url, connect_args={"check_same_thread": False}, pool_size=_READERS, max_overflow=0)

    @event.listens_for(engine, "connect")
    def prepare(connection: sqlite3.Connection, _: object) -> None:
        connection.isolation_level = None
        for pragma in (
            f"busy_timeout={_BUSY_TIMEOUT_MS}",
            "journal_mode=WAL",
            "synchronous=FULL",
            "foreign_keys=ON",
            f"query_only={'ON' if read_only else 'OFF'}",
        ):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN" if read_only else "BEGIN IMMEDIATE")

    return engine


@contextmanager
def _outages_named() -> Iterator[None]:
    """Has whoever calls told to come back, where the database does not answer; the log has the reason."""
    try:
        yield
    except OperationalError as error:
        if not _is_outage(error):
            raise
        log.error("the database does not answer", extra={"why": str(error.orig)})  # noqa: TRY400 - the reason says all
        raise Unavailable("Nothing can be looked up or kept here now. Try again in a moment.") from error


def _is_outage(error: OperationalError) -> bool:
    if isinstance(error.orig, sqlite3.Error):
        return error.orig.sqlite_errorcode & _PRIMARY_CODE in _OUTAGES
    return True  # elsewhere the class is kept for what is beyond the statement: the connection, the disk, a deadlock


def _in_this_context(work: Callable[[Connection], T]) -> Callable[[Connection], T]:
    context = contextvars.copy_context()
    return lambda connection: context.run(work, connection)


@dataclass(slots=True)
class _Unit(Generic[T]):
    """One unit of work and whoever waits for it."""

    work: Callable[[Connection], T]
    future: Future[T] = field(default_factory=Future)
    result: T | None = None
    error: BaseException | None = None

    def run(self, connection: Connection) -> None:
        """Runs in a savepoint, so that an error takes back this unit and no other."""
        savepoint = connection.begin_nested()
        try:
            self.result = self.work(connection)
        except BaseException as error:  # noqa: BLE001  # whatever it is, the caller who waits gets it
            self.error = error
            try:
                savepoint.rollback()
            except DBAPIError:
                # A full disk makes SQLite take back the whole group at once, with all savepoints.
                raise error from None
        else:
            savepoint.commit()

    def answer(self) -> None:
        """Tells whoever waits."""
        if self.error is not None:
            self.future.set_exception(self.error)
        else:
            self.future.set_result(self.result)  # type: ignore[arg-type]  # set by run


class _Writer:
    """Where writes are run."""

    def submit(self, work: Callable[[Connection], T]) -> Future[T]:
        raise NotImplementedError

    def close(self) -> None:
        raise NotImplementedError


class _PoolWriter(_Writer):
    """Each write a transaction of its own, several at once."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._pool = ThreadPoolExecutor(_CONNECTIONS, thread_name_prefix="database-write")

    def submit(self, work: Callable[[Connection], T]) -> Future[T]:
        return self._pool.submit(self._run, work)

    def close(self) -> None:
        self._pool.shutdown()

    def _run(self, work: Callable[[Connection], T]) -> T:
        with self._engine.begin() as connection:
            return work(connection)


class _GroupWriter(_Writer):
    """One thread and one connection: what waits while a commit is on its way to the disk goes into the next."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._queue: SimpleQueue[_Unit[Any] | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="database-write", daemon=True)
        self._thread.start()

    def submit(self, work: Callable[[Connection], T]) -> Future[T]:
        unit = _Unit(work)
        self._queue.put(unit)
        return unit.future

    def close(self) -> None:
        self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        is_open = True
        while is_open:
            units, is_open = self._next_group()
            self._commit(units)

    def _next_group(self) -> tuple[list[_Unit[Any]], bool]:
        """What is waiting, at least one unit, and whether more may come."""
        units: list[_Unit[Any]] = []
        unit = self._queue.get()
        while unit is not None:
            units.append(unit)
            if len(units) == _LARGEST_GROUP:
                return units, True
            try:
                unit = self._queue.get_nowait()
            except Empty:
                return units, True
        return units, False

    def _commit(self, units: list[_Unit[Any]]) -> None:
        # Whoever has gone is not written for; marking the others as running closes the door to a late change of mind.
        units = [unit for unit in units if unit.future.set_running_or_notify_cancel()]
        if not units:
            return
        try:
            with self._engine.begin() as connection:
                for unit in units:
                    unit.run(connection)
        except BaseException as error:  # noqa: BLE001  # the disk is full, the file is locked: nothing was stored
            for unit in units:
                unit.error = unit.error or error
        for unit in units:
            unit.answer()
