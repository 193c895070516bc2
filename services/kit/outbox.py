"""Facts are stored before they are told: a row in the transaction of the change, published by a relay after it."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any

from google.protobuf.message import Message
from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    Insert,
    LargeBinary,
    MetaData,
    Select,
    String,
    Table,
    bindparam,
    delete,
    insert,
    select,
)

from services.kit import metrics, telemetry
from services.kit.bus import Bus
from services.kit.database import Database, note_waiting
from services.kit.waking import woken

log = logging.getLogger(__name__)

_BATCH = 64
_AGAIN_S = 0.5
"""So long it waits where the bus did not take everything."""
_BACKSTOP_S = 5.0
"""And so long for what another process has left behind: what is told here wakes it."""
_GATHERED_S = 0.05
"""What is told within so short a time is published, and deleted, together."""


def outbox_table(metadata: MetaData) -> Table:
    """The table `outbox`: id (ULID, the message id on the bus), subject, payload, traceparent, created_at_ms."""
    return Table(
        "outbox",
        metadata,
        Column("id", String(64), primary_key=True),
        Column("subject", String(255), nullable=False),
        Column("payload", LargeBinary, nullable=False),
        Column("traceparent", String(64), nullable=False),
        Column("created_at_ms", BigInteger, nullable=False),
    )


def tell(connection: Connection, table: Table, subject: str, payload: Message, *, event_id: str, now_ms: int) -> None:
    """Stores a fact for `subject`, with the present trace context, in the transaction of `connection`."""
    row = {
        "id": event_id,
        "subject": subject,
        "payload": payload.SerializeToString(),
        "traceparent": telemetry.traceparent(),
        "created_at_ms": now_ms,
    }
    connection.execute(_insert(table), row)
    note_waiting(connection, table)


@lru_cache
def _insert(table: Table) -> Insert:
    return insert(table)


@dataclass(frozen=True, slots=True)
class _Row:
    id: str
    subject: str
    payload: bytes
    traceparent: str
    created_at_ms: int


def oldest(table: Table) -> Select[Any]:
    """The rows that are published next; of these another replica is given none while a transaction lasts.

    They are those behind the id `after`, by their ids, which are ULIDs: that is the order in which they were told, and
    where very many wait, as when the bus was away for long, no more of them are read.
    """
    columns = table.c
    return (
        select(columns.id, columns.subject, columns.payload, columns.traceparent, columns.created_at_ms)
        .where(columns.id > bindparam("after", ""))
        .order_by(columns.id)
        .limit(_BATCH)
        .with_for_update(skip_locked=True)
    )


class Relay:
    """Publishes what is in the outbox, and deletes what the stream has acknowledged.

    Of several replicas on PostgreSQL each publishes rows of its own: those that another has taken are skipped.
    It wakes when something that was told here is committed, and now and then for what a replica that was killed has
    left. The oldest rows are published together, in no order: consumers take facts in none. A row is published at least
    once; its id is the message id by which the stream and every consumer tell a repeat. Where of so many as are taken
    at once some are not published, those behind them are next, to the end, and then the oldest again.
    """

    def __init__(self, database: Database, table: Table, bus: Bus) -> None:
        self._database = database
        self._bus = bus
        self._wake = asyncio.Event()
        self._is_down = False
        self._after = ""
        self._select_oldest = oldest(table)
        self._delete = delete(table).where(table.c.id.in_(bindparam("ids", expanding=True)))
        database.after_commit(table, self._wake.set)

    async def run(self) -> None:
        """Publishes until cancelled."""
        await self._bus.keep_stream()
        while True:
            self._wake.clear()
            began_behind = bool(self._after)
            taken, published = await self._publish_oldest()
            if published < taken:
                await asyncio.sleep(_AGAIN_S)
            elif taken < _BATCH and not began_behind:
                await woken(self._wake, _BACKSTOP_S)
                await asyncio.sleep(_GATHERED_S)

    async def _publish_oldest(self) -> tuple[int, int]:
        """How many rows were taken, of those that no other replica publishes now, and how many are published."""
        async with self._database.claim(self._oldest) as claim:
            published = await self._publish(claim.rows)
            waiting = [row for row in claim.rows if row.id not in set(published)]
            if not self._after:
                _measure(waiting)
            if published:
                await claim.settle(partial(self._forget, ids=published))
        is_all = len(claim.rows) < _BATCH or not (waiting or self._after)
        self._after = "" if is_all else claim.rows[-1].id
        return len(claim.rows), len(published)

    async def _publish(self, rows: Sequence[_Row]) -> list[str]:
        """Publishes rows together; the ids of those that the bus has."""
        failures = await asyncio.gather(*map(self._failure, rows))
        if rows:
            self._note(next(filter(None, failures), None))
        return [row.id for row, failure in zip(rows, failures, strict=True) if failure is None]

    async def _failure(self, row: _Row) -> Exception | None:
        """Publishes a row; what went wrong, if something did. One that cannot be published holds up no other."""
        try:
            await self._bus.publish(row.subject, row.payload, event_id=row.id, traceparent=row.traceparent)
        except Exception as error:  # noqa: BLE001  # whatever it is, it is said, and the row is tried again
            return error
        return None

    def _note(self, failure: Exception | None) -> None:
        is_down = failure is not None
        if is_down and not self._is_down:
            log.warning("the outbox waits for the bus", extra={"why": repr(failure)})
        if self._is_down and not is_down:
            if self._after:  # older ones may wait still
                return
            log.info("the outbox is published again")
        self._is_down = is_down

    def _oldest(self, connection: Connection) -> list[_Row]:
        return [_Row(*row) for row in connection.execute(self._select_oldest, {"after": self._after})]

    def _forget(self, connection: Connection, ids: Sequence[str]) -> None:
        connection.execute(self._delete, {"ids": ids})


def _measure(waiting: Sequence[_Row]) -> None:
    """Notes what still waits."""
    metrics.OUTBOX_ROWS.set(len(waiting))
    oldest_ms = min((row.created_at_ms for row in waiting), default=None)
    metrics.OUTBOX_OLDEST_SECONDS.set(0 if oldest_ms is None else max(0.0, time.time() - oldest_ms / 1000))
