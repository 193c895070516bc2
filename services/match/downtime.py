"""Who keeps the clocks: which replicas there are, and the time in which there was none, which is given back.

Where the machine's clock is set ahead, that is such a time. Where it is set back, running turns and pauses, and what
says that somebody is there, end as much earlier, and what was given back by a clock that was wrong is taken away.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import ColumnElement, Connection, delete, func, insert, select, update

from services.kit.database import Database, insert_or_ignore
from services.kit.ids import new_id
from services.match.model import Match
from services.match.schema import invitations, invited, matches, programs, replicas, silences, turns

log = logging.getLogger(__name__)

BEAT_MS = 1_000
DOWN_AFTER_MS = 2_500
"""A silence longer than this is downtime; a shorter one is a late beat."""
FORGOTTEN_AFTER_MS = 60_000
"""Also how far the clocks of replicas may lie apart: further, and the clock has been set back."""
SILENCES_KEPT_MS = 24 * 3_600_000
"""At least so long, and as long as a clock runs that is older."""


@dataclass(frozen=True, slots=True)
class Silence:
    """A time in which nobody kept the clocks: the service was down, or the machine asleep."""

    from_ms: int
    to_ms: int

    @property
    def length_ms(self) -> int:
        """How long it was."""
        return self.to_ms - self.from_ms


@dataclass(frozen=True, slots=True)
class Beat:
    """What a beat has found out: whether another replica has kept the clocks lately, and the silences that are kept."""

    has_others: bool
    silences: tuple[Silence, ...]


class Downtime:
    """Notes in the database, once a second, that this replica keeps the clocks.

    Attributes:
        replica_id: of this process.
        is_alone: whether no other replica changes matches, so that what is in memory is how they stand. Not before
            others have had the time to beat: when a machine wakes, one of them is the first.
    """

    def __init__(self, database: Database) -> None:
        self.replica_id = new_id()
        self._database = database
        self._given_back: list[Callable[[], None]] = []
        self._set_back: list[Callable[[], None]] = []
        self._alone: list[Callable[[], None]] = []
        self._beating = asyncio.Lock()
        self._beaten_at_ms: int | None = None
        self._unheard_since_ms: int | None = None
        self._silences: tuple[Silence, ...] = ()
        self.is_alone = False
        # Whether others may have changed what is remembered here, since this replica was alone or began.
        self._had_others = False

    @property
    def beats_at_ms(self) -> int:
        """When the next beat is due."""
        return 0 if self._beaten_at_ms is None else self._beaten_at_ms + BEAT_MS

    def hear_of_another(self) -> None:
        """Another replica has come up: from now on the database is asked how matches stand."""
        self.is_alone, self._unheard_since_ms, self._had_others = False, None, True

    async def settle(self, now_ms: int) -> None:
        """Beats where a beat is due, and so gives back what time was lost.

        Whoever judges by the clock calls this first, so that no one is late because the service was.
        """
        if self.has_beaten(now_ms):
            return
        async with self._beating:  # whoever comes meanwhile need not beat too
            if not self.has_beaten(now_ms):
                await self._beat(now_ms)

    def has_beaten(self, now_ms: int) -> bool:
        """Whether there is nothing to `settle` at this instant."""
        return self._beaten_at_ms is not None and abs(now_ms - self._beaten_at_ms) < BEAT_MS

    async def _beat(self, now_ms: int) -> None:
        known, before_ms = self._silences, self._beaten_at_ms
        beaten = await self._database.write(lambda connection: beat(connection, self.replica_id, now_ms))
        self._beaten_at_ms, self._silences = now_ms, beaten.silences
        self._note_others(before_ms, now_ms, has_others=beaten.has_others)
        if before_ms is not None and is_set_back(before_ms, now_ms):
            log.warning("the machine's clock was set back", extra={"by_ms": before_ms - now_ms})
            for call in (*self._set_back, *self._given_back):
                call()
        # A process that starts hears of all that are kept; those before were said when they ended.
        news = [silence for silence in self._silences if silence not in known]
        for silence in news:
            if before_ms is None and silence.to_ms < now_ms:
                continue
            log.info("time without service is given back", extra={"given_ms": silence.length_ms})
        if news:
            for call in self._given_back:
                call()

    def _note_others(self, before_ms: int | None, now_ms: int, *, has_others: bool) -> None:
        """Notes whether a beat heard of others, who may have come and gone where none was made for long."""
        is_long_ago = before_ms is not None and not 0 <= now_ms - before_ms <= DOWN_AFTER_MS
        if has_others or is_long_ago:
            self._unheard_since_ms, self._had_others = None, True
        elif self._unheard_since_ms is None:
            self._unheard_since_ms = before_ms
        self.is_alone = self._unheard_since_ms is not None and now_ms - self._unheard_since_ms > DOWN_AFTER_MS
        if self.is_alone and self._had_others:
            self._had_others = False
            for call in self._alone:
                call()

    def when_given_back(self, call: Callable[[], None]) -> None:
        """Has `call` made whenever clocks have been moved on."""
        self._given_back.append(call)

    def when_alone(self, call: Callable[[], None]) -> None:
        """Has `call` made whenever this replica is alone again: what it remembers others may have changed."""
        self._alone.append(call)

    def when_set_back(self, call: Callable[[], None]) -> None:
        """Has `call` made once clocks have been moved because the machine's was set back: memory has them wrong."""
        self._set_back.append(call)

    def given_back(self, match: Match) -> Match:
        """The match, its clock moved on by all the time that was lost since the clock was stored."""
        if match.clock is None:
            return match
        lost = [silence for silence in self._silences if silence.to_ms > match.clock.known_at_ms]
        if not lost:
            return match
        lost_ms = sum(silence.length_ms for silence in lost)
        clock = replace(
            match.clock,
            started_at_ms=match.clock.started_at_ms + lost_ms,
            due_at_ms=match.clock.due_at_ms + lost_ms,
            known_at_ms=lost[-1].to_ms,
        )
        return replace(match, clock=clock)


