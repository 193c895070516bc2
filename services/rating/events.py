"""Matches that have ended: heard on the bus, and asked for, in case the bus did not tell."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from sqlalchemy import Connection

from redscience.api.match.v1.match_pb2 import EndedMatch, ListEndedRequest
from redscience.errors import InvalidField, Unavailable
from services.kit import metrics
from services.kit.bus import Bus, Event, subject_of
from services.kit.clock import Clock
from services.kit.database import Database
from services.rating import store
from services.rating.leaderboard import LeaderboardKey
from services.rating.result import MatchResult, read_result, result_of
from services.rating.watching import Watching

if TYPE_CHECKING:
    # The generated code has this class for the type checker alone.
    from redscience.api.match.v1.match_pb2_grpc import MatchServiceAsyncStub

ENDED = subject_of(EndedMatch)
DURABLE = "rating"
SOURCE = "match"

PAGE = 200
CATCH_UP_EVERY_S = 20.0
FIRST_RETRY_S = 0.5

log = logging.getLogger(__name__)


def hint_subject(key: LeaderboardKey) -> str:
    """The hint that a leaderboard has changed."""
    return f"hint.leaderboard.{key.universe}.{key.game_id}"


async def tell(changed: Iterable[LeaderboardKey], watching: Watching, bus: Bus) -> None:
    """Wakes who follows what has changed, here and in other replicas."""
    for key in changed:
        watching.wake(key)
        await bus.hint(hint_subject(key))


class EndedMatches:
    """Applies each match that has ended, once, however often and by whichever way it is told.

    After a gap that is in the order in which the matches ended; what the bus tells meanwhile waits.

    Args:
        database: of this service.
        bus: tells what ended, and other replicas that a leaderboard changed.
        watching: the streams of this replica.
        match: the match service, called with this service's own identity.
        clock: tells when something was applied.
    """

    def __init__(
        self, *, database: Database, bus: Bus, watching: Watching, match: MatchServiceAsyncStub, clock: Clock
    ) -> None:
        self._database = database
        self._bus = bus
        self._watching = watching
        self._match = match
        self._clock = clock
        self._is_behind = False
        # What the bus tells waits for what ended before it, as far as it is known that there is more of that.
        self._may_hear = asyncio.Event()

    async def listen(self) -> None:
        """Begins to hear what ended, and which leaderboards other replicas changed."""
        await self._bus.consume(ENDED, DURABLE, self.hear)
        await self._bus.on_hint(hint_subject(LeaderboardKey("*", "*")), self.hear_hint)

    async def hear(self, event: Event) -> None:
        """Takes a fact from the bus, behind what is missing from before it."""
        try:
            result = read_result(event.payload)
        except InvalidField as error:
            _note_unreadable(event.id, error)
            return
        await self._may_hear.wait()
        await self._take([result])

    async def hear_hint(self, subject: str, _: bytes) -> None:
        """Another replica, or this one, has changed a leaderboard."""
        universe, game_id = subject.split(".")[2:]
        self._watching.wake(LeaderboardKey(universe, game_id))

    async def keep_catching_up(self) -> None:
        """Asks the match service for what the bus did not tell: at the start, and every now and then."""
        retry_s = FIRST_RETRY_S
        while True:
            try:
                await self.catch_up()
            except Unavailable as error:
                log.info("matches cannot be asked for now", extra={"why": error.message})
                pause_s, retry_s = retry_s, min(2 * retry_s, CATCH_UP_EVERY_S)
            else:
                pause_s, retry_s = CATCH_UP_EVERY_S, FIRST_RETRY_S
            finally:
                if not self._is_behind:
                    self._may_hear.set()
            await asyncio.sleep(pause_s)

    async def catch_up(self) -> None:
        """Takes every match that ended since the cursor, and moves it.

        Raises:
            Unavailable: the match service does not answer; what was taken is kept.
        """
        cursor = await self._database.read(lambda connection: store.cursor(connection, SOURCE))
        while True:
            page = await self._match.ListEnded(ListEndedRequest(cursor=cursor, limit=PAGE))
            if not page.matches or page.next_cursor == cursor:
                self._is_behind = False
                return
            if len(page.matches) == PAGE:
                self._is_behind = True
                self._may_hear.clear()
            cursor = page.next_cursor
            await self._take(readable(page.matches), cursor)

    async def _take(self, results: Sequence[MatchResult], cursor: str = "") -> None:
        """Applies matches in the order of their ends, all or none, and moves the cursor with them."""
        now_ms = self._clock.now_ms()
        in_order = sorted(results, key=lambda result: (result.ended_at_ms, result.match_id))

        def work(connection: Connection) -> set[LeaderboardKey]:
            changed = store.apply_all(connection, in_order, now_ms=now_ms)
            if cursor:
                store.move_cursor(connection, SOURCE, cursor)
            return changed

        changed = await self._database.write(work)
        applied = [result for result in in_order if LeaderboardKey(result.universe, result.game_id) in changed]
        for result in applied:
            metrics.RATING_LATE_SECONDS.observe(max(0, now_ms - result.ended_at_ms) / 1000)
        await tell(changed, self._watching, self._bus)


def readable(matches: Iterable[EndedMatch]) -> list[MatchResult]:
    """Those matches that can be read; the others are noted."""
    results = []
    for ended in matches:
        try:
            results.append(result_of(ended))
        except InvalidField as error:
            _note_unreadable(ended.event_id, error)
    return results


def _note_unreadable(event_id: str, error: InvalidField) -> None:
    """A fact that cannot be read is noted and let go: it would read no better the next time."""
    log.error("an ended match cannot be read, and is not rated", extra={"event": event_id, "why": error.message})
