"""What one caller may ask for at once: whoever asks for more waits, and nobody else does."""

from __future__ import annotations

import asyncio
import math
from collections import Counter, deque
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

from redscience.errors import LimitReached

CALLS_PER_S = 500
CALLS_AT_ONCE = 1_000
"""A caller who has been silent may make so many calls at a time, then as many as a second gives back."""
BYTES_OF_A_CALL = 65_536
"""An answer that is larger counts as another call for each so many bytes: it costs as much to send."""
CALLS_IN_HAND = 8
"""So many calls of a player are answered at once, as so many of their requests are at the gateway; others wait."""
CALLS_IN_HAND_OF_NETWORK = 32
"""The same of all who have the address, and of whom nothing else is known."""
READ_OF_NETWORK = 64
"""So many requests of these are read at once; others wait until they have come, or their time is over."""
SHARE_OF_FREE = 1 / 16
"""A caller may hold as many of a process's places as are such a share of those that nobody holds."""
STREAMS = 256
STREAMS_OF_REQUESTS = 16
"""So many of them may take requests: as much of a request as has come is kept, be it that the rest never comes."""
_MOST_REMEMBERED = 10_000


class CallLimit:
    """A bucket for each caller, which every call takes one from and time fills again (GCRA).

    Args:
        per_s: how many calls a second gives back.
        at_once: how many a full bucket holds.
    """

    def __init__(self, per_s: float = CALLS_PER_S, at_once: int = CALLS_AT_ONCE) -> None:
        self._interval_s = 1 / per_s
        self._tolerance_s = (at_once - 1) / per_s
        # By caller, the instant at which the bucket is full again.
        self._full_at_s: dict[str, float] = {}

    def take(self, caller_id: str, now_s: float) -> None:
        """Takes one.

        Raises:
            LimitReached: the bucket is empty.
        """
        wait_s = self.take_or_wait(caller_id, now_s)
        if wait_s > 0:
            per_s = round(1 / self._interval_s)
            message = f"You make more than {per_s} calls a second. Wait a moment, then try again."
            raise LimitReached(message, retry_after_s=math.ceil(wait_s))

    def take_or_wait(self, caller_id: str, now_s: float, count: int = 1) -> float:
        """Takes so many and gives 0, or gives the seconds until one of them can be taken; the others are owed then."""
        full_at_s = self._full_from(caller_id, now_s)
        wait_s = full_at_s - now_s - self._tolerance_s
        if wait_s > 0:
            return wait_s
        self._take(caller_id, now_s, full_at_s, count)
        return 0.0

    def owe(self, caller_id: str, now_s: float, count: int) -> None:
        """Takes so many that nobody has asked for, whether they are there or not."""
        self._take(caller_id, now_s, self._full_from(caller_id, now_s), count)

    def _full_from(self, caller_id: str, now_s: float) -> float:
        """From when on a bucket is full if nothing more is taken."""
        return max(now_s, self._full_at_s.get(caller_id, 0.0))

    def _take(self, caller_id: str, now_s: float, full_at_s: float, count: int) -> None:
        self._full_at_s[caller_id] = full_at_s + count * self._interval_s
        if len(self._full_at_s) > _MOST_REMEMBERED:
            self._full_at_s = {each: at_s for each, at_s in self._full_at_s.items() if at_s > now_s}


def calls_for(size: int) -> int:
    """As how many calls more an answer of so many bytes counts."""
    return size // BYTES_OF_A_CALL


class PlaceLimit:
    """How many calls and streams of each caller have begun and not ended, be it that their answers are not read.

    The places of a process are shared by a threshold that falls as they fill (A. Choudhury, E. Hahne 1998): whoever
    wants all of them gets a seventeenth of what others have left.

    Args:
        places: how many calls and streams there can be at once.
    """

    def __init__(self, places: int) -> None:
        self._free = places
        self._held: Counter[str] = Counter()

    def take(self, caller_id: str) -> None:
        """Takes a place; `leave` gives it back.

        Raises:
            LimitReached: the caller holds the share of one caller.
        """
        if self._held[caller_id] >= SHARE_OF_FREE * self._free:
            message = "Too many of your calls have not ended here. Wait for some of them, then try again."
            raise LimitReached(message, retry_after_s=1)
        self._held[caller_id] += 1
        self._free -= 1

    def leave(self, caller_id: str) -> None:
        """Gives a place back."""
        self._free += 1
        self._held[caller_id] -= 1
        if not self._held[caller_id]:
            del self._held[caller_id]


class HandLimit:
    """How many calls of each caller are answered at once: the others wait in the order of their coming.

    It belongs to one event loop. Whatever a call costs, whoever else calls waits behind a few of a caller's at most.
    """

    def __init__(self) -> None:
        self._in_hand: Counter[str] = Counter()
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}

    @asynccontextmanager
    async def one(self, caller_id: str, most: int) -> AsyncIterator[None]:
        """A call is in hand within the block, which begins when fewer than `most` are."""
        await self.take(caller_id, most)
        try:
            yield
        finally:
            self.leave(caller_id)

    async def take(self, caller_id: str, most: int) -> None:
        """Takes a call in hand, once fewer than `most` are; `leave` ends that."""
        if self._in_hand[caller_id] < most:
            self._in_hand[caller_id] += 1
            return
        turn = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(caller_id, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled():
                self.leave(caller_id)  # its turn had come just before it went
            raise

    def leave(self, caller_id: str) -> None:
        """Gives the place of a call in hand to the next who waits still."""
        waiting = self._waiting.get(caller_id)
        while waiting:
            turn = waiting.popleft()
            if not turn.done():
                turn.set_result(None)
                return
        self._waiting.pop(caller_id, None)
        self._in_hand[caller_id] -= 1
        if not self._in_hand[caller_id]:
            del self._in_hand[caller_id]


class StreamLimit:
    """How many streams each caller has open.

    Args:
        most: at once.
    """

    def __init__(self, most: int = STREAMS) -> None:
        self._most = most
        self._open: Counter[str] = Counter()

    @contextmanager
    def one(self, caller_id: str) -> Iterator[None]:
        """Counts a stream while the block lasts.

        Raises:
            LimitReached: the caller has as many already.
        """
        if self._open[caller_id] >= self._most:
            raise LimitReached(f"You have {self._most} streams open here. Close some, then try again.")
        self._open[caller_id] += 1
        try:
            yield
        finally:
            self._open[caller_id] -= 1
            if not self._open[caller_id]:
                del self._open[caller_id]
