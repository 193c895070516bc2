"""Matches that have ended: heard on the bus, and asked for, in case the bus did not tell."""

from __future__ import annotations

import asyncio
import logging
from functools import partial
from typing import TYPE_CHECKING

from redscience.api.match.v1.match_pb2 import EndedMatch, ListEndedRequest
from redscience.errors import InvalidField, Unavailable
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


class EndedMatches:
    """Applies each match that has ended, once, however often and by whichever way it is told.

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

    async def listen(self) -> None:
        """Begins to hear what ended, and which leaderboards other replicas changed."""
        await self._bus.consume(ENDED, DURABLE, self.hear)
        await self._bus.on_hint(hint_subject(LeaderboardKey("*", "*")), self.hear_hint)

    async def hear(self, event: Event) -> None:
        """Takes a fact from the bus."""
        try:
            result = read_result(event.payload)
        except InvalidField as error:
            _note_unreadable(event.id, error)
            return
        await self._take(result)

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
                await asyncio.sleep(retry_s)
                retry_s = min(2 * retry_s, CATCH_UP_EVERY_S)
            else:
                retry_s = FIRST_RETRY_S
                await asyncio.sleep(CATCH_UP_EVERY_S)

    async def catch_up(self) -> None:
        """Takes every match that ended since the cursor, and moves it.

        Raises:
            Unavailable: the match service does not answer; what was taken is kept.
        """
        cursor = await self._database.read(lambda connection: store.cursor(connection, SOURCE))
        while True:
            page = await self._match.ListEnded(ListEndedRequest(cursor=cursor, limit=PAGE))
            for ended in page.matches:
                await self._take_asked(ended)
            if not page.matches or page.next_cursor == cursor:
                return
            cursor = page.next_cursor
            await self._database.write(partial(store.move_cursor, source=SOURCE, to=cursor))

    async def _take_asked(self, ended: EndedMatch) -> None:
        try:
            result = result_of(ended)
        except InvalidField as error:
            _note_unreadable(ended.event_id, error)
            return
        await self._take(result)

    async def _take(self, result: MatchResult) -> None:
        now_ms = self._clock.now_ms()
        if not await self._database.write(lambda connection: store.apply(connection, result, now_ms=now_ms)):
            return
        key = LeaderboardKey(result.universe, result.game_id)
        self._watching.wake(key)
        await self._bus.hint(hint_subject(key))


def _note_unreadable(event_id: str, error: InvalidField) -> None:
    """A fact that cannot be read is noted and let go: it would read no better the next time."""
    log.error("an ended match cannot be read, and is not rated", extra={"event": event_id, "why": error.message})
