"""Who follows which match: how many watch, and which of those who play are here, in all replicas.

A row stands for somebody who follows a match by streams of one replica, or who is asked for all their matches over one.
It holds as long as its replica keeps the clocks. Of whoever plays the row stays when the last stream has ended, and
says since when they are away. Rows are written a moment after streams begin and end, never by the call itself.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, and_, bindparam, delete, func, insert, or_, select, update

from redscience.errors import Unavailable
from services.kit.clock import Clock
from services.kit.database import Database
from services.kit.identity import Caller
from services.match.downtime import Downtime
from services.match.model import Match, Seat
from services.match.schema import attendance, replicas
from services.match.seating import holds_seat, is_visible, unknown_match
from services.match.store import find_match

log = logging.getLogger(__name__)

STORE_EVERY_S = 1.0
LOOK_EVERY_MS = 5_000
"""So often it is looked which replicas are gone, where nothing is to be stored."""
GONE_MS = 10_000
"""A replica that has not kept the clocks for so long has nobody who follows a match."""
FORGET_MS = 24 * 3_600_000
FORGET_EVERY_MS = 600_000
_ALL = ""
"""In place of a match: all in which somebody holds a seat."""

_Key = tuple[str, str]
_REMOVE = delete(attendance).where(
    attendance.c.match_id == bindparam("match"),
    attendance.c.controller_id == bindparam("who"),
    attendance.c.replica_id == bindparam("replica"),
)


@dataclass(slots=True)
class _Following:
    """Somebody who follows a match here, or did a moment ago.

    Attributes:
        streams: how many are open.
        since_ms: since when there are some, or since when there is none.
        here_since_ms: when they came last.
    """

    is_seat: bool
    streams: int
    since_ms: int
    here_since_ms: int


@dataclass(frozen=True, slots=True)
class Presence:
    """Whether whoever plays a seat is here, and since when they are, or are not."""

    seat: str
    is_here: bool
    since_ms: int


@dataclass(frozen=True, slots=True)
class Attendance:
    """How many watch a match, and who of those who play it is here."""

    watchers: int
    seats: Sequence[Presence]


class Attendances:
    """Those who follow matches.

    Args:
        database: of the match service.
        clock: says since when.
        downtime: knows which replica this is.
    """

    def __init__(self, database: Database, clock: Clock, downtime: Downtime) -> None:
        self._database = database
        self._clock = clock
        self._replica_id = downtime.replica_id
        self._following: dict[_Key, _Following] = {}
        self._unstored: set[_Key] = set()
        self._stored_at_ms: int | None = None
        self._forgot_at_ms = 0

    @contextmanager
    def follow(self, match: Match, caller: Caller) -> Iterator[None]:
        """The caller follows a match while the block lasts."""
        with self._counted((match.id, caller.controller_id), is_seat=holds_seat(match, caller)):
            yield

    @contextmanager
    def follow_all(self, caller: Caller) -> Iterator[None]:
        """The caller follows all matches in which they hold a seat while the block lasts."""
        with self._counted((_ALL, caller.controller_id), is_seat=True):
            yield

    async def run(self) -> None:
        """Stores who follows what here, until cancelled."""
        while True:
            await asyncio.sleep(STORE_EVERY_S)
            try:
                if self._unstored or not self._has_looked():
                    await self.store()
            except Unavailable as error:
                log.warning("it cannot be noted who follows matches", extra={"why": error.message})

    def _has_looked(self) -> bool:
        return self._stored_at_ms is not None and 0 <= self._clock.now_ms() - self._stored_at_ms < LOOK_EVERY_MS

    async def store(self) -> None:
        """Stores what has changed here since the last time, and that of replicas which are gone nobody is here.

        Raises:
            Unavailable: the database takes nothing now; it is tried again the next time.
        """
        now_ms = self._clock.now_ms()
        if self._stored_at_ms is None or not 0 <= now_ms - self._stored_at_ms < GONE_MS:
            self._unstored.update(self._following)  # others may have taken this replica for gone
        keys = sorted(self._unstored)
        rows = [self._row(key, self._following[key]) for key in keys]
        gone = await self._database.read(lambda connection: gone_replicas(connection, self._replica_id, now_ms))
        if keys or gone:
            await self._database.write(lambda connection: _store(connection, self._replica_id, rows, gone, now_ms))
        self._stored_at_ms = now_ms
        self._settle(keys, rows)
        if abs(now_ms - self._forgot_at_ms) >= FORGET_EVERY_MS:
            await self._database.write(lambda connection: _forget_old(connection, now_ms))
            self._forgot_at_ms = now_ms

    async def of(self, match_id: str, caller: Caller) -> Attendance:
        """Who follows a match; who of those who play a running one is here, they alone are told.

        Raises:
            UnknownMatch: it is none of the caller's business.
        """
        now_ms = self._clock.now_ms()
        match, rows = await self._database.read(lambda connection: _look(connection, match_id, caller))
        watchers = {row.controller_id for row in rows if not row.is_seat and _is_here(row, now_ms)}
        is_told = match.status == "running" and holds_seat(match, caller)
        return Attendance(len(watchers), _presences(match, rows, now_ms) if is_told else ())

    @contextmanager
    def _counted(self, key: _Key, *, is_seat: bool) -> Iterator[None]:
        following = self._begun(key, is_seat=is_seat)
        try:
            yield
        finally:
            following.streams -= 1
            if not following.streams:
                following.since_ms = self._clock.now_ms()
                self._unstored.add(key)

    def _begun(self, key: _Key, *, is_seat: bool) -> _Following:
        now_ms = self._clock.now_ms()
        following = self._following.setdefault(key, _Following(is_seat, 0, now_ms, now_ms))
        if not following.streams:
            # Who comes back before it was noted that they had gone was never away.
            following.since_ms = following.here_since_ms
            self._unstored.add(key)
        following.streams += 1
        return following

    def _row(self, key: _Key, following: _Following) -> dict[str, Any]:
        match_id, controller_id = key
        return {
            "match_id": match_id,
            "controller_id": controller_id,
            "replica_id": self._replica_id,
            "is_seat": following.is_seat,
            "is_here": following.streams > 0,
            "since_ms": following.since_ms,
        }

    def _settle(self, keys: Sequence[_Key], rows: Sequence[Mapping[str, Any]]) -> None:
        """What is stored is not unstored any more, unless it has changed meanwhile."""
        for key, row in zip(keys, rows, strict=True):
            following = self._following[key]
            if self._row(key, following) != row:
                continue
            self._unstored.discard(key)
            if not following.streams:
                del self._following[key]


def gone_replicas(connection: Connection, own_id: str, now_ms: int) -> list[str]:
    """The replicas of which it is said that somebody is there, and which are gone."""
    alive = select(replicas.c.id).where(replicas.c.at_ms > now_ms - GONE_MS)
    is_gone = and_(attendance.c.is_here, attendance.c.replica_id != own_id, attendance.c.replica_id.not_in(alive))
    return list(connection.execute(select(attendance.c.replica_id).where(is_gone).distinct()).scalars())


def _store(
    connection: Connection, own_id: str, rows: Sequence[Mapping[str, Any]], gone: Collection[str], now_ms: int
) -> None:
    for replica_id in gone:
        _end(connection, replica_id, now_ms)
    if rows:
        connection.execute(
            _REMOVE, [{"match": row["match_id"], "who": row["controller_id"], "replica": own_id} for row in rows]
        )
    if kept := [row for row in rows if row["is_here"] or row["is_seat"]]:
        connection.execute(insert(attendance), kept)


def _end(connection: Connection, replica_id: str, now_ms: int) -> None:
    """Whoever was there is away since the replica was last known to keep the clocks."""
    last_ms = connection.execute(select(replicas.c.at_ms).where(replicas.c.id == replica_id)).scalar_one_or_none()
    is_there = attendance.c.replica_id == replica_id, attendance.c.is_here
    connection.execute(delete(attendance).where(*is_there, ~attendance.c.is_seat))
    since_ms = now_ms if last_ms is None else last_ms
    connection.execute(update(attendance).where(*is_there).values(is_here=False, since_ms=since_ms))


def _forget_old(connection: Connection, now_ms: int) -> None:
    """Whoever has been away for so long has lost their matches."""
    is_old = ~attendance.c.is_here, attendance.c.since_ms < now_ms - FORGET_MS
    connection.execute(delete(attendance).where(*is_old))


def _look(connection: Connection, match_id: str, caller: Caller) -> tuple[Match, Sequence[Row[Any]]]:
    match = find_match(connection, match_id)
    if match is None or not is_visible(match, caller):
        raise unknown_match()
    return match, attending(connection, match)


def attending(connection: Connection, match: Match) -> Sequence[Row[Any]]:
    """All that is known of those who follow a match, each with when their replica last kept the clocks."""
    everywhere = and_(attendance.c.match_id == _ALL, attendance.c.controller_id.in_(_controllers(match)))
    query = (
        select(attendance, func.coalesce(replicas.c.at_ms, 0).label("kept_at_ms"))
        .outerjoin(replicas, replicas.c.id == attendance.c.replica_id)
        .where(or_(attendance.c.match_id == match.id, everywhere))
    )
    return connection.execute(query).all()


def _controllers(match: Match) -> list[str]:
    """Those outside the platform who play a match."""
    return [seat.controller_id for seat in match.seats if not seat.is_held_by_service]


def _is_here(row: Row[Any], now_ms: int) -> bool:
    return bool(row.is_here) and row.kept_at_ms > now_ms - GONE_MS


def _presences(match: Match, rows: Sequence[Row[Any]], now_ms: int) -> list[Presence]:
    return [_presence(match, seat, rows, now_ms) for seat in match.seats if not seat.is_held_by_service]


def _presence(match: Match, seat: Seat, all_rows: Sequence[Row[Any]], now_ms: int) -> Presence:
    """Here where any stream is open, since the first of them; else away since the last has ended, or from the start."""
    rows = [row for row in all_rows if row.is_seat and row.controller_id == seat.controller_id]
    here = [row.since_ms for row in rows if _is_here(row, now_ms)]
    left = [row.kept_at_ms if row.is_here else row.since_ms for row in rows]
    since_ms = min(here) if here else max(left, default=0)
    return Presence(seat.seat, bool(here), max(since_ms, match.started_at_ms))
