"""Games of tournaments that are rated: asked for by the block, applied as the matches that they are."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from sqlalchemy import Connection

from redscience.api.batch.v1.batch_pb2 import ListPlayedRequest
from redscience.client.backoff import Backoff
from redscience.errors import Unavailable
from services.kit.bus import Bus
from services.kit.clock import Clock
from services.kit.database import Database
from services.kit.waking import woken
from services.rating import store
from services.rating.events import readable, tell
from services.rating.leaderboard import LeaderboardKey
from services.rating.result import MatchResult
from services.rating.watching import Watching

if TYPE_CHECKING:
    # The generated code has this class for the type checker alone.
    from redscience.api.batch.v1.batch_pb2_grpc import BatchServiceAsyncStub

SOURCE = "batch"
RATED = "hint.batch-rated"
"""The hint that there are games to be rated."""
TOGETHER = 500
"""So many are applied in one transaction: what else is to be rated waits no longer than for these."""
CATCH_UP_EVERY_S = 20.0
_FIRST_RETRY_S = 0.5

log = logging.getLogger(__name__)


class PlayedBlocks:
    """Applies the rated games of tournaments, block by block in the order in which they were done, each game once.

    Args:
        database: of this service.
        bus: tells that there are some, and other replicas that a leaderboard changed.
        watching: the streams of this replica.
        batch: the batch service, called with this service's own identity.
        clock: tells when something was applied.
    """

    def __init__(
        self, *, database: Database, bus: Bus, watching: Watching, batch: BatchServiceAsyncStub, clock: Clock
    ) -> None:
        self._database = database
        self._bus = bus
        self._watching = watching
        self._batch = batch
        self._clock = clock
        self._woken = asyncio.Event()

    async def listen(self) -> None:
        """Begins to hear that there are some."""
        await self._bus.on_hint(RATED, self._hear)

    async def keep_catching_up(self) -> None:
        """Asks for what was played: when there is some, and every now and then."""
        backoff = Backoff(_FIRST_RETRY_S, CATCH_UP_EVERY_S)
        while True:
            self._woken.clear()
            try:
                await self.catch_up()
            except Unavailable as error:
                log.info("tournaments cannot be asked for now", extra={"why": error.message})
                await asyncio.sleep(backoff.next_s())
            else:
                backoff.reset()
                await woken(self._woken, CATCH_UP_EVERY_S)

    async def catch_up(self) -> None:
        """Takes every block behind the cursor, and moves it.

        Raises:
            Unavailable: the batch service does not answer; what was taken is kept.
        """
        cursor = await self._database.read(lambda connection: store.cursor(connection, SOURCE))
        while True:
            page = await self._batch.ListPlayed(ListPlayedRequest(cursor=cursor, limit=1))
            if not page.blocks or page.next_cursor == cursor:
                return
            cursor = page.next_cursor
            for block in page.blocks:
                await self._take(readable(block.matches))
            await self._database.write(partial(store.move_cursor, source=SOURCE, to=cursor))

    async def _take(self, results: Sequence[MatchResult]) -> None:
        now_ms, changed = self._clock.now_ms(), set[LeaderboardKey]()
        for start in range(0, len(results), TOGETHER):
            changed |= await self._database.write(partial(_apply, results[start : start + TOGETHER], now_ms))
        await tell(changed, self._watching, self._bus)

    async def _hear(self, _: str, __: bytes) -> None:
        self._woken.set()


def _apply(results: Sequence[MatchResult], now_ms: int, connection: Connection) -> set[LeaderboardKey]:
    return store.apply_all(connection, results, now_ms=now_ms)
