"""The gRPC server: who calls, under which trace, and what an error looks like from outside.

Three things stand around every method of a service, the first outermost: the span of the call, the errors it may end
in, and the identity of its caller. Health and reflection are left alone.

What is done in a call belongs to its span, but for one that takes a stream of requests: each of them may belong to
another trace, which the servicer opens, `telemetry.span(…, parent=…)`. Its requests end when the call does, however
that came.

A stream that was opened with a token ends with it: when the token expires, or its session ends.

What is large counts as several calls of whoever is answered; on a stream it waits until they may make these. Of a
caller a few calls are answered at once, and the others wait for these: what costs much slows only whoever asks for it.
"""

from __future__ import annotations

import asyncio
import inspect
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import (
    AbstractAsyncContextManager,
    AbstractContextManager,
    aclosing,
    asynccontextmanager,
    nullcontext,
    suppress,
)
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NoReturn, cast

import grpc
import grpc.aio
from grpc_health.v1 import health_pb2_grpc
from grpc_health.v1.health import OVERALL_HEALTH
from grpc_health.v1.health import SERVICE_NAME as HEALTH
from grpc_health.v1.health import aio as health
from grpc_health.v1.health_pb2 import HealthCheckResponse
from grpc_reflection.v1alpha import reflection
from opentelemetry.trace import SpanKind, Status, StatusCode, use_span

from redscience.client.refusals import DETAILS_KEY, INTERNAL_MESSAGE
from redscience.errors import NotAllowed, NotLoggedIn, RedscienceError, Unavailable
from services.kit import metrics, telemetry
from services.kit.clock import Clock
from services.kit.ended import EndedSessions
from services.kit.errors import grpc_status, short_message, to_trailer
from services.kit.identity import Access, Caller, set_caller
from services.kit.limits import (
    CALLS_IN_HAND,
    CALLS_IN_HAND_OF_NETWORK,
    CallLimit,
    HandLimit,
    PlaceLimit,
    StreamLimit,
    calls_for,
)
from services.kit.sources import source_of
from services.kit.tokens import Verified, verify

log = logging.getLogger(__name__)

_Context = grpc.aio.ServicerContext[Any, Any]
# The stubs describe the handlers of the threaded server alone.
_Handler = Any
_Method = Callable[[Any, _Context], Any]
_Around = Callable[[_Context], AbstractAsyncContextManager["_Made"]]
"""What stands around a call; it gives how that was made."""

MOST_CALLS = 20_000
"""Calls and streams that a process answers at once, those of health and reflection among them; others are refused."""
MOST_CALLS_OF_CONNECTION = 10_000
MOST_REQUEST_BYTES = 4 << 20
DEADLINE_S = 30.0
"""A call that is answered once has come to an end by then, whatever deadline its client has set, or none."""

_OPTIONS = (
    ("grpc.max_receive_message_length", MOST_REQUEST_BYTES),
    # What is unpacked before anybody has looked at it can be a thousand times what was sent: only what is as it is.
    ("grpc.compression_enabled_algorithms_bitset", 1),
    ("grpc.max_concurrent_streams", MOST_CALLS_OF_CONNECTION),
    # Two processes on one port would each get some of the calls.
    ("grpc.so_reuseport", 0),
    # A program that hangs, or whose machine sleeps, is known to be away within half a minute, and another one asked.
    ("grpc.keepalive_time_ms", 20_000),
    ("grpc.keepalive_timeout_ms", 10_000),
    # Clients may ask twice a minute, also between calls: the watchers of a match are often silent for long.
    ("grpc.keepalive_permit_without_calls", 1),
    ("grpc.http2.min_ping_interval_without_data_ms", 15_000),
    ("grpc.http2.max_ping_strikes", 0),
)


