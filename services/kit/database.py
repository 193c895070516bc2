"""A service's own database: migrated first, one writer with group commit, readers beside it."""

from __future__ import annotations

import asyncio
import contextvars
import fcntl
import logging
import shutil
import sqlite3
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from sqlalchemy import Connection, Dialect, Engine, Insert, Table, insert, inspect, text
from sqlalchemy.exc import DBAPIError, OperationalError

from redscience.errors import Unavailable
from services.kit import metrics, sqlite
from services.kit.config import ConfigError, driver_url
from services.kit.group_writer import GroupWriter, Writer
from services.kit.sqlite import READERS, sqlite_engine

if TYPE_CHECKING:
    from services.kit.postgres import Claims

log = logging.getLogger(__name__)

T = TypeVar("T")

_Commit = Callable[[Callable[[Connection], Any]], Awaitable[Any]]

_REFUSAL_COUNTS_S = 5.0
"""So long a database that took nothing is held not to do its part, unless it has taken something since."""
_LEAST_ROOM = 1 << 18
_OUTAGE = "Nothing can be read or saved here now. Try again in a moment."
_NO_DATABASE = (
    "REDSCIENCE_DATABASE_URL names a file that is no SQLite database, or is damaged."
    " Name another, or restore a backup of it."
)
UNFINISHED = "unfinished "
"""Stands before the version of a database that counts only when others have been written as well."""
_WAITING = "tables with rows to be worked off"


class Database:
    """Runs units of work, each a plain function of a connection, in threads of its own, but for `write_short`.

    On SQLite (WAL, synchronous=FULL) one thread writes: what is waiting is run in one BEGIN IMMEDIATE, again with a
    savepoint for each unit where one fails, and every caller is answered after the commit. On PostgreSQL each write is
    a transaction of its own, several at once, and is run again where another changed what it changes; what else must
    hold between units, `services.kit.postgres` says.
    """

    def __init__(self, engine: Engine, read_engine: Engine, writer: Writer, claims: Claims | None) -> None:
        self._engine = engine
        self._read_engine = read_engine
        self._writer = writer
        self._claims = claims
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="database-read")
        self._after_commit: list[tuple[str, Callable[[], None]]] = []
        self._refused_until_s = 0.0

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Runs `work` in a transaction and returns its result once that is durable; an error rolls `work` back.

        `work` runs in the context of the caller, so that what it stores knows the trace. It may be run more than once,
        of which one run counts: whatever it does, it does by its connection. Once begun it is not interrupted: a
        caller that is cancelled may find it done.

        Raises:
            Unavailable: the database takes nothing now.
        """
        return await self._write(work, self._commit)

    async def write_short(self, work: Callable[[Connection], T]) -> T:
        """As `write`, for what takes a millisecond with its commit: where nothing is in the way it is done at once.

        On SQLite that is on the event loop. It costs half of what it costs to hand it to a thread, which has to get the
        interpreter back from the loop after each statement.

        Raises:
            Unavailable: the database takes nothing now.
        """
        return await self._write(work, self._commit_short)

    async def _write(self, work: Callable[[Connection], T], commit: _Commit) -> T:
        waiting: set[str] = set()
        begins = metrics.waiting("write")

        def noting(connection: Connection) -> T:
            begins()
            # It may be run again, and its connection is used by others before and after it.
            waiting.clear()
            connection.info[_WAITING] = waiting
            return work(connection)

        try:
            result: T = await commit(noting)
        except Unavailable:
            self._refused_until_s = time.monotonic() + _REFUSAL_COUNTS_S
            raise
        self._refused_until_s = 0.0
        for table, call in self._after_commit:
            if table in waiting:
                call()
        return result

    async def _commit(self, work: Callable[[Connection], T]) -> T:
        with _outages_named(), metrics.timed("write"):
            return await asyncio.wrap_future(self._writer.submit(_in_this_context(work)))

    async def _commit_short(self, work: Callable[[Connection], T]) -> T:
        with _outages_named(), metrics.timed("write"):
            done = self._writer.submit_short(_in_this_context(work))
            return done.result() if done.done() else await asyncio.wrap_future(done)

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Runs `work` on a snapshot; it must not write.

        Raises:
            Unavailable: the database gives nothing now.
        """
        begins = metrics.waiting("read")

        def noting(connection: Connection) -> T:
            begins()
            return work(connection)

        with _outages_named(), metrics.timed("read"):
            return await asyncio.get_running_loop().run_in_executor(self._readers, self._read, _in_this_context(noting))

    @asynccontextmanager
    async def claim(self, take: Callable[[Connection], Sequence[T]]) -> AsyncIterator[Claim[T]]:
        """Rows to be worked off, none of which another process is given until the block ends.

        `take` selects them FOR UPDATE SKIP LOCKED. Nothing holds them on SQLite, where one process works off a table.
        That they are settled is no news: nothing is called after that commit.

        Raises:
            Unavailable: the database does not answer.
        """
        if self._claims is None:
            yield Claim(await self.read(take), self._commit)
            return
        with _outages_named():
            async with self._claims.transaction() as run:
                yield Claim(await run(take), run)

    async def works(self) -> None:
        """Returns once a transaction was begun and ended.

        Raises:
            Unavailable: none can be, its disk is full, or what was to be kept of late could not be.
        """
        if _is_full(self._engine) or time.monotonic() < self._refused_until_s:
            raise Unavailable(_OUTAGE)
        with _outages_named():
            await asyncio.wrap_future(self._writer.submit(_nothing))

    def after_commit(self, table: Table, call: Callable[[], None]) -> None:
        """Has `call` made (on the event loop) after every commit of what waits in `table` to be worked off."""
        self._after_commit.append((table.name, call))

    async def close(self) -> None:
        """Finishes what is waiting, then closes every connection."""
        await asyncio.to_thread(self._close)

    def _close(self) -> None:
        self._writer.close()
        self._readers.shutdown()
        if self._claims is not None:
            self._claims.close()
        self._read_engine.dispose()
        self._engine.dispose()

    def _read(self, work: Callable[[Connection], T]) -> T:
        try:
            return self._read_once(work)
        except DBAPIError as error:
            if not error.connection_invalidated:
                raise
        # The server was started again since the connection was used last. Nobody knew: to ask first costs every read.
        return self._read_once(work)

    def _read_once(self, work: Callable[[Connection], T]) -> T:
        # Committed, though there is nothing to commit: after a rollback psycopg forgets what it has prepared.
        with self._read_engine.begin() as connection:
            return work(connection)


