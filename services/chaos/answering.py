"""How players of the platform's own are asked and answer: on one stream after the other."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any, Protocol

from redscience.api.match.v1 import match_pb2
from redscience.client.backoff import Backoff
from redscience.errors import RedscienceError

log = logging.getLogger(__name__)

FIRST_PAUSE_S = 0.1
LONGEST_PAUSE_S = 3.0


class Serve(Protocol):
    """The match service's stream for programs, called with this service's own identity."""

    def __call__(self, request_iterator: AsyncIterator[match_pb2.ServeRequest], /) -> Any:
        """The messages of a stream on which the requests are sent."""
        ...


async def keep_hearing(hear: Callable[[], AsyncIterator[int]]) -> None:
    """Hears until cancelled, on one stream after the other: each is told anew of all that is owed.

    Args:
        hear: opens a stream and hears it until that ends.
    """
    backoff = Backoff(FIRST_PAUSE_S, LONGEST_PAUSE_S)
    while True:
        try:
            async for _ in hear():
                backoff.reset()
        except RedscienceError as error:
            log.warning("no decisions are heard; it is tried again", extra={"code": error.code, "why": error.message})
        await asyncio.sleep(backoff.next_s())


class Answers:
    """What is said on one stream; the last answer of each seat can be given again.

    Args:
        telling: what decisions are to hold.
    """

    def __init__(self, telling: match_pb2.Telling.ValueType) -> None:
        self._queue: asyncio.Queue[match_pb2.ServeRequest | None] = asyncio.Queue()
        self._queue.put_nowait(match_pb2.ServeRequest(telling=telling))
        self._given: dict[tuple[str, str], match_pb2.Answer] = {}

    async def requests(self) -> AsyncIterator[match_pb2.ServeRequest]:
        """What is said, as it comes, until the stream has ended."""
        while (request := await self._queue.get()) is not None:
            yield request

    def end(self) -> None:
        """The stream has ended: who waits for what is said next is to wait no longer."""
        self._queue.put_nowait(None)

    def give(self, answers: Sequence[match_pb2.Answer]) -> None:
        """Says answers."""
        self._given |= {(answer.match_id, answer.seat): answer for answer in answers}
        if answers:
            self._queue.put_nowait(match_pb2.ServeRequest(answers=answers))

    def refused(self, refusal: match_pb2.Refusal) -> None:
        """Gives an answer again that could not be taken then.

        Where somebody was quicker, or the match is over, what is owed now is asked for anew.
        """
        answer = self._given.get((refusal.match_id, refusal.seat))
        if refusal.retry_after_s and answer is not None and answer.view_version == refusal.view_version:
            asyncio.get_running_loop().call_later(refusal.retry_after_s, self._give_again, answer)

    def over(self, over: match_pb2.Over) -> None:
        """Forgets what was answered in a match that has ended."""
        for seat in over.seats:
            self._given.pop((over.match_id, seat.seat), None)

    def _give_again(self, answer: match_pb2.Answer) -> None:
        if self._given.get((answer.match_id, answer.seat)) is answer:
            self.give([answer])