def beat(connection: Connection, replica_id: str, now_ms: int) -> Beat:
    """Notes that a replica keeps the clocks at this instant, and the silence that it ends, if it ends one."""
    seen_at_ms = _seen(connection, now_ms)
    if replica_id in seen_at_ms:
        connection.execute(update(replicas).where(replicas.c.id == replica_id).values(at_ms=now_ms))
    else:
        connection.execute(insert(replicas).values(id=replica_id, at_ms=now_ms))
        connection.execute(delete(replicas).where(replicas.c.at_ms < now_ms - FORGOTTEN_AFTER_MS))
    last_ms = max(seen_at_ms.values(), default=now_ms)
    if now_ms - last_ms > DOWN_AFTER_MS:
        # Replicas that come back at once note the same silence, and one row.
        insert_or_ignore(connection, silences, from_ms=last_ms, to_ms=now_ms)
        _forget_silences(connection, now_ms)
    others = [at_ms for other_id, at_ms in seen_at_ms.items() if other_id != replica_id]
    rows = connection.execute(select(silences).order_by(silences.c.to_ms))
    return Beat(
        has_others=any(at_ms >= now_ms - DOWN_AFTER_MS for at_ms in others),
        silences=tuple(Silence(row.from_ms, row.to_ms) for row in rows),
    )


def _forget_silences(connection: Connection, now_ms: int) -> None:
    """Drops those that every clock which runs has been given back, or never needed; looked for once a silence."""
    # Of matches that go on the last row has the clock. Where it is a pause, what is kept is kept in vain.
    last = (
        select(turns.c.match_id, func.max(turns.c.number).label("number"))
        .where(turns.c.match_id.in_(select(matches.c.id).where(matches.c.look_at_ms.is_not(None))))
        .group_by(turns.c.match_id)
        .subquery()
    )
    is_last = (turns.c.match_id == last.c.match_id) & (turns.c.number == last.c.number)
    oldest_ms = connection.scalar(select(func.min(turns.c.at_ms)).join(last, is_last))
    # What is stored later than it was decided may have a clock that is older than all of these.
    before_ms = now_ms - SILENCES_KEPT_MS
    gone_ms = before_ms if oldest_ms is None else min(before_ms, oldest_ms)
    connection.execute(delete(silences).where(silences.c.to_ms <= gone_ms))


def is_set_back(before_ms: int, now_ms: int) -> bool:
    """Whether the clock has been set back since an instant that it told."""
    return before_ms - now_ms > FORGOTTEN_AFTER_MS


def _seen(connection: Connection, now_ms: int) -> dict[str, int]:
    """When each replica was last known to keep the clocks; set back with the clock, by the first who notices."""
    seen_at_ms = {row.id: row.at_ms for row in connection.execute(select(replicas))}
    last_ms = max(seen_at_ms.values(), default=now_ms)
    if not is_set_back(last_ms, now_ms):
        return seen_at_ms
    _set_clocks_back(connection, last_ms - now_ms, now_ms)
    connection.execute(update(replicas).where(replicas.c.at_ms > now_ms).values(at_ms=now_ms))
    return {replica_id: min(at_ms, now_ms) for replica_id, at_ms in seen_at_ms.items()}


def _set_clocks_back(connection: Connection, by_ms: int, now_ms: int) -> None:
    """Has all that was stored by the clock as it was before end when it would have."""
    connection.execute(delete(silences).where(silences.c.to_ms > now_ms))
    columns = (turns.c.clock_started_at_ms, turns.c.due_at_ms, turns.c.pause_ends_at_ms, turns.c.question_ends_at_ms)
    moved: dict[ColumnElement[int], Any] = {column: column - by_ms for column in columns}
    # What has happened is not to come: what follows would be noted as late as that, and no silence before it would be
    # given back. All of it happened by now, in its order, and took as long.
    moved |= {turns.c.began_at_ms: turns.c.began_at_ms - (turns.c.at_ms - now_ms), turns.c.at_ms: now_ms}
    is_running = turns.c.match_id.in_(select(matches.c.id).where(matches.c.status == "running"))
    connection.execute(update(turns).where(is_running, turns.c.at_ms > now_ms).values(moved))
    connection.execute(update(matches).where(matches.c.look_at_ms > now_ms).values(look_at_ms=now_ms))
    # Whoever is gone would be there until it is that late again; whoever is there says so anew in some seconds.
    for column in (programs.c.expires_at_ms, invitations.c.lapses_at_ms, invited.c.waits_until_ms):
        connection.execute(update(column.table).where(column > now_ms).values({column: column - by_ms}))
