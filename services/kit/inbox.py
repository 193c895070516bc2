"""Facts are heard once: the id of each event that was applied, in the transaction that applied it."""

from __future__ import annotations

from sqlalchemy import Connection, MetaData, Table


def inbox_table(metadata: MetaData) -> Table:
    """The table `inbox`: event_id (primary key), heard_at_ms."""
    raise NotImplementedError


def is_first(connection: Connection, table: Table, event_id: str, *, now_ms: int) -> bool:
    """Notes the event and says whether it had not been noted before."""
    raise NotImplementedError
