"""Where a SQLite database is written: by one thread, with what waits in one commit, or at once by who brings little."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from functools import partial
from queue import Empty, SimpleQueue
from typing import Any, Generic, Protocol, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError

from services.kit.sqlite import is_locked, sqlite_engine

T = TypeVar("T")

_LARGEST_GROUP = 64
_QUICK_COMMIT_S = 0.001
"""Where commits on the event loop have lately taken longer on average, it goes on while the disk is busy with them.

To hand one over costs half of that: a thread is woken, and gets the interpreter back from the loop twice.
"""
_TRIED_AGAIN_AFTER = 32
"""So many are handed over before one is made on the loop, to see how long that takes now."""
_FADING = 0.9
"""The share of that average which a commit leaves of those before it."""


class Writer(Protocol):
    """Where writes are run."""

    def submit(self, work: Callable[[Connection], T]) -> Future[T]:
        """Has `work` run; the result comes once it is durable."""
        ...

    def submit_short(self, work: Callable[[Connection], T]) -> Future[T]:
        """Likewise, in the thread of the caller where that need not wait."""
        ...

    def close(self) -> None:
        """Finishes what waits."""
        ...


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


class _KeptConnection:
    """A connection that is kept from one transaction to the next: to get one costs as much as an empty transaction."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._connection: Connection | None = None

    def run(self, units: Sequence[_Unit[Any]], *, apart: bool = False) -> Callable[[], None]:
        """Runs units in a transaction, one at a time, and returns what commits it, in whatever thread.

        After an error, of a unit or of the commit, the next transaction is given another connection.

        Args:
            units: what is run.
            apart: each in a savepoint, so that it fails by itself.
        """
        connection, self._connection = self._connection or self._engine.connect(), None
        try:
            transaction = connection.begin()
            for unit in units:
                if apart:
                    unit.run(connection)
                else:
                    unit.result = unit.work(connection)
        except BaseException:
            connection.close()
            raise

        def commit() -> None:
            try:
                transaction.commit()
            except BaseException:
                connection.invalidate()  # it may be in a transaction still, which nothing ends but the end of it
                connection.close()
                raise
            self._connection = connection

        return commit

    def close(self) -> None:
        """Lets it go."""
        if self._connection is not None:
            self._connection.close()


class GroupWriter:
    """One thread and one connection: what waits while a commit is on its way to the disk goes into the next.

    Short units are run by whoever brings them, on another connection, while the thread has nothing to do and nobody
    else has the file locked. Where the disk is not quick another thread commits them, and whoever brings them goes on.
    """

    def __init__(self, engine: Engine) -> None:
        self._patient = _KeptConnection(engine)
        self._impatient_engine = sqlite_engine(str(engine.url), busy_timeout_ms=0)
        self._impatient = _KeptConnection(self._impatient_engine)
        self._writing = threading.Lock()
        self._commit_s = 0.0
        self._handed_over = 0
        self._queue: SimpleQueue[_Unit[Any] | None] = SimpleQueue()
        self._commits: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._threads = [
            threading.Thread(target=run, name=name, daemon=True)
            for name, run in (("database-write", self._run), ("database-commit", self._run_commits))
        ]
        for thread in self._threads:
            thread.start()

    def submit(self, work: Callable[[Connection], T]) -> Future[T]:
        """Has the thread run `work`."""
        unit = _Unit(work)
        self._queue.put(unit)
        return unit.future

    def submit_short(self, work: Callable[[Connection], T]) -> Future[T]:
        """Runs `work` at once, or has the thread run it where that is busy."""
        if not self._queue.empty() or not self._writing.acquire(blocking=False):
            return self.submit(work)
        unit = _Unit(work)
        try:
            commit = self._impatient.run([unit])
        except BaseException as error:  # noqa: BLE001  # whatever it is, the caller who waits gets it
            self._writing.release()
            if is_locked(error):
                return self.submit(work)
            unit.error = error
            unit.answer()
            return unit.future
        unit.future.set_running_or_notify_cancel()  # from now on whoever waits may go, and it is done all the same
        if self._commit_s < _QUICK_COMMIT_S or self._handed_over == _TRIED_AGAIN_AFTER:
            self._handed_over = 0
            begun_at_s = time.monotonic()
            self._finish(unit, commit)
            self._commit_s += (1 - _FADING) * (time.monotonic() - begun_at_s - self._commit_s)
        else:
            self._handed_over += 1
            self._commits.put(partial(self._finish, unit, commit))
        return unit.future

    def close(self) -> None:
        """Finishes what waits, and lets the connections go."""
        for queue in (self._queue, self._commits):
            queue.put(None)
        for thread in self._threads:
            thread.join()
        for connection in (self._patient, self._impatient):
            connection.close()
        self._impatient_engine.dispose()

    def _finish(self, unit: _Unit[Any], commit: Callable[[], None]) -> None:
        """Commits a short unit, lets others write, and tells whoever waits."""
        try:
            commit()
        except BaseException as error:  # noqa: BLE001  # whatever it is, nothing was stored
            unit.error = error
        finally:
            self._writing.release()
        unit.answer()

    def _run_commits(self) -> None:
        while (finish := self._commits.get()) is not None:
            finish()

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
        with self._writing:
            self._run_together(units)
        for unit in units:
            unit.answer()

    def _run_together(self, units: Sequence[_Unit[Any]]) -> None:
        """Runs units in one transaction as if none could fail, for savepoints cost as much as most units do."""
        try:
            self._patient.run(units)()
        except BaseException as error:  # noqa: BLE001  # whatever it is, nothing was stored
            if len(units) == 1:
                units[0].error = error
            else:
                self._run_apart(units)

    def _run_apart(self, units: Sequence[_Unit[Any]]) -> None:
        """Runs units in one transaction so that each fails by itself."""
        try:
            self._patient.run(units, apart=True)()
        except BaseException as error:  # noqa: BLE001  # the disk is full, the file is locked: nothing was stored
            for unit in units:
                unit.error = unit.error or error
