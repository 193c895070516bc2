"""What stands around every method of a service.

Four things, the first outermost: the span of the call, the errors it may end in, the identity of its caller, and the
throttle of what they ask for.

What is done in a call belongs to its span, but for one that takes a stream of requests: each of them may belong to
another trace, which the servicer opens, `telemetry.span(…, parent=…)`. Its requests end when the call does, however
that came.

A stream that was opened with a token ends with it: when the token expires, or its session ends.

What is asked is read in here as well, once the call counts among those of its caller: gRPC would wait for it for ever
before, and keep as much of it as has come, whoever has begun the call.
"""

from __future__ import annotations

import asyncio
import inspect
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager, aclosing, asynccontextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NoReturn

import grpc
import grpc.aio
from google.protobuf.message import DecodeError
from opentelemetry.trace import SpanKind, Status, StatusCode, use_span

from redscience.client.refusals import DETAILS_KEY, INTERNAL_MESSAGE
from redscience.errors import Fault, InvalidField, LimitReached, NotAllowed, NotLoggedIn, RedscienceError, Unavailable
from services.kit import metrics, telemetry
from services.kit.clock import Clock
from services.kit.ended import EndedSessions
from services.kit.errors import grpc_status, short_message, to_trailer
from services.kit.identity import Access, Caller, set_caller
from services.kit.throttle import Throttle, payer_of
from services.kit.tokens import Verified, verify

log = logging.getLogger(__name__)

_Context = grpc.aio.ServicerContext[Any, Any]
# The stubs describe the handlers of the threaded server alone.
_Handler = Any
_Method = Callable[[Any, _Context], Any]
_Around = Callable[[_Context], AbstractAsyncContextManager["_Made"]]
"""What stands around a call; it gives how that was made."""

_UNREADABLE = object()
"""What stands for a request that is none: it is refused where other calls are, by name, and counts as they do."""
REQUEST_COMES_IN_S = 10.0
"""What is asked has come by then, after the call has begun, but on a stream of requests."""
STRANGERS_COMES_IN_S = 5.0
"""The same of strangers, who ask little."""
DEADLINE_S = 30.0
"""A call that is answered once has come to an end by then, whatever deadline its client has set, or none."""


@dataclass(frozen=True, slots=True)
class _Made:
    """How a call was made.

    Attributes:
        verified: the token by which, as it was verified; None for a call of nobody in particular.
        payer: whose calls and streams it counts among; None for a service, which has no limits.
    """

    verified: Verified | None
    payer: str | None


