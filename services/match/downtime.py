"""Gives back the time in which nobody kept the clocks: the service was down, or the machine asleep."""

from __future__ import annotations

import logging

from sqlalchemy import Connection, select, update

from services.kit.database import Database, insert_or_ignore
from services.match.schema import heartbeat, matches
from services.match.watching import Watchers

log = logging.getLogger(__name__)

BEAT_MS = 1_000
DOWN_AFTER_MS = 2_500
"""A silence longer than this is downtime; a shorter one is a late beat."""


class Downtime:
    """Notes in the database, once a second, that somebody keeps the clocks. Every replica does; one row for all."""

    def __init__(self, database: Database, watchers: Watchers) -> None:
        self._database = database
        self._watchers = watchers
        self._beaten_at_ms: int | None = None

    async def settle(self, now_ms: int) -> None:
        """Beats where a beat is due, and so gives back what time was lost.

        Whoever judges by the clock calls this first, so that no one is late because the service was.
        """
        if self._beaten_at_ms is not None and abs(now_ms - self._beaten_at_ms) < BEAT_MS:
            return
        given_ms = await self._database.write(lambda connection: beat(connection, now_ms))
        self._beaten_at_ms = now_ms
        if given_ms:
            log.info("time without service was given back", extra={"given_ms": given_ms})
            self._watchers.all_changed()


def beat(connection: Connection, now_ms: int) -> int:
    """Notes that the clocks are kept at this instant, and moves every deadline by a long silence before it.

    Returns:
        By how many milliseconds.
    """
    before = connection.execute(select(heartbeat.c.at_ms)).scalar_one_or_none()
    if before is None:
        insert_or_ignore(connection, heartbeat, id=1, at_ms=now_ms)
        return 0
    is_first = connection.execute(
        update(heartbeat).where(heartbeat.c.id == 1, heartbeat.c.at_ms == before).values(at_ms=now_ms)
    ).rowcount
    silence_ms: int = now_ms - before
    if not is_first or silence_ms <= DOWN_AFTER_MS:
        return 0
    connection.execute(
        update(matches)
        .where(matches.c.due_at_ms.is_not(None))
        .values(
            due_at_ms=matches.c.due_at_ms + silence_ms,
            turn_started_at_ms=matches.c.turn_started_at_ms + silence_ms,
            handed_at_ms=0,
            version=matches.c.version + 1,
        )
    )
    return silence_ms
