"""The lobby in the database: invitations with seats for the next person available."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, func, select, update

from redscience.errors import LimitReached
from services.kit.database import insert_or_ignore
from services.match.invitation import HELD_MS, Invitation, as_of
from services.match.invitation_store import is_open, with_seats
from services.match.schema import invitations, invited, queues

MOST_WAITED_IN = 20
"""In how many invitations of others somebody may wait as the next available."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which invitations of the lobby to list.

    Attributes:
        universe: of whoever asks.
        game_id: "" for any.
        after_id: only those made after this one; "" for the oldest.
        count: how many at most.
    """

    universe: str
    game_id: str
    after_id: str
    count: int


def enter_queue(connection: Connection, universe: str, game_id: str) -> None:
    """Lets nobody else ask for the next available of a game until this transaction is over."""
    insert_or_ignore(connection, queues, universe=universe, game_id=game_id, asked=0)
    row = (queues.c.universe == universe) & (queues.c.game_id == game_id)
    connection.execute(update(queues).where(row).values(asked=queues.c.asked + 1))


def list_lobby(connection: Connection, wanted: Wanted, now_ms: int) -> list[Invitation]:
    """Open invitations of the lobby as they stand, whoever waits longest first; some have no seat left."""
    query = select(invitations).where(
        invitations.c.universe == wanted.universe,
        invitations.c.in_lobby,
        is_open(now_ms),
        invitations.c.id > wanted.after_id,
    )
    if wanted.game_id:
        query = query.where(invitations.c.game_id == wanted.game_id)
    rows = connection.execute(query.order_by(invitations.c.id).limit(wanted.count)).all()
    return [as_of(one, now_ms) for one in with_seats(connection, rows)]


def stay(connection: Connection, invitation_id: str, controller_id: str, now_ms: int) -> None:
    """Notes that somebody who waits in the lobby is still there; nothing where they wait no more."""
    own = invitations.c.id == invitation_id, invitations.c.maker_id == controller_id, invitations.c.in_lobby
    connection.execute(update(invitations).where(*own, is_open(now_ms)).values(lapses_at_ms=now_ms + HELD_MS))
    seat = invited.c.invitation_id == invitation_id, invited.c.controller_id == controller_id
    connection.execute(
        update(invited).where(*seat, invited.c.waits_until_ms > now_ms).values(waits_until_ms=now_ms + HELD_MS)
    )


def check_waits_left(connection: Connection, controller_id: str, now_ms: int) -> None:
    """Raises LimitReached where somebody waits in as many invitations of others as one may."""
    waits = select(func.count()).where(invited.c.controller_id == controller_id, invited.c.waits_until_ms > now_ms)
    if connection.execute(waits).scalar_one() >= MOST_WAITED_IN:
        message = f"You wait for {MOST_WAITED_IN} matches, the most there can be. Decline some, or wait."
        raise LimitReached(message, retry_after_s=HELD_MS // 1000)