@dataclass(frozen=True, slots=True)
class Claim(Generic[T]):
    """Rows that are this process's own for now.

    Attributes:
        rows: what was taken.
        settle: runs a unit of work that removes them, or some; it is durable once the claim has ended.
    """

    rows: Sequence[T]
    settle: Callable[[Callable[[Connection], Any]], Awaitable[Any]]


async def open_database(url: str, migrations: Path) -> Database:
    """Opens the database at `url` and brings it to the newest of `migrations` (an Alembic folder with `versions/`).

    Raises:
        ConfigError, ConnectionError: as for `migrate`.
    """
    return await asyncio.to_thread(_open, url, migrations)


def migrate(url: str, migrations: Path) -> None:
    """Brings the database at `url` to the newest of `migrations`.

    Raises:
        ConfigError: it is of no database that can be used, or of a newer release, or an unfinished move, or the driver
            is not installed.
        ConnectionError: it does not answer.
    """
    engine = make_engine(url)
    _bring_up(engine, migrations)
    engine.dispose()


def migrate_back(url: str, migrations: Path, version: str) -> None:
    """Takes the database at `url` back to an earlier version of `migrations`; nothing may be using it.

    Raises:
        ConfigError, ConnectionError: as for `migrate`, or there is no such version.
    """
    from services.kit.migrations import take_back  # noqa: PLC0415 - slow to load, and seldom needed

    if version not in versions(migrations):
        raise ConfigError(
            f"{version} is no version of this database. Name one from 0001 to {newest_version(migrations)}."
        )
    engine = make_engine(url)
    try:
        with failures_named(), _alone(engine):
            if (_version(engine) or "") > version:
                take_back(engine, migrations, version)
    finally:
        engine.dispose()


def _bring_up(engine: Engine, migrations: Path) -> None:
    try:
        with failures_named():
            _migrate(engine, migrations)
    except BaseException:
        engine.dispose()
        raise


@contextmanager
def failures_named() -> Iterator[None]:
    """Says of a database that cannot be used why that is."""
    try:
        yield
    except DBAPIError as error:
        if sqlite.is_no_database(error):
            raise ConfigError(_NO_DATABASE) from error
        if not _is_outage(error):
            raise
        raise ConnectionError(f"the database does not answer: {error.orig}") from error


def _open(url: str, migrations: Path) -> Database:
    engine = make_engine(url)
    _bring_up(engine, migrations)
    if engine.dialect.name == "sqlite":
        return Database(engine, sqlite_engine(url, read_only=True), GroupWriter(engine), None)
    from services.kit import postgres  # noqa: PLC0415 - seldom needed

    return Database(engine, postgres.read_only(url), postgres.PoolWriter(engine), postgres.Claims(engine))


def make_engine(url: str) -> Engine:
    """An engine for the database at `url`.

    Raises:
        ConfigError: it is of no database that can be used, or the driver is not installed.
    """
    if driver_url(url).startswith("sqlite:"):
        return sqlite_engine(url)
    from services.kit.postgres import postgres_engine  # noqa: PLC0415 - seldom needed

    return postgres_engine(url)


def _migrate(engine: Engine, migrations: Path) -> None:
    with _alone(engine):
        version, newest = _version(engine), newest_version(migrations)
        if version == newest:
            return
        if version is not None and version not in versions(migrations):
            raise ConfigError(
                f"REDSCIENCE_DATABASE_URL names a database of a newer release: its version is {version}, and this"
                f" release knows them up to {newest}. Install that release again, or restore a backup from before it."
                " If it is another service's, name this one's."
            )
        from services.kit.migrations import upgrade  # noqa: PLC0415 - slow to load, and seldom needed

        try:
            upgrade(engine, migrations)
        except DBAPIError as error:
            if _is_outage(error):
                raise
            reason = str(error.orig).partition("\n")[0]
            raise ConfigError(
                f"REDSCIENCE_DATABASE_URL names a database that cannot be brought to version {newest} ({reason}), and"
                " stays as it is. If it is another service's, name this one's."
            ) from error


