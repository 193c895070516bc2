"""Stores changes of matches in groups: what is decided while one group is on its way to the disk goes into the next."""

from __future__ import annotations

import asyncio
import contextvars
import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from services.kit.database import Database
from services.kit.ids import new_id
from services.match.store import Request, Storing, store_changes
from services.match.turns import Change

log = logging.getLogger(__name__)

_Write = Callable[[Callable[[Connection], None]], Awaitable[None]]

_LARGEST_GROUP = 256
_EVERY_S = 0.003
"""A commit costs as much as two moves: where they come faster, they wait for one another this long."""


@dataclass(frozen=True, slots=True)
class _Entry:
    """A change that is to be stored, and whoever waits for it, or has gone away."""

    storing: Storing
    is_stored: asyncio.Future[bool]

    def settle(self, *, is_stored: bool) -> None:
        """It is stored, or another was first."""
        if not self.is_stored.done():
            self.is_stored.set_result(is_stored)

    def fail(self, error: Exception) -> None:
        """Nobody knows how it is."""
        if not self.is_stored.done():
            self.is_stored.set_exception(error)


class Journal:
    """One group after the other, a transaction each.

    Args:
        database: of the match service.
        stored: is called with each change that is durable, before whoever waits for it is told.
        in_doubt: is called with each of which that is not known: storing it failed, or another was first, which may
            have been the same change.
    """

    def __init__(
        self, database: Database, stored: Callable[[Change], None], in_doubt: Callable[[Change], None]
    ) -> None:
        self._database = database
        self._stored = stored
        self._in_doubt = in_doubt
        self._waiting: list[_Entry] = []
        self._writing: asyncio.Task[None] | None = None
        self._next_at_s = 0.0

    async def store(self, change: Change, request: Request | None, now_ms: int) -> bool:
        """Stores a change; returns once it is durable. False, and nothing is stored, where another was first.

        Raises:
            Unavailable: the database takes nothing now.
        """
        return await self.enter(change, request, now_ms)

    def enter(self, change: Change, request: Request | None, now_ms: int) -> asyncio.Future[bool]:
        """Has a change stored; what `store` returns or raises comes later. It is stored also where nobody waits."""
        is_stored: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.append(_Entry(Storing(change, request, now_ms, contextvars.copy_context()), is_stored))
        if self._writing is None:
            self._writing = asyncio.create_task(self._write(), name="journal", context=contextvars.Context())
        return is_stored

    async def _write(self) -> None:
        try:
            while self._waiting:
                await asyncio.sleep(max(0.0, self._next_at_s - time.monotonic()))
                group, self._waiting = self._waiting[:_LARGEST_GROUP], self._waiting[_LARGEST_GROUP:]
                await self._write_group(group)
                self._next_at_s = time.monotonic() + _EVERY_S
        finally:
            self._writing = None

    async def _write_group(self, group: list[_Entry]) -> None:
        if len(group) == 1:
            await self._write_alone(group[0], self._database.write_short)
            return
        several = [entry.storing for entry in group]
        try:
            await self._database.write_short(lambda connection: store_changes(connection, several, new_id))
        except IntegrityError:
            # One of them came too late, and the others did not. The thread puts them into one transaction again.
            await asyncio.gather(*(self._write_alone(entry, self._database.write) for entry in group))
        except Exception as error:  # noqa: BLE001  # whatever it is, those who wait get it
            for entry in group:
                self._in_doubt(entry.storing.change)
                entry.fail(error)
        else:
            for entry in group:
                self._tell(entry)

    async def _write_alone(self, entry: _Entry, write: _Write) -> None:
        try:
            await write(lambda connection: store_changes(connection, [entry.storing], new_id))
        except IntegrityError:
            self._in_doubt(entry.storing.change)
            entry.settle(is_stored=False)
        except Exception as error:  # noqa: BLE001  # whatever it is, whoever waits gets it
            self._in_doubt(entry.storing.change)
            entry.fail(error)
        else:
            self._tell(entry)

    def _tell(self, entry: _Entry) -> None:
        try:
            # Whoever is asked now is asked in the trace of whoever moved.
            entry.storing.context.run(self._stored, entry.storing.change)
        except Exception:
            log.exception("a change that is stored was not told", extra={"match": entry.storing.change.after.match.id})
        entry.settle(is_stored=True)