class Server:
    """A gRPC server with health and reflection.

    Args:
        address: `host:port`; port 0 takes a free one.
        public_keys: check the tokens of callers (PEM).
        clock: tells when a token has expired.
        ended: the sessions whose tokens are refused, and whose streams end.

    Attributes:
        port: the port that is listened on.
    """

    def __init__(self, address: str, public_keys: bytes, clock: Clock, ended: EndedSessions) -> None:
        self._around = _Interceptor(public_keys, clock, ended)
        ended.when_ended(self._around.end_streams_of)
        self._server = grpc.aio.server(
            interceptors=[self._around], options=_OPTIONS, maximum_concurrent_rpcs=MOST_CALLS
        )
        self._health = health.HealthServicer()
        self._services: list[str] = []
        self._registry = cast("grpc.aio.Server", _Registry(self._server))
        health_pb2_grpc.add_HealthServicer_to_server(self._health, self._registry)
        try:
            self.port = self._server.add_insecure_port(address)
        except RuntimeError:
            raise OSError(f"Nothing can listen on {address}: is another process there?") from None

    def add(
        self, add_to_server: Callable[[Any, grpc.aio.Server], None], servicer: object, access: Mapping[str, Access]
    ) -> None:
        """Registers a servicer, with who may call each of its methods.

        Raises:
            ValueError: the table leaves out a method, or names one that there is not.
        """
        name, methods = _methods_of(add_to_server, servicer)
        missing, unknown = sorted(methods - access.keys()), sorted(access.keys() - methods)
        if missing or unknown:
            raise ValueError(
                f"The access table of {name} must name every method and no other:"
                f" missing {missing or 'none'}, unknown {unknown or 'none'}."
            )
        self._services.append(name)
        self._around.access.update({f"/{name}/{method}": access[method] for method in methods})
        add_to_server(servicer, self._registry)

    def check_by(self, public_keys: bytes) -> None:
        """Has the tokens of callers checked by these keys from now on."""
        self._around.public_keys = public_keys

    async def start(self) -> None:
        """Answers calls from now on."""
        reflection.enable_server_reflection([*self._services, HEALTH, reflection.SERVICE_NAME], self._registry)
        await self._server.start()
        for name in (OVERALL_HEALTH, *self._services):
            await self._health.set(name, HealthCheckResponse.SERVING)

    async def tell_health(self, name: str, is_well: bool) -> None:  # noqa: FBT001 - the value of what is named
        """Answers questions for the health of `name` so from now on."""
        await self._health.set(name, HealthCheckResponse.SERVING if is_well else HealthCheckResponse.NOT_SERVING)

    async def drain(self) -> None:
        """Says that it is not serving; running streams end at once."""
        await self._health.enter_graceful_shutdown()
        self._around.end_streams()

    async def stop(self, grace_s: float) -> None:
        """Takes no more calls, gives those in hand `grace_s` seconds, then ends them."""
        await self._server.stop(grace_s)


class _Registry:
    """Stands before a server where handlers are registered: by their services, not by each method.

    A server of grpcio 1.85 waits for each method that is registered by itself, and takes all of these waits up and down
    with each call: 32 methods cost a call a third of what it costs in all (https://github.com/grpc/grpc/pull/43461).
    """

    def __init__(self, server: grpc.aio.Server) -> None:
        self.add_generic_rpc_handlers = server.add_generic_rpc_handlers

    def add_registered_method_handlers(self, name: str, handlers: Mapping[str, _Handler]) -> None:
        """Nothing: the generated code has added them as handlers of the service before."""


class _Recorder:
    """Stands in for a server to learn what is registered on it."""

    def __init__(self) -> None:
        self.handlers: dict[str, Mapping[str, _Handler]] = {}

    def add_generic_rpc_handlers(self, handlers: object) -> None:
        pass

    def add_registered_method_handlers(self, name: str, handlers: Mapping[str, _Handler]) -> None:
        self.handlers[name] = handlers


def _methods_of(add_to_server: Callable[[Any, Any], None], servicer: object) -> tuple[str, set[str]]:
    """The full name of the service that is registered, and its methods."""
    recorder = _Recorder()
    add_to_server(servicer, recorder)
    ((name, handlers),) = recorder.handlers.items()
    for method, handler in handlers.items():
        if handler.request_streaming and not handler.response_streaming:
            raise ValueError(f"{name}/{method} answers a stream of requests once, which the kit does not offer.")
    return name, set(handlers)


@dataclass(frozen=True, slots=True)
class _Made:
    """How a call was made.

    Attributes:
        verified: the token by which, as it was verified; None for a call of nobody in particular.
        limited: whose calls and streams it counts among; None for a service, which has no limits.
    """

    verified: Verified | None
    limited: str | None


