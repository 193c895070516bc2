"""Addresses by which people logged in before: for two weeks whoever logs in by one takes their player back.

Whoever finds a browser that is logged in could else make somebody's player their own, by an address of their own.
"""

from __future__ import annotations

from dataclasses import replace

from sqlalchemy import Connection, delete, func, insert, select

from services.players import store
from services.players.schema import former_address
from services.players.sessions import DAY_MS

KEPT_DAYS = 14
MOST_KEPT = 10
"""Of one player; the first of them stay: who comes to a player last cannot drive out whose it was."""


def keep(connection: Connection, who: store.Player, new: str, *, now_ms: int) -> None:
    """Keeps the address that a player has, as they get a new one, which leads to nobody else any more."""
    has_ended = former_address.c.ends_at_ms <= now_ms
    connection.execute(delete(former_address).where(has_ended | former_address.c.address.in_([new, who.email])))
    count = select(func.count()).where(former_address.c.player_id == who.id)
    if connection.execute(count).scalar_one() < MOST_KEPT:
        row = {"address": who.email, "player_id": who.id, "ends_at_ms": now_ms + KEPT_DAYS * DAY_MS}
        connection.execute(insert(former_address).values(row))


def holder(connection: Connection, address: str, *, now_ms: int) -> store.Player | None:
    """Whose address it was of late; None where it was nobody's."""
    row = select(former_address.c.player_id).where(
        former_address.c.address == address, former_address.c.ends_at_ms > now_ms
    )
    found = store.players_by_id(connection, list(connection.scalars(row)))
    return found[0] if found else None


def of(connection: Connection, who: store.Player) -> list[str]:
    """All that are kept of a player."""
    return list(connection.scalars(select(former_address.c.address).where(former_address.c.player_id == who.id)))


def first(connection: Connection, who: store.Player, *, now_ms: int) -> str | None:
    """The address that a player had before all changes of late; None where there were none."""
    had = select(former_address.c.address).where(
        former_address.c.player_id == who.id, former_address.c.ends_at_ms > now_ms
    )
    address: str | None = connection.scalar(had.order_by(former_address.c.ends_at_ms).limit(1))
    return address


def take_back(connection: Connection, who: store.Player, address: str, *, now_ms: int) -> store.Player:
    """Gives a player the address again that was theirs, for good, and ends all of their sessions."""
    store.set_address(connection, who.id, address)
    store.end_sessions_of(connection, who.id, now_ms=now_ms)
    forget(connection, who)
    return replace(who, email=address)


def forget(connection: Connection, who: store.Player) -> None:
    """Keeps none of a player's."""
    connection.execute(delete(former_address).where(former_address.c.player_id == who.id))
