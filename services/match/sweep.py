"""Finds the turns and pauses whose time is over, and hands them to the worker."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from sqlalchemy import Connection

from services.kit import metrics
from services.kit.clock import Clock
from services.kit.database import Database
from services.match.adjudicator import Adjudicator
from services.match.answers import forget_answers
from services.match.deadlines import Due
from services.match.downtime import Downtime
from services.match.queries import next_look_ms, to_look_at

log = logging.getLogger(__name__)

PERIOD_S = 0.25
"""So often it is looked at most."""
LONGEST_S = 1.0
"""And at least so often: no turn is shorter, so none ends unnoticed that was begun since."""
FORGET_EVERY_MS = 600_000
_AT_ONCE = 100

Hand = Callable[[Due], None]
"""Hands a deadline to the worker. It may block; what it loses is handed again."""


class Sweep:
    """Looks for what is due when the next thing is, at least once and at most four times a second."""

    def __init__(
        self, database: Database, adjudicator: Adjudicator, clock: Clock, downtime: Downtime, hand: Hand
    ) -> None:
        self._database = database
        self._adjudicator = adjudicator
        self._clock = clock
        self._downtime = downtime
        self._hand = hand
        self._forgot_at_ms = 0
        self._next_at_ms: int | None = None

    async def run(self) -> None:
        """Sweeps until cancelled."""
        while True:
            await self.once()
            await asyncio.sleep(self._rest_s())

    def _rest_s(self) -> float:
        """Until something is due, a beat of the clock's keeper included."""
        next_at_ms = self._downtime.beats_at_ms
        if self._next_at_ms is not None:
            next_at_ms = min(next_at_ms, self._next_at_ms)
        return min(LONGEST_S, max(PERIOD_S, (next_at_ms - self._clock.now_ms()) / 1000))

    async def once(self) -> int:
        """Hands over what is due now, and returns how many matches that were."""
        now_ms = self._clock.now_ms()
        await self._downtime.settle(now_ms)
        await self._forget(now_ms)
        await self._adjudicator.settle_doubts()
        match_ids, self._next_at_ms = await self._database.read(lambda connection: _look(connection, now_ms))
        if not match_ids:
            return 0
        claimed = await self._adjudicator.claim_due(match_ids, now_ms)
        await asyncio.to_thread(self._hand_all, claimed)
        return len(claimed)

    def _hand_all(self, claimed: list[Due]) -> None:
        now_ms = self._clock.now_ms()
        for due in claimed:
            metrics.DEADLINE_LATE_SECONDS.observe(max(0, now_ms - due.due_at_ms) / 1000)
            try:
                self._hand(due)
            except Exception:
                # A broker that does not answer would keep each of them waiting; they are due again in a while.
                log.exception("turns could not be handed to the worker", extra={"match": due.match_id})
                return

    async def _forget(self, now_ms: int) -> None:
        if abs(now_ms - self._forgot_at_ms) < FORGET_EVERY_MS:
            return
        self._forgot_at_ms = now_ms
        await self._database.write(lambda connection: forget_answers(connection, now_ms))


def _look(connection: Connection, now_ms: int) -> tuple[list[str], int | None]:
    """The matches to look at now, and when there will be others."""
    return to_look_at(connection, now_ms, _AT_ONCE), next_look_ms(connection, now_ms)
