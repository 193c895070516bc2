"""Sessions that have ended, as they are kept, and how this process learns of those that others ended."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from sqlalchemy import ColumnElement, Connection, delete, insert, select, update

from services.kit.clock import Clock
from services.kit.database import Database, note_waiting
from services.kit.ended import KEPT_MS, Ended, EndedSessions
from services.kit.ids import new_id
from services.kit.waking import woken
from services.players.schema import ended_session, session

LOOK_EVERY_S = 0.5
_OVERLAP_MS = 120_000
"""What others write shows when it is committed, which may be so long after the time that it bears: an Erase waits for
a mail that is on its way to whoever is erased, and is run again for some seconds where it meets others; and their clock
may be behind. What is read twice is passed over."""


def end(connection: Connection, condition: ColumnElement[bool], *, now_ms: int) -> None:
    """Ends the sessions of a condition, and their tokens with them."""
    _note(connection, condition, now_ms)
    connection.execute(delete(session).where(condition))


def end_tokens(connection: Connection, player_ids: Sequence[str], *, now_ms: int) -> None:
    """Ends the tokens of players, and leaves their sessions, which go on under other ids and give other tokens."""
    for each in _note(connection, session.c.player_id.in_(player_ids), now_ms):
        connection.execute(update(session).where(session.c.id == each).values(id=new_id()))


def _note(connection: Connection, condition: ColumnElement[bool], now_ms: int) -> list[str]:
    """Notes that the sessions of a condition have ended, and gives their ids."""
    connection.execute(delete(ended_session).where(ended_session.c.ended_at_ms <= now_ms - KEPT_MS))
    used = connection.execute(select(session.c.id, session.c.used_at_ms).where(condition)).all()
    if used:
        # Where the clock has been set back since, their tokens last by the time that it told.
        ended = [{"session_id": each.id, "ended_at_ms": max(now_ms, each.used_at_ms)} for each in used]
        connection.execute(insert(ended_session), ended)
        note_waiting(connection, ended_session)
    return [each.id for each in used]


def ended_since(connection: Connection, since_ms: int) -> list[Ended]:
    """The sessions that have ended since."""
    return [
        Ended(*row) for row in connection.execute(select(ended_session).where(ended_session.c.ended_at_ms > since_ms))
    ]


class Reader:
    """Keeps this process informed: at once of what is ended here, soon of what other replicas end."""

    def __init__(self, database: Database, clock: Clock, ended: EndedSessions) -> None:
        self._database = database
        self._clock = clock
        self._ended = ended
        self._wake = asyncio.Event()
        self._since_ms = 0
        database.after_commit(ended_session, self._wake.set)

    async def read(self) -> None:
        """Takes note of those that ended since it was read last."""
        self._wake.clear()
        now_ms, since_ms = self._clock.now_ms(), self._since_ms
        self._ended.add(await self._database.read(lambda connection: ended_since(connection, since_ms)))
        self._since_ms = now_ms - _OVERLAP_MS

    async def run(self) -> None:
        """Reads whenever something has ended, until cancelled."""
        while True:
            await self.read()
            await woken(self._wake, LOOK_EVERY_S)