@dataclass(slots=True)
class _Interceptor(grpc.aio.ServerInterceptor):
    """What stands around every method that is in the access table."""

    public_keys: bytes
    clock: Clock
    ended: EndedSessions
    access: dict[str, Access] = field(default_factory=dict)
    handlers: dict[str, _Handler] = field(default_factory=dict)
    draining: bool = False
    streams: dict[asyncio.Task[Any], str] = field(default_factory=dict)
    timers: dict[asyncio.Task[Any], asyncio.TimerHandle] = field(default_factory=dict)
    call_limit: CallLimit = field(default_factory=CallLimit)
    stream_limit: StreamLimit = field(default_factory=StreamLimit)
    place_limit: PlaceLimit = field(default_factory=lambda: PlaceLimit(MOST_CALLS))
    hand_limit: HandLimit = field(default_factory=HandLimit)

    async def intercept_service(
        self,
        continuation: Callable[[grpc.HandlerCallDetails], Awaitable[_Handler]],
        handler_call_details: grpc.HandlerCallDetails,
    ) -> _Handler:
        method = handler_call_details.method
        offered = self.handlers.get(method)
        if offered is not None:
            return offered
        handler = await continuation(handler_call_details)
        if handler is None or method not in self.access:
            return handler

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
            verified = self._identified(method, metadata)
            limited = _limited(_caller_of(verified), context.peer())
            with self._within_limits(limited, context, is_stream=is_stream):
                yield _Made(verified, limited)
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

    def _identified(self, method: str, metadata: Mapping[str, str]) -> Verified | None:
        """Who calls, by which session and until when; None for nobody in particular."""
        # The context of a call is its task's own, so nothing is put back afterwards.
        scheme, _, token = metadata.get("authorization", "").partition(" ")
        token = token.strip() if scheme.lower() == "bearer" else ""
        verified = verify(self.public_keys, token, now_ms=self.clock.now_ms()) if token else None
        if verified is not None and verified.session_id in self.ended:
            raise _session_ended()
        caller = _caller_of(verified)
        set_caller(caller, token)
        if not self.access[method](caller):
            if caller is None:
                raise NotLoggedIn("Log in first.")
            raise NotAllowed("You may not do this.")
        return verified

    def _within_limits(
        self, limited: str | None, context: _Context, *, is_stream: bool
    ) -> AbstractContextManager[None]:
        """What stands around a call of whoever has limits."""
        if limited is None:
            return nullcontext()
        self.call_limit.take(limited, time.monotonic())
        self.place_limit.take(limited)
        _when_over(context, partial(self.place_limit.leave, limited))
        return self.stream_limit.one(limited) if is_stream else nullcontext()

    async def _take_in_hand(self, made: _Made, context: _Context) -> None:
        """Waits where a caller has as many calls in hand as they may: until one of them is answered, and that read."""
        if (limited := made.limited) is None:
            return
        most = CALLS_IN_HAND_OF_NETWORK if made.verified is None else CALLS_IN_HAND
        await self.hand_limit.take(limited, most)
        _when_over(context, partial(self.hand_limit.leave, limited))

    async def _has_room(self, limited: str | None, answer: Any) -> None:
        """Returns when an answer may be sent on a stream: at once unless it is large and calls are owed for others."""
        if limited is None or not (count := calls_for(answer.ByteSize())):
            return
        while True:
            wait_s = self.call_limit.take_or_wait(limited, time.monotonic(), count)
            if not wait_s:
                return
            await asyncio.sleep(wait_s)

    def _stream(self, handler: _Handler, around: _Around) -> _Handler:
        if handler.request_streaming:
            inner, offer = _with_requests_that_end(handler.stream_stream), grpc.stream_stream_rpc_method_handler
        else:
            inner, offer = handler.unary_stream, grpc.unary_stream_rpc_method_handler

        async def call(asked: Any, context: _Context) -> AsyncIterator[Any]:
            async with around(context) as made, self._ended_from_outside(made.verified):
                answers = inner(asked, context)
                async with aclosing(answers):
                    async for answer in answers:
                        await self._has_room(made.limited, answer)
                        # Its timer may be late: a machine that slept has not run it.
                        self._check_lasts(made.verified)
                        yield answer

        return offer(
            call,
            request_deserializer=handler.request_deserializer,
            response_serializer=handler.response_serializer,
        )

    def _unary(self, handler: _Handler, around: _Around) -> _Handler:
        inner = handler.unary_unary

        async def call(request: Any, context: _Context) -> Any:
            async with around(context) as made, _in_time():
                await self._take_in_hand(made, context)
                answer = inner(request, context)
                if inspect.isawaitable(answer):
                    answer = await answer
                if made.limited is not None and (count := calls_for(answer.ByteSize())):
                    self.call_limit.owe(made.limited, time.monotonic(), count)
                return answer
            raise AssertionError("unreachable: what is refused is aborted")

        return grpc.unary_unary_rpc_method_handler(
            call,
            request_deserializer=handler.request_deserializer,
            response_serializer=handler.response_serializer,
        )

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


def _when_over(context: _Context, call: Callable[[], None]) -> None:
    """Has `call` made when all of a call's answer has been taken by who asked, or nobody waits for it any more."""
    # The stubs have it called with nothing.
    context.add_done_callback(cast("Any", lambda _: call()))


def _caller_of(verified: Verified | None) -> Caller | None:
    return verified.caller if verified is not None else None


def _limited(caller: Caller | None, peer: str) -> str | None:
    """Whose limits hold for a call: a player's, or those of whoever has the address; None for a service."""
    if caller is None:
        return source_of(None, peer, ())
    return None if caller.kind == "service" else caller.controller_id


def _session_ended() -> NotLoggedIn:
    return NotLoggedIn("The session has ended. Log in again.")


def _with_requests_that_end(inner: _Method) -> _Method:
    """Lets a task that still reads requests find their end, where gRPC would raise what became of the call."""

    async def until_the_end(requests: AsyncIterator[Any]) -> AsyncIterator[Any]:
        with suppress(grpc.aio.AbortError, grpc.aio.UsageError):
            async for request in requests:
                yield request

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
