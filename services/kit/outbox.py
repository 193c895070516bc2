"""Facts are stored before they are told: a row in the transaction of the change, published by a relay after it."""

from __future__ import annotations

from google.protobuf.message import Message
from sqlalchemy import Connection, MetaData, Table

from services.kit.bus import Bus
from services.kit.database import Database


def outbox_table(metadata: MetaData) -> Table:
    """The table `outbox`: id (ULID, the message id on the bus), subject, payload, traceparent, created_at_ms."""
    raise NotImplementedError


def tell(connection: Connection, table: Table, subject: str, payload: Message, *, event_id: str, now_ms: int) -> None:
    """Stores a fact to be published on `subject`, with the present trace context, in the transaction of `connection`."""
    raise NotImplementedError


class Relay:
    """Publishes what is in the outbox, oldest first, and deletes what the stream has acknowledged.

    It wakes after each commit, and twice a second as a backstop. A row is published at least once; its id is the
    message id by which the stream and every consumer tell a repeat.
    """

    def __init__(self, database: Database, table: Table, bus: Bus) -> None:
        raise NotImplementedError

    async def run(self) -> None:
        """Publishes until cancelled."""
        raise NotImplementedError