@dataclass(slots=True)
class Interceptor(grpc.aio.ServerInterceptor):
    """What stands around every method that is in the access table."""

    public_keys: bytes
    clock: Clock
    ended: EndedSessions
    throttle: Throttle
    access: dict[str, Access] = field(default_factory=dict)
    handlers: dict[str, _Handler] = field(default_factory=dict)
    draining: bool = False
    streams: dict[asyncio.Task[Any], str] = field(default_factory=dict)
    timers: dict[asyncio.Task[Any], asyncio.TimerHandle] = field(default_factory=dict)

    async def intercept_service(
        self,
        continuation: Callable[[grpc.HandlerCallDetails], Awaitable[_Handler]],
        handler_call_details: grpc.HandlerCallDetails,
    ) -> _Handler:
        """The handler of a method, with what stands around it."""
        method = handler_call_details.method
        offered = self.handlers.get(method)
        if offered is not None:
            return offered
        handler = await continuation(handler_call_details)
        if handler is None:
            return None
        if method not in self.access:
            offered = self.handlers[method] = self._of_the_server(handler)
            return offered

        def around(context: _Context) -> AbstractAsyncContextManager[_Made]:
            metadata = {key: value for key, value in context.invocation_metadata() or () if isinstance(value, str)}
            is_stream, is_long = handler.response_streaming, handler.request_streaming
            return self._call(method, metadata, context, is_stream=is_stream, is_long=is_long)

        offered = self._stream(handler, around) if handler.response_streaming else self._unary(handler, around)
        self.handlers[method] = offered
        return offered

    @asynccontextmanager
    async def _call(
        self, method: str, metadata: Mapping[str, str], context: _Context, *, is_stream: bool, is_long: bool
    ) -> AsyncIterator[_Made]:
        begun_s, outcome = time.perf_counter(), "ok"
        begin = telemetry.start_span if is_long else telemetry.enter_span
        span = begin(method.lstrip("/"), SpanKind.SERVER, parent=metadata.get(telemetry.TRACEPARENT, ""))
        try:
            verified, refusal = self._identified(method, metadata)
            payer = payer_of(_caller_of(verified), context.peer())
            try:
                begun = self.throttle.begin(payer, context, is_stream=is_stream, is_long=is_long)
            except LimitReached:
                await self.throttle.hold(payer, context)
                raise
            with begun:
                _check(refusal)
                yield _Made(verified, payer)
        except RedscienceError as error:
            outcome = error.code
            span.set_status(Status(StatusCode.ERROR, error.code))
            await _abort(context, error)
        except NotImplementedError:
            await context.abort(grpc.StatusCode.UNIMPLEMENTED, "This method is not offered yet.")
        except grpc.aio.AbortError:
            raise
        except Exception as error:
            outcome = "internal"
            span.record_exception(error)
            span.set_status(Status(StatusCode.ERROR, "internal"))
            with use_span(span):
                log.exception("call failed", extra={"method": method})
            await _abort(context, RedscienceError(INTERNAL_MESSAGE))
        finally:
            span.end()
            if not is_stream:
                metrics.RPC_SECONDS.labels(method, outcome).observe(time.perf_counter() - begun_s)

    def _identified(self, method: str, metadata: Mapping[str, str]) -> tuple[Verified | None, RedscienceError | None]:
        """Who calls, by which session and until when; None for nobody in particular. And why they may not, if so."""
        # The context of a call is its task's own, so nothing is put back afterwards.
        scheme, _, token = metadata.get("authorization", "").partition(" ")
        token = token.strip() if scheme.lower() == "bearer" else ""
        try:
            verified = verify(self.public_keys, token, now_ms=self.clock.now_ms()) if token else None
        except NotLoggedIn as refusal:
            return None, refusal
        if verified is not None and verified.session_id in self.ended:
            return verified, _session_ended()
        caller = _caller_of(verified)
        set_caller(caller, token)
        if self.access[method](caller):
            return verified, None
        if caller is not None:
            return verified, NotAllowed("You may not do this.")
        if scheme and not token:
            return None, NotLoggedIn("The metadata names no access token. Send authorization: Bearer and the token.")
        return None, NotLoggedIn("Log in first.")

    def _stream(self, handler: _Handler, around: _Around) -> _Handler:
        is_long = handler.request_streaming
        inner = _with_requests_that_end(handler.stream_stream) if is_long else handler.unary_stream

        async def call(requests: Any, context: _Context) -> AsyncIterator[Any]:
            async with around(context) as made, self._ended_from_outside(made.verified):
                asked = requests if is_long else await self._read_one(made, context)
                answers = inner(asked, context)
                async with aclosing(answers):
                    async for answer in answers:
                        await self.throttle.until_there_is_room(made.payer, answer)
                        # Its timer may be late: a machine that slept has not run it.
                        self._check_lasts(made.verified)
                        yield answer

        return _offered(grpc.stream_stream_rpc_method_handler, call, handler)

    async def _read_one(self, made: _Made, context: _Context) -> Any:
        is_known = made.verified is not None
        async with self.throttle.reading(made.payer, is_known=is_known):
            return await _asked(context, is_known=is_known)

    def _unary(self, handler: _Handler, around: _Around) -> _Handler:
        inner = handler.unary_unary

        async def call(_: Any, context: _Context) -> Any:
            async with around(context) as made, _in_time():
                is_known = made.verified is not None
                # Of all who share an address none in hand waits until another says what they ask.
                asked = None if is_known else await self._read_one(made, context)
                await self.throttle.take_in_hand(made.payer, context, is_known=is_known)
                answer = inner(await _asked(context) if is_known else asked, context)
                if inspect.isawaitable(answer):
                    answer = await answer
                self.throttle.owe(made.payer, answer)
                return answer
            raise AssertionError("unreachable: what is refused is aborted")

        return _offered(grpc.stream_unary_rpc_method_handler, call, handler)

    def _of_the_server(self, handler: _Handler) -> _Handler:
        """A method of health or reflection: anybody's to call, and of everybody no more than a share at once."""
        if handler.request_streaming:
            inner = _with_requests_that_end(handler.stream_stream)

            async def stream(requests: Any, context: _Context) -> AsyncIterator[Any]:
                async with self._placed(context, is_long=True):
                    async for answer in inner(requests, context):
                        yield answer

            return _offered(grpc.stream_stream_rpc_method_handler, stream, handler)

        async def call(_: Any, context: _Context) -> Any:
            async with self._placed(context, is_long=False):
                async with self.throttle.reading_of_server(context):
                    asked = await _asked(context, is_known=False)
                return await (handler.unary_stream or handler.unary_unary)(asked, context)

        is_stream = handler.response_streaming
        offer = grpc.stream_stream_rpc_method_handler if is_stream else grpc.stream_unary_rpc_method_handler
        return _offered(offer, call, handler)

    @asynccontextmanager
    async def _placed(self, context: _Context, *, is_long: bool) -> AsyncIterator[None]:
        try:
            with self.throttle.begin_of_server(context, is_long=is_long):
                yield
        except RedscienceError as error:
            await _abort(context, error)

    @asynccontextmanager
    async def _ended_from_outside(self, verified: Verified | None) -> AsyncIterator[None]:
        task = asyncio.current_task()
        if self.draining or task is None:
            raise Unavailable("The service is about to restart. Try again in a moment.")
        self.streams[task] = verified.session_id if verified is not None else ""
        metrics.STREAMS_OPEN.labels("rpc").inc()
        if verified is not None:
            self._end_when_expired(task, verified.expires_at_ms)
        try:
            yield
        except asyncio.CancelledError:
            if self.draining:
                raise Unavailable("The service is about to restart. Try again in a moment.") from None
            self._check_lasts(verified)
            raise
        finally:
            del self.streams[task]
            metrics.STREAMS_OPEN.labels("rpc").dec()
            if (timer := self.timers.pop(task, None)) is not None:
                timer.cancel()

    def _end_when_expired(self, task: asyncio.Task[Any], expires_at_ms: int) -> None:
        """Ends a stream when its token expires, by the clock: a timer may come before that."""
        left_ms = expires_at_ms - self.clock.now_ms()
        if left_ms <= 0:
            task.cancel()
            return
        again = partial(self._end_when_expired, task, expires_at_ms)
        self.timers[task] = asyncio.get_running_loop().call_later(left_ms / 1000, again)

    def _check_lasts(self, verified: Verified | None) -> None:
        """Sees that a stream may go on.

        Raises:
            NotLoggedIn: its session has ended, or its token has expired.
        """
        if verified is None:
            return
        if verified.session_id in self.ended:
            raise _session_ended() from None
        if verified.expires_at_ms <= self.clock.now_ms():
            raise NotLoggedIn("The access token has expired. Ask for a new one, and open the stream again.") from None

    def end_streams(self) -> None:
        """Ends the streams that run, and lets no new one begin."""
        self.draining = True
        for task in tuple(self.streams):
            task.cancel()

    def end_streams_of(self, session_ids: frozenset[str]) -> None:
        """Ends the streams that were opened by tokens of these sessions."""
        for task in [task for task, session_id in self.streams.items() if session_id in session_ids]:
            task.cancel()


