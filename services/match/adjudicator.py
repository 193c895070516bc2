"""The one way in: every move, resignation and end of time passes here, whoever it comes from."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from redscience.api.match.v1 import match_pb2
from redscience.errors import Unavailable
from redscience.interface import Game
from services.kit.clock import Clock
from services.kit.database import Database
from services.kit.ids import new_id
from services.match.alarms import Alarms
from services.match.answers import Request, first_answer, keep_answer
from services.match.deadlines import is_next_end_by, is_past
from services.match.downtime import Downtime
from services.match.model import Match, Snapshot
from services.match.seating import unknown_match
from services.match.store import add_match, find_match, find_proposals, is_unchanged, store_change, turns_after
from services.match.table import Table, Turn, laid
from services.match.turns import Change, end_pause, expire
from services.match.watching import Watchers

T = TypeVar("T")

Decide = Callable[[Snapshot, int], Change | None]
"""What a call changes in a match that was received at an instant (ms); None for nothing."""
Answer = Callable[[Snapshot, int], match_pb2.Match]
"""What the caller is told of the match after it."""

_TRIES = 20
_CACHED = 512


@dataclass(frozen=True, slots=True)
class _Found:
    """A match as it was read at one moment, with those of its turns that were not known."""

    match: Match
    turns: list[Turn]
    proposals: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class _Decided:
    """What changes, and what the caller is told once it is stored."""

    change: Change | None
    message: match_pb2.Match


class Adjudicator:
    """Reads matches, decides, and stores what was decided under the version check, so that any replica may.

    Args:
        database: of the match service.
        clock: decides about time, at receipt.
        load_game: makes the game of a file.
        downtime: gives back lost time before the clock is asked.
        watchers: are told what changed.
        alarms: are told when pauses end.
    """

    def __init__(
        self,
        *,
        database: Database,
        clock: Clock,
        load_game: Callable[[str], Game],
        downtime: Downtime,
        watchers: Watchers,
        alarms: Alarms,
    ) -> None:
        self._database = database
        self._clock = clock
        self._load_game = load_game
        self._downtime = downtime
        self._watchers = watchers
        self._alarms = alarms
        # Snapshots are values: while the version is the stored one a snapshot is its match as it stands, and its table
        # is a true beginning of the match whatever happened since.
        self._snapshots: OrderedDict[str, Snapshot] = OrderedDict()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="adjudicate")

    async def look(self, match_id: str) -> Snapshot:
        """The match as it stands.

        Raises:
            UnknownMatch: there is none.
        """
        return (await self._look(match_id, None))[0]

    async def record(self, match_id: str) -> tuple[Match, list[Turn]]:
        """The match and all its turns.

        Raises:
            UnknownMatch: there is none.
        """
        found = await self._database.read(lambda connection: _read(connection, match_id, 0))
        return found.match, found.turns

    async def first_answer(self, request: Request) -> match_pb2.Match | None:
        """What was answered to a request before, if it was.

        Raises:
            InvalidField: under its id something else was asked.
        """
        return await self._database.read(lambda connection: first_answer(connection, request))

    async def add(self, make: Callable[[int], Change], request: Request, answer: Answer) -> match_pb2.Match:
        """Stores a match that `make` makes for an instant, unless the request was answered before."""
        now_ms = self._clock.now_ms()
        change = await self._compute(lambda: make(now_ms))
        message = answer(change.after, now_ms)

        def store(connection: Connection) -> match_pb2.Match:
            first = first_answer(connection, request)
            if first is not None:
                return first
            add_match(connection, change, new_id, now_ms)
            keep_answer(connection, request, message, now_ms)
            return message

        try:
            told = await self._database.write(store)
        except IntegrityError:
            # Two replicas were asked at once, and the other was quicker.
            told = await self._database.write(store)
        if told is message:
            self._remember(change.after)
            self._set_alarm(change.after.match)
        return told

    async def take(
        self, match_id: str, decide: Decide, answer: Answer, request: Request | None = None
    ) -> match_pb2.Match:
        """Has `decide` change the match, and tells the caller how it is then.

        A request is answered once: its answer is stored with the change and returned to whoever repeats it.

        Raises:
            UnknownMatch: there is no such match.
            Unavailable: others were always quicker.
            RedscienceError: what `decide` raises; nothing has changed then but what time had changed before.
        """
        received_ms = self._clock.now_ms()
        await self._downtime.settle(received_ms)
        for _ in range(_TRIES):
            snapshot, first = await self._look(match_id, request)
            if first is not None:
                return first
            due = _due(snapshot.match, received_ms)
            decided = await self._compute(partial(_decided, snapshot, due or decide, answer, received_ms))
            if decided.change is None:
                return decided.message
            answered = None if due else request
            is_stored = await self._store(decided.change, decided.message, answered, received_ms)
            if is_stored and not due:
                return decided.message
        raise Unavailable("Too many moves were made in this match at once. Try again.")

    async def wake(self, match_id: str) -> None:
        """Does what time has made due in a match, if anything is.

        Raises:
            UnknownMatch: there is no such match.
            Unavailable: others were always quicker.
        """
        await self.take(match_id, lambda _snapshot, _now_ms: None, lambda _snapshot, _now_ms: match_pb2.Match())

    async def expire(self, match_id: str, due_at_ms: int) -> Match:
        """Does what time has made due in a match, unless that is a later deadline; gives the match after it.

        Raises:
            UnknownMatch: there is no such match.
            Unavailable: others were always quicker.
        """
        await self._downtime.settle(self._clock.now_ms())
        if is_next_end_by((await self.look(match_id)).match, due_at_ms):
            await self.wake(match_id)
        return (await self.look(match_id)).match

    async def _look(self, match_id: str, request: Request | None) -> tuple[Snapshot, match_pb2.Match | None]:
        """The match as it stands, and what was answered to a request before."""
        known = self._snapshots.get(match_id)

        def read(connection: Connection) -> tuple[Snapshot | _Found, match_pb2.Match | None]:
            found: Snapshot | _Found
            if known is not None and is_unchanged(connection, known.match):
                found = known
            else:
                found = _read(connection, match_id, known.table.number if known else 0)
            # After the match, so that whoever sees what a request changed sees its answer too.
            return found, first_answer(connection, request) if request else None

        found, answer = await self._database.read(read)
        snapshot = found if isinstance(found, Snapshot) else await self._snapshot(found, known)
        self._remember(snapshot)
        return snapshot, answer

    async def _snapshot(self, found: _Found, known: Snapshot | None) -> Snapshot:
        table = known.table if known else None
        if table is None or found.turns:
            table = await self._compute(partial(self._replayed, found, table))
        return Snapshot(found.match, table, found.proposals)

    def _replayed(self, found: _Found, table: Table | None) -> Table:
        if table is None:
            table = laid(self._load_game(found.match.rule_set), found.match.seed)
        return table.replayed(found.turns)

    async def _store(self, change: Change, message: match_pb2.Match, request: Request | None, now_ms: int) -> bool:
        """Stores a change, and its message as the answer to the request, unless the match has changed meanwhile."""

        def store(connection: Connection) -> bool:
            if not store_change(connection, change, new_id, now_ms):
                return False
            if request is not None:
                keep_answer(connection, request, message, now_ms)
            return True

        is_stored = await self._database.write(store)
        if is_stored:
            self._remember(change.after)
            self._watchers.changed(change.after.match.id)
            self._set_alarm(change.after.match)
        return is_stored

    def _set_alarm(self, match: Match) -> None:
        if match.pause_ends_at_ms is not None:
            self._alarms.set(match.id, match.pause_ends_at_ms)

    def _remember(self, snapshot: Snapshot) -> None:
        match_id = snapshot.match.id
        known = self._snapshots.get(match_id)
        if known is None or known.match.version <= snapshot.match.version:
            self._snapshots[match_id] = snapshot
        self._snapshots.move_to_end(match_id)
        if len(self._snapshots) > _CACHED:
            self._snapshots.popitem(last=False)

    async def _compute(self, work: Callable[[], T]) -> T:
        """Runs what takes the library a while off the event loop."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)


def _due(match: Match, now_ms: int) -> Decide | None:
    """What time alone has made due, the earliest first."""
    if match.pause_ends_at_ms is not None and match.pause_ends_at_ms <= now_ms:
        return end_pause
    return expire if is_past(match.clock, now_ms) else None


def _decided(snapshot: Snapshot, decide: Decide, answer: Answer, now_ms: int) -> _Decided:
    change = decide(snapshot, now_ms)
    return _Decided(change, answer(change.after if change else snapshot, now_ms))


def _read(connection: Connection, match_id: str, known: int) -> _Found:
    """The match, and its turns after the known ones."""
    match = find_match(connection, match_id)
    if match is None:
        raise unknown_match()
    return _Found(match, turns_after(connection, match_id, known), find_proposals(connection, match_id))
