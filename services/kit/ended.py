"""Sessions that have ended: their access tokens are refused from then on, though they have not expired.

Players tells all services of them, over a stream that each keeps open. Who starts, or has lost the stream, is told all
that still matter. A service that does not reach players goes by what it knew: tokens whose sessions end meanwhile are
good there until they expire, ten minutes at most.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from redscience.api.players.v1.players_pb2 import WatchEndedSessionsRequest
from redscience.client.backoff import Backoff
from redscience.errors import RedscienceError
from services.kit.clock import Clock
from services.kit.tokens import LIFETIME_MS

if TYPE_CHECKING:
    from redscience.api.players.v1.players_pb2_grpc import PlayersServiceAsyncStub

log = logging.getLogger(__name__)

USE_NOTED_EVERY_MS = 3_600_000
"""That a session is used is noted at most this often: a token of it is given no later than so long after that."""
KEPT_MS = USE_NOTED_EVERY_MS + LIFETIME_MS + 60_000
"""So long after its end, and after its use was noted last, a session is remembered: no token of it lasts longer, on
clocks that differ by a minute, however far ahead the clock was when it was given."""
_FIRST_PAUSE_S = 0.25
_LONGEST_PAUSE_S = 3.0


@dataclass(frozen=True, slots=True)
class Ended:
    """A session that has ended.

    Attributes:
        at_ms: when that was, or when its use was noted last, where the clock was ahead then.
    """

    session_id: str
    at_ms: int


class EndedSessions:
    """The sessions that have ended of late.

    Args:
        clock: tells when one need be remembered no longer.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._ended: dict[str, Ended] = {}
        self._listeners: list[Callable[[frozenset[str]], None]] = []
        self._changed = asyncio.Event()

    def __contains__(self, session_id: object) -> bool:
        return session_id in self._ended

    def when_ended(self, listener: Callable[[frozenset[str]], None]) -> None:
        """Has `listener` called with the sessions that have ended, each time that some have."""
        self._listeners.append(listener)

    def add(self, ended: Iterable[Ended]) -> None:
        """Takes note; what is known already is passed over."""
        oldest_ms = self._clock.now_ms() - KEPT_MS
        fresh = {
            each.session_id: each for each in ended if each.at_ms > oldest_ms and each.session_id not in self._ended
        }
        if not fresh:
            return
        self._ended = {key: each for key, each in self._ended.items() if each.at_ms > oldest_ms} | fresh
        for listener in self._listeners:
            listener(frozenset(fresh))
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()

    async def news(self) -> AsyncIterator[list[Ended]]:
        """Those that have ended of late, then those that do."""
        told: set[str] = set()
        while True:
            changed = self._changed
            known = self._ended
            untold = [each for key, each in known.items() if key not in told]
            told = set(known)
            if untold:
                yield untold
            else:
                await changed.wait()


async def follow(ended: EndedSessions, players: PlayersServiceAsyncStub) -> None:
    """Takes note of what players tells, until cancelled."""
    backoff, is_told = Backoff(_FIRST_PAUSE_S, _LONGEST_PAUSE_S), True
    while True:
        began_s = time.monotonic()
        try:
            async for answer in players.WatchEndedSessions(WatchEndedSessionsRequest()):
                ended.add(Ended(each.session_id, each.ended_at_ms) for each in answer.sessions)
                backoff.reset()
                is_told = True
        except RedscienceError as error:
            # One that has lasted has ended with its token, or with a service that restarts.
            if is_told and time.monotonic() - began_s < _LONGEST_PAUSE_S:
                log.info("players does not tell now which sessions end", extra={"why": error.message})
                is_told = False
        await asyncio.sleep(backoff.next_s())