def _check(refusal: RedscienceError | None) -> None:
    """Raises what a call is refused by, if it is."""
    if refusal is not None:
        raise refusal


def _reading(read: Callable[[bytes], Any]) -> Callable[[bytes], Any]:
    """Reads requests. Of what is none gRPC would tell nobody what is wrong, and write a traceback into the log."""

    def read_or_note(sent: bytes) -> Any:
        try:
            return read(sent)
        except DecodeError:
            return _UNREADABLE

    return read_or_note


def _offered(offer: Callable[..., _Handler], call: Callable[..., Any], handler: _Handler) -> _Handler:
    """A method that `call` answers, in the messages of a handler. It takes a stream of requests, and so waits for none.

    On the wire one request is a stream of one.
    """
    return offer(
        call,
        request_deserializer=_reading(handler.request_deserializer),
        response_serializer=handler.response_serializer,
    )


async def _asked(context: _Context, *, is_known: bool = True) -> Any:
    """What a call asks that has one request, of somebody who has said who they are or not.

    Raises:
        InvalidField: it cannot be read, or has not come.
    """
    try:
        async with asyncio.timeout(REQUEST_COMES_IN_S if is_known else STRANGERS_COMES_IN_S):
            request = await context.read()
    except TimeoutError:
        request = grpc.aio.EOF
    if request is grpc.aio.EOF:
        raise InvalidField([Fault("request", "has not come", "Send it with the call")])
    return _read(request)


def _read(request: Any) -> Any:
    """A request that could be read.

    Raises:
        InvalidField: it could not.
    """
    if request is _UNREADABLE:
        raise InvalidField([Fault("request", "is no message of this method", "Send what its .proto file says")])
    return request


def _caller_of(verified: Verified | None) -> Caller | None:
    return verified.caller if verified is not None else None


def _session_ended() -> NotLoggedIn:
    return NotLoggedIn("The session has ended. Log in again.")


def _with_requests_that_end(inner: _Method) -> _Method:
    """Lets a task that still reads requests find their end, where gRPC would raise what became of the call."""

    async def until_the_end(requests: AsyncIterator[Any]) -> AsyncIterator[Any]:
        with suppress(grpc.aio.AbortError, grpc.aio.UsageError):
            async for request in requests:
                yield _read(request)

    return lambda requests, context: inner(until_the_end(requests), context)


@asynccontextmanager
async def _in_time() -> AsyncIterator[None]:
    try:
        async with asyncio.timeout(DEADLINE_S) as deadline:
            yield
    except TimeoutError:
        if not deadline.expired():
            raise
        raise Unavailable("This has taken too long. Try again in a moment.") from None


async def _abort(context: _Context, error: RedscienceError) -> NoReturn:
    await context.abort(grpc_status(error), short_message(error), ((DETAILS_KEY, to_trailer(error)),))
