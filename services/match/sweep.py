"""Finds the turns and pauses whose time is over, and hands them to the worker."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from services.kit import metrics
from services.kit.clock import Clock
from services.kit.database import Database
from services.match.adjudicator import Adjudicator
from services.match.answers import forget_answers
from services.match.deadlines import Due
from services.match.downtime import Downtime
from services.match.queries import to_look_at

log = logging.getLogger(__name__)

PERIOD_S = 0.25
FORGET_EVERY_MS = 600_000
_AT_ONCE = 100

Hand = Callable[[Due], None]
"""Hands a deadline to the worker. It may block; what it loses is handed again."""


class Sweep:
    """Looks for what is due, four times a second."""

    def __init__(
        self, database: Database, adjudicator: Adjudicator, clock: Clock, downtime: Downtime, hand: Hand
    ) -> None:
        self._database = database
        self._adjudicator = adjudicator
        self._clock = clock
        self._downtime = downtime
        self._hand = hand
        self._forgot_at_ms = 0

    async def run(self) -> None:
        """Sweeps until cancelled."""
        while True:
            await self.once()
            await asyncio.sleep(PERIOD_S)

    async def once(self) -> int:
        """Hands over what is due now, and returns how many matches that were."""
        now_ms = self._clock.now_ms()
        await self._downtime.settle(now_ms)
        await self._forget(now_ms)
        match_ids = await self._database.read(lambda connection: to_look_at(connection, now_ms, _AT_ONCE))
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
                log.exception("a turn could not be handed to the worker", extra={"match": due.match_id})

    async def _forget(self, now_ms: int) -> None:
        if now_ms - self._forgot_at_ms < FORGET_EVERY_MS:
            return
        self._forgot_at_ms = now_ms
        await self._database.write(lambda connection: forget_answers(connection, now_ms))
