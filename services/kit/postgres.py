"""What PostgreSQL needs so that a unit of work finds there what it finds on SQLite, where it is alone.

A unit sees one moment (REPEATABLE READ). Where another has changed meanwhile what it wants to change, the server
refuses it, and it is run again. Units that change nothing in common do not meet: what must hold between two of them has
a unique key, or a row that both write. SERIALIZABLE would ask for neither, but takes moves of different matches, whose
keys are neighbours in an index, for conflicts: it ran each of them one and a half times.
"""

from __future__ import annotations

import asyncio
import random
import threading
import time
import zlib
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, asynccontextmanager, contextmanager
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event, func, select
from sqlalchemy.engine import ExceptionContext, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError

from services.kit.config import ConfigError, driver_url
from services.kit.values import DATABASE_URL

T = TypeVar("T")
Run = Callable[[Callable[[Connection], Any]], Awaitable[Any]]
"""Runs a unit of work in a transaction that is open already."""

_READERS = 4
_WRITERS = 8
_CLAIMING = 1
MOST_CONNECTIONS = _READERS + _WRITERS + _CLAIMING
"""So many a process has to its database at most."""
_CONNECT_ARGS = {
    "connect_timeout": 10,
    "tcp_user_timeout": 10_000,
    "keepalives_idle": 5,
    "keepalives_interval": 5,
    "keepalives_count": 2,
}
"""How long a server may say nothing, in s and ms: a machine that is gone closes no connection."""
_CONFLICTS_END_S = 10.0
_LONGEST_PAUSE_S = 0.02
_MIGRATING = zlib.crc32(b"redscience migrations")
"""The advisory lock of whoever migrates."""

_SERIALIZATION_FAILURE, _DEADLOCK = "40001", "40P01"
_CONFLICTS = frozenset({_SERIALIZATION_FAILURE, _DEADLOCK})
_UNIQUE_VIOLATION = "23505"
_READ_ONLY = "25006"


def postgres_engine(url: str, *, connections: int = _WRITERS + _CLAIMING, is_asked_first: bool = True) -> Engine:
    """An engine whose transactions each see one moment.

    Args:
        url: of the database.
        connections: how many there are at most.
        is_asked_first: whether a connection that has waited is asked before it is used, as the server may be another.

    Raises:
        ConfigError: the driver is not installed, or the URL cannot be read.
    """
    try:
        parsed = make_url(driver_url(url))
        engine = create_engine(
            parsed,
            isolation_level="REPEATABLE READ",
            pool_size=connections,
            max_overflow=0,
            pool_pre_ping=is_asked_first,
            connect_args={name: value for name, value in _CONNECT_ARGS.items() if name not in parsed.query},
        )
    except ImportError as error:
        raise ConfigError(
            "REDSCIENCE_DATABASE_URL names PostgreSQL, whose driver is not installed."
            " Install it: pip install '.[hosted]'."
        ) from error
    except (ArgumentError, ValueError):  # whose texts hold parts of the URL
        raise ConfigError(f"REDSCIENCE_DATABASE_URL cannot be read; it must be {DATABASE_URL}.") from None
    event.listen(engine, "connect", _plan_for_what_is_asked)
    return engine


def _plan_for_what_is_asked(connection: Any, _: object) -> None:
    """Has each statement planned for what it asks for, though it is prepared.

    One plan for all is made for the average game and player. Some have a thousand times as much: by that plan all of a
    leaderboard was read for each who asked.
    """
    connection.execute("SET plan_cache_mode = force_custom_plan")
    connection.commit()


def read_only(url: str) -> Engine:
    """An engine for units that must not write: they are run again where a connection is found to be cut."""
    engine = postgres_engine(url, connections=_READERS, is_asked_first=False)
    return engine.execution_options(postgresql_readonly=True)


@contextmanager
def migrating_alone(engine: Engine) -> Iterator[None]:
    """Has other processes that want to migrate this database wait."""
    with engine.begin() as connection:
        connection.execute(select(func.pg_advisory_xact_lock(_MIGRATING)))
        yield


class PoolWriter:
    """Each write a transaction of its own, several at once."""

    def __init__(self, engine: Engine) -> None:
        event.listen(engine, "handle_error", _leave_what_takes_nothing)
        self._engine = engine
        self._pool = ThreadPoolExecutor(_WRITERS, thread_name_prefix="database-write")
        self._line = threading.Lock()

    def submit(self, work: Callable[[Connection], T]) -> Future[T]:
        """Has `work` run, again where it met another; the result comes once it is durable."""
        return self._pool.submit(self._run, work)

    def submit_short(self, work: Callable[[Connection], T]) -> Future[T]:
        """The same: a server is asked over a network, and the caller does not wait for that."""
        return self.submit(work)

    def close(self) -> None:
        """Finishes what waits."""
        self._pool.shutdown()

    def _run(self, work: Callable[[Connection], T]) -> T:
        try:
            return self._run_once(work)
        except DBAPIError as error:
            # What stood in the way of a unique row was perhaps added a moment ago, and is seen the next time.
            if not (_is_conflict(error) or _sqlstate(error) == _UNIQUE_VIOLATION):
                raise
        with self._line:  # those who lost go one by one, so that none loses for ever
            return self._run_again(work)

    def _run_again(self, work: Callable[[Connection], T]) -> T:
        give_up_at = time.monotonic() + _CONFLICTS_END_S
        while True:
            try:
                return self._run_once(work)
            except DBAPIError as error:
                if not _is_conflict(error) or time.monotonic() >= give_up_at:
                    raise
            time.sleep(random.uniform(0, _LONGEST_PAUSE_S))

    def _run_once(self, work: Callable[[Connection], T]) -> T:
        with self._engine.begin() as connection:
            return work(connection)


def _leave_what_takes_nothing(context: ExceptionContext) -> None:
    """Has connections to a server that takes nothing given up: another may have its address by now."""
    if getattr(context.original_exception, "sqlstate", None) == _READ_ONLY:
        context.is_disconnect = True


def _is_conflict(error: DBAPIError) -> bool:
    """Whether another transaction was in the way, so that this one may succeed when it is run again."""
    return _sqlstate(error) in _CONFLICTS


def _sqlstate(error: DBAPIError) -> str | None:
    code: str | None = getattr(error.orig, "sqlstate", None)
    return code


class Claims:
    """Transactions that stay open while what their rows say is done, one at a time."""

    def __init__(self, engine: Engine) -> None:
        # Rows that another has taken away meanwhile are passed over, not met.
        self._engine = engine.execution_options(isolation_level="READ COMMITTED")
        self._thread = ThreadPoolExecutor(_CLAIMING, thread_name_prefix="database-claim")

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Run]:
        """A transaction, given as what runs units of work in it; taken back where the block fails or is cancelled."""
        opened = ExitStack()
        try:
            connection = await self._in_thread(lambda: opened.enter_context(self._engine.connect()))
            yield lambda work: self._in_thread(lambda: work(connection))
            await self._in_thread(connection.commit)
        finally:
            # A call that waits for the thread is dropped where whoever waits is cancelled; this one must be made.
            await asyncio.shield(self._in_thread(opened.close))

    def close(self) -> None:
        """Ends the thread."""
        self._thread.shutdown()

    async def _in_thread(self, call: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, call)
