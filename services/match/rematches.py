"""One match follows on another, whoever of its players asks for it, and however many of them at once."""

from __future__ import annotations

from sqlalchemy import Connection, select, update

from services.kit.database import insert_or_ignore
from services.match.invitation_store import is_open
from services.match.schema import invitations, matches, rematches


class FollowedError(Exception):
    """Another of the players was first: what they have asked for stands."""

    def __init__(self, next_id: str) -> None:
        super().__init__(next_id)
        self.next_id = next_id


def follow(connection: Connection, match_id: str, next_id: str, now_ms: int) -> None:
    """Notes what is to follow on a match, in the transaction that stores it.

    Raises:
        FollowedError: another match follows already, or the invitation to it is open.
    """
    if insert_or_ignore(connection, rematches, match_id=match_id, next_id=next_id):
        return
    row = rematches.c.match_id == match_id
    before: str = connection.execute(select(rematches.c.next_id).where(row)).scalar_one()
    if _stands(connection, before, now_ms):
        raise FollowedError(before)
    connection.execute(update(rematches).where(row).values(next_id=next_id))


def following(connection: Connection, match_id: str) -> str | None:
    """The id of what follows on a match, a match or the invitation to it; None where nobody has asked for another."""
    return connection.execute(select(rematches.c.next_id).where(rematches.c.match_id == match_id)).scalar_one_or_none()


def _stands(connection: Connection, match_id: str, now_ms: int) -> bool:
    match = select(matches.c.id).where(matches.c.id == match_id)
    invitation = select(invitations.c.id).where(invitations.c.id == match_id, is_open(now_ms))
    return any(connection.execute(query).first() is not None for query in (match, invitation))
