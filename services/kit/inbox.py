"""Facts are heard once: the id of each event that was applied, in the transaction that applied it."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Connection, MetaData, String, Table

from services.kit.database import insert_or_ignore


def inbox_table(metadata: MetaData) -> Table:
    """The table `inbox`: event_id (primary key), heard_at_ms."""
    return Table(
        "inbox",
        metadata,
        Column("event_id", String(64), primary_key=True),
        Column("heard_at_ms", BigInteger, nullable=False),
    )


def is_first(connection: Connection, table: Table, event_id: str, *, now_ms: int) -> bool:
    """Notes the event and says whether it had not been noted before."""
    return insert_or_ignore(connection, table, event_id=event_id, heard_at_ms=now_ms)
