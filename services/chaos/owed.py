"""Hears that a turn is due, and asks from time to time for what it did not hear."""

from __future__ import annotations

import asyncio
import logging

from google.protobuf.message import DecodeError

from redscience.api.match.v1.match_pb2 import TurnDue
from redscience.errors import RedscienceError
from services.chaos.playing import Matches, answer
from services.kit.bus import Event, subject_of
from services.kit.identity import CHAOS_SERVICE

log = logging.getLogger(__name__)

TURN_DUE = subject_of(TurnDue)
DURABLE = "chaos"
ASK_EVERY_S = 3.0


class Owed:
    """Answers what this service owes, however it learns of it.

    Args:
        matches: the match service.
        key: of all draws.
    """

    def __init__(self, matches: Matches, key: bytes) -> None:
        self._matches = matches
        self._key = key

    async def heard(self, event: Event) -> None:
        """A turn is due: answers it, if this service holds the seat. Safe to repeat."""
        try:
            due = TurnDue.FromString(event.payload)
        except DecodeError:
            log.exception("an event cannot be read, and is dropped", extra={"event": event.id})
            return
        if due.controller_id == CHAOS_SERVICE:
            await answer(self._matches, due.match_id, self._key)

    async def ask(self) -> None:
        """Asks at once and every few seconds, until cancelled, so that a lost event leaves no match hanging."""
        while True:
            for match_id in await self._owed():
                try:
                    await answer(self._matches, match_id, self._key)
                except Exception:
                    # One match that cannot be played must not keep the others waiting.
                    log.exception("a move that is owed was not made", extra={"match": match_id})
            await asyncio.sleep(ASK_EVERY_S)

    async def _owed(self) -> list[str]:
        try:
            return await self._matches.owed()
        except RedscienceError as error:
            log.warning("what is owed cannot be asked for", extra={"code": error.code, "why": error.message})
            return []