@contextmanager
def _alone(engine: Engine) -> Iterator[None]:
    """One process at a time."""
    if engine.dialect.name != "sqlite":
        from services.kit.postgres import migrating_alone  # noqa: PLC0415 - seldom needed

        with migrating_alone(engine):
            yield
        return
    with Path(f"{engine.url.database}.lock").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _version(engine: Engine) -> str | None:
    with engine.connect() as connection:
        version = version_of(connection)
    if version is not None and version.startswith(UNFINISHED):
        raise ConfigError(
            "REDSCIENCE_DATABASE_URL names a database to which a move has broken off."
            " Move all to it again: redscience host move."
        )
    return version


def version_of(connection: Connection) -> str | None:
    """The version that a database says it has; None where it has nothing yet."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    version: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
    return version


def note_waiting(connection: Connection, table: Table) -> None:
    """Says that this unit of work leaves rows in a table that somebody works off: they are told once it is durable."""
    connection.info.setdefault(_WAITING, set()).add(table.name)


def insert_or_ignore(connection: Connection, table: Table, **values: object) -> bool:
    """Inserts a row unless its key is taken, and says whether it did."""
    return connection.execute(_insert_or_ignore(table, connection.dialect.name), values).first() is not None


def insert_rows(connection: Connection, table: Table, rows: Sequence[Mapping[str, Any]]) -> None:
    """Inserts rows, each of which names all columns of the table and no other, for half of what `insert` costs.

    Raises:
        IntegrityError: a key is taken.
    """
    inserting = _inserting(table, connection.dialect)
    connection.exec_driver_sql(inserting.statement, [inserting.parameters(row) for row in rows])


class _Inserting:
    """An INSERT of all columns of a table, as the driver takes it."""

    def __init__(self, table: Table, dialect: Dialect) -> None:
        compiled = insert(table).compile(dialect=dialect)
        self.statement = str(compiled)
        self._names: Sequence[str] = tuple(table.columns.keys())
        self._by_name = not compiled.positional
        bound = {column.name: column.type.dialect_impl(dialect).bind_processor(dialect) for column in table.columns}
        self._bound = [(name, bind) for name, bind in bound.items() if bind is not None]

    def parameters(self, row: Mapping[str, Any]) -> Any:
        """The values of a row, as the driver takes them."""
        values = {**row, **{name: bind(row[name]) for name, bind in self._bound}}
        return values if self._by_name else tuple(map(values.__getitem__, self._names))


@cache
def _inserting(table: Table, dialect: Dialect) -> _Inserting:
    return _Inserting(table, dialect)


@cache
def _insert_or_ignore(table: Table, dialect: str) -> Insert:
    if dialect == "sqlite":
        from sqlalchemy.dialects.sqlite import insert  # noqa: PLC0415 - a dialect is slow to load, and one is used
    else:
        from sqlalchemy.dialects.postgresql import insert  # type: ignore[assignment]  # noqa: PLC0415 - likewise
    return insert(table).on_conflict_do_nothing().returning(*table.primary_key)


def newest_version(migrations: Path) -> str:
    """The version of the last migration in `versions/`."""
    return max(versions(migrations))


def versions(migrations: Path) -> frozenset[str]:
    """The versions of all migrations in `versions/`, with which the names of their files begin."""
    return frozenset(file.name.partition("_")[0] for file in migrations.glob("versions/[0-9]*.py"))


@contextmanager
def _outages_named() -> Iterator[None]:
    """Has whoever calls told to come back, where the database does not answer; the log has the reason."""
    try:
        yield
    except DBAPIError as error:
        if not _is_outage(error):
            raise
        log.error("the database does not answer", extra={"why": str(error.orig)})  # noqa: TRY400 - the reason says all
        raise Unavailable(_OUTAGE) from error


def _nothing(_: Connection) -> None:
    """A unit of work that has nothing to do."""


def _is_full(engine: Engine) -> bool:
    """Whether the disk of a file has no room; a server says so where it is asked to keep something."""
    if engine.dialect.name != "sqlite" or not engine.url.database:
        return False
    try:
        return shutil.disk_usage(Path(engine.url.database).parent).free < _LEAST_ROOM
    except OSError:
        return True


def _is_outage(error: DBAPIError) -> bool:
    if isinstance(error.orig, sqlite3.Error):
        return sqlite.is_outage(error)
    # PostgreSQL's are beyond the statement: the connection, the disk, others who were always in the way.
    return isinstance(error, OperationalError) or error.connection_invalidated


def _in_this_context(work: Callable[[Connection], T]) -> Callable[[Connection], T]:
    context = contextvars.copy_context()
    return lambda connection: context.run(work, connection)
