"""What callers may ask of a process: how often, how much at once, and how large its answers may be.

What is large counts as several calls of whoever is answered; on a stream it waits until they may make these. Of a
caller a few calls are answered at once, and the others wait for these: what costs much slows only whoever asks for it.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractAsyncContextManager, AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field
from functools import partial
from typing import Any, cast

import grpc.aio

from services.kit.identity import Caller
from services.kit.limits import (
    CALLS_IN_HAND,
    CALLS_IN_HAND_OF_NETWORK,
    READ_OF_NETWORK,
    STREAMS_OF_REQUESTS,
    CallLimit,
    HandLimit,
    PlaceLimit,
    StreamLimit,
    calls_for,
)
from services.kit.sources import source_of

TOLD_AFTER_S = 1.0
"""So much later are those told who ask too often."""

_Context = grpc.aio.ServicerContext[Any, Any]


@dataclass(frozen=True, slots=True)
class Throttle:
    """The limits of a process's callers: how often they call, and what of each of them is open, held and in hand."""

    places: PlaceLimit
    calls: CallLimit = field(default_factory=CallLimit)
    streams: StreamLimit = field(default_factory=StreamLimit)
    streams_of_requests: StreamLimit = field(default_factory=partial(StreamLimit, STREAMS_OF_REQUESTS))
    in_hand: HandLimit = field(default_factory=HandLimit)
    read: HandLimit = field(default_factory=HandLimit)

    def begin(
        self, payer: str | None, context: _Context, *, is_stream: bool, is_long: bool
    ) -> AbstractContextManager[None]:
        """Counts a call; what stands around it counts a stream, and one that takes requests.

        Raises:
            LimitReached: `payer` asks too often, or too much at once.
        """
        if payer is None:
            return nullcontext()
        self.calls.take(payer, time.monotonic())
        self.places.take(payer)
        _when_over(context, partial(self.places.leave, payer))
        return self._stream(payer, is_long=is_long) if is_stream else nullcontext()

    @contextmanager
    def _stream(self, payer: str, *, is_long: bool) -> Iterator[None]:
        with self.streams.one(payer), self.streams_of_requests.one(payer) if is_long else nullcontext():
            yield

    def begin_of_server(self, context: _Context, *, is_long: bool) -> AbstractContextManager[None]:
        """The same of a call of health or reflection, by where it comes from and apart from other calls from there.

        Raises:
            LimitReached: too much is asked at once.
        """
        payer = _payer_of_server(context)
        self.places.take(payer)
        _when_over(context, partial(self.places.leave, payer))
        return self._stream(payer, is_long=True) if is_long else nullcontext()

    async def hold(self, payer: str | None, context: _Context) -> None:
        """Has whoever asks too often wait before they are told so: who waits for an answer asks no more meanwhile.

        To be refused costs nearly as much as to be answered.

        Raises:
            LimitReached: `payer` waits so with too many already.
        """
        if payer is None:
            return
        self.places.take(payer)
        _when_over(context, partial(self.places.leave, payer))
        await asyncio.sleep(TOLD_AFTER_S)

    async def take_in_hand(self, payer: str | None, context: _Context, *, is_known: bool) -> None:
        """Waits where as many calls are in hand as may be: until one of them is answered, and that read.

        Args:
            payer: whose calls.
            context: of the call.
            is_known: whether they have said who they are; else all who have the address share in one.
        """
        if payer is None:
            return
        await self.in_hand.take(payer, CALLS_IN_HAND if is_known else CALLS_IN_HAND_OF_NETWORK)
        _when_over(context, partial(self.in_hand.leave, payer))

    def reading(self, payer: str | None, *, is_known: bool) -> AbstractAsyncContextManager[None]:
        """What a call asks that is not in hand is read within the block, of a few at once.

        Args:
            payer: whose calls.
            is_known: whether they have said who they are.
        """
        if payer is None:
            return nullcontext()
        return self.in_hand.one(payer, CALLS_IN_HAND) if is_known else self.read.one(payer, READ_OF_NETWORK)

    def reading_of_server(self, context: _Context) -> AbstractAsyncContextManager[None]:
        """The same of a call of health."""
        return self.read.one(_payer_of_server(context), READ_OF_NETWORK)

    async def until_there_is_room(self, payer: str | None, answer: Any) -> None:
        """Returns when an answer may be sent on a stream: at once unless it is large and calls are owed for others."""
        if payer is None or not (count := calls_for(answer.ByteSize())):
            return
        while True:
            wait_s = self.calls.take_or_wait(payer, time.monotonic(), count)
            if not wait_s:
                return
            await asyncio.sleep(wait_s)

    def owe(self, payer: str | None, answer: Any) -> None:
        """Counts what an answer costs beyond a call; the next call waits for that."""
        if payer is not None and (count := calls_for(answer.ByteSize())):
            self.calls.owe(payer, time.monotonic(), count)


def payer_of(caller: Caller | None, peer: str) -> str | None:
    """Whose limits hold for a call: a player's, or those of whoever has the address; None for a service."""
    if caller is None:
        return source_of(None, peer, ())
    return None if caller.kind == "service" else caller.controller_id


def _payer_of_server(context: _Context) -> str:
    return f"{source_of(None, context.peer(), ())} of the server"


def _when_over(context: _Context, call: Callable[[], None]) -> None:
    """Has `call` made when all of a call's answer has been taken by who asked, or nobody waits for it any more."""
    # The stubs have it called with nothing.
    context.add_done_callback(cast("Any", lambda _: call()))
