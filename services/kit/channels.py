"""Calls to other services, with identity and trace.

Which token goes along: the one of the call that is being answered (`forward`), or the service's own (`own`).
An error that comes back is raised as the `RedscienceError` that it was on the other side. A call that names no
deadline has one of ten seconds; a stream has none.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from typing import Any, cast

import grpc
import grpc.aio
from opentelemetry.trace import SpanKind

from redscience.api.players.v1 import players_pb2, players_pb2_grpc
from redscience.errors import RedscienceError
from services.kit import telemetry
from services.kit.clock import SystemClock
from services.kit.config import Config
from services.kit.errors import DETAILS_KEY, from_call
from services.kit.identity import caller_token

DEADLINE_S = 10.0

_RENEW_BEFORE_MS = 120_000

_OPTIONS = (
    ("grpc.keepalive_time_ms", 30_000),
    ("grpc.keepalive_timeout_ms", 10_000),
    ("grpc.keepalive_permit_without_calls", 1),
    ("grpc.http2.max_pings_without_data", 0),
    # A service that restarts is back within a second; the default pause grows to two minutes.
    ("grpc.initial_reconnect_backoff_ms", 100),
    ("grpc.min_reconnect_backoff_ms", 100),
    ("grpc.max_reconnect_backoff_ms", 1_000),
)

Token = Callable[[], Awaitable[str]]


class Channels:
    """The channels of one process, made when first used, closed together. For services on an event loop.

    Args:
        config: says where the others are, and holds this service's secret.
        own_token: gives this service's token; as a rule it is exchanged at players.
    """

    def __init__(self, config: Config, own_token: Token | None = None) -> None:
        self._config = config
        self._channels: dict[tuple[str, str], grpc.aio.Channel] = {}
        self._own_token = own_token

    def forward(self, service: str) -> grpc.aio.Channel:
        """A channel whose calls carry the token of the call that is being answered."""
        return self._channel("forward", service, _token_of_this_call)

    def own(self, service: str) -> grpc.aio.Channel:
        """A channel whose calls carry this service's own token, exchanged at players and renewed in time."""
        if self._own_token is None:
            self._own_token = OwnToken(self.anonymous("players"), self._config.secret)
        return self._channel("own", service, self._own_token)

    def anonymous(self, service: str) -> grpc.aio.Channel:
        """A channel whose calls carry no token."""
        return self._channel("anonymous", service, _no_token)

    async def close(self) -> None:
        """Closes all of them."""
        channels, self._channels = self._channels, {}
        for channel in channels.values():
            await channel.close()

    def _channel(self, identity: str, service: str, token: Token) -> grpc.aio.Channel:
        key = (identity, service)
        if key not in self._channels:
            self._channels[key] = aio_channel(self._config.addresses[service], token)
        return self._channels[key]


def aio_channel(address: str, token: Token) -> grpc.aio.Channel:
    """A channel for an event loop, whose calls carry what `token` gives."""
    return grpc.aio.insecure_channel(
        address, options=_OPTIONS, interceptors=[_AioUnary(token), _AioStream(token), _AioBothWays(token)]
    )


class OwnToken:
    """A service's own access token, exchanged for its secret and renewed two minutes before it ends."""

    def __init__(self, players: grpc.aio.Channel, secret: str) -> None:
        self._stub = players_pb2_grpc.PlayersServiceStub(players)
        self._secret = secret
        self._token = ""
        self._expires_at_ms = 0
        self._lock = asyncio.Lock()

    async def __call__(self) -> str:
        """The token; exchanged first where there is none that lasts."""
        if not _lasts(self._expires_at_ms):
            async with self._lock:
                if not _lasts(self._expires_at_ms):
                    answer = await self._stub.Exchange(players_pb2.ExchangeRequest(secret=self._secret))
                    self._token, self._expires_at_ms = answer.token, answer.expires_at_ms
        return self._token


class ThreadedOwnToken:
    """The same for threads: `channel` comes of `connect` and leads to players."""

    def __init__(self, channel: grpc.Channel, secret: str) -> None:
        self._stub = players_pb2_grpc.PlayersServiceStub(channel)
        self._secret = secret
        self._token = ""
        self._expires_at_ms = 0
        self._lock = threading.Lock()

    def __call__(self) -> str:
        """The token; exchanged first where there is none that lasts."""
        with self._lock:
            if not _lasts(self._expires_at_ms):
                answer = self._stub.Exchange(players_pb2.ExchangeRequest(secret=self._secret))
                self._token, self._expires_at_ms = answer.token, answer.expires_at_ms
            return self._token


def connect(address: str) -> grpc.Channel:
    """A channel for threads (the gateway, the worker): errors come back as `RedscienceError`, the trace goes along.

    The token of a call is passed with it: `stub.Method(request, metadata=bearer(token))`.
    """
    channel = grpc.insecure_channel(address, options=_OPTIONS)
    return grpc.intercept_channel(channel, _Threaded())


CLIENT_ADDRESS_KEY = "redscience-client"
"""The metadata by which the gateway says for which network address it asks."""


def bearer(token: str) -> tuple[tuple[str, str], ...]:
    """The metadata that carries an access token."""
    return (("authorization", f"Bearer {token}"),)


def _lasts(expires_at_ms: int) -> bool:
    return SystemClock().now_ms() < expires_at_ms - _RENEW_BEFORE_MS


async def _token_of_this_call() -> str:
    return caller_token()


async def _no_token() -> str:
    return ""


def _name(method: str | bytes) -> str:
    return (method.decode() if isinstance(method, bytes) else method).lstrip("/")


def _service(method: str | bytes) -> str:
    """`/redscience.api.match.v1.MatchService/Play` belongs to `match`."""
    return _name(method).partition("/")[0].rpartition(".")[2].removesuffix("Service").lower()


def _error(error: grpc.RpcError, method: str | bytes) -> RedscienceError:
    """The error that a failed call stands for; a call that failed is a `grpc.Call` too."""
    call = cast("grpc.Call", error)
    trailers = {key: value for key, value in call.trailing_metadata() or () if isinstance(value, bytes)}
    return from_call(call.code(), call.details(), trailers.get(DETAILS_KEY), service=_service(method))


class _Aio:
    """What goes along with each call."""

    def __init__(self, token: Token) -> None:
        self._token = token

    async def _with_metadata(self, details: Any, deadline_s: float | None) -> Any:
        metadata = grpc.aio.Metadata(*(details.metadata or ()))
        token = await self._token()
        if token:
            metadata.add(*bearer(token)[0])
        parent = telemetry.traceparent()
        if parent:
            metadata.add(telemetry.TRACEPARENT, parent)
        return details._replace(metadata=metadata, timeout=details.timeout or deadline_s)


class _AioUnary(_Aio, grpc.aio.UnaryUnaryClientInterceptor):
    async def intercept_unary_unary(self, continuation: Any, client_call_details: Any, request: Any) -> Any:
        with telemetry.span(_name(client_call_details.method), SpanKind.CLIENT):
            call = await continuation(await self._with_metadata(client_call_details, DEADLINE_S), request)
            try:
                await call
            except grpc.aio.AioRpcError as error:
                raise _error(error, client_call_details.method) from None
            return call


class _AioStream(_Aio, grpc.aio.UnaryStreamClientInterceptor):
    async def intercept_unary_stream(self, continuation: Any, client_call_details: Any, request: Any) -> Any:
        call = await continuation(await self._with_metadata(client_call_details, None), request)
        return _answers(call, client_call_details.method)


class _AioBothWays(_Aio, grpc.aio.StreamStreamClientInterceptor):
    async def intercept_stream_stream(self, continuation: Any, client_call_details: Any, request_iterator: Any) -> Any:
        call = await continuation(await self._with_metadata(client_call_details, None), request_iterator)
        return _answers(call, client_call_details.method)


async def _answers(call: Any, method: str | bytes) -> AsyncIterator[Any]:
    try:
        async for answer in call:
            yield answer
    except grpc.aio.AioRpcError as error:
        raise _error(error, method) from None
    finally:
        call.cancel()


class _Threaded(
    grpc.UnaryUnaryClientInterceptor,
    grpc.UnaryStreamClientInterceptor,
):
    def intercept_unary_unary(self, continuation: Any, client_call_details: Any, request: Any) -> Any:
        with telemetry.span(_name(client_call_details.method), SpanKind.CLIENT):
            outcome = continuation(_Details(client_call_details, DEADLINE_S), request)
            if isinstance(outcome, grpc.RpcError):
                raise _error(outcome, client_call_details.method) from None
            return outcome

    def intercept_unary_stream(self, continuation: Any, client_call_details: Any, request: Any) -> Any:
        call = continuation(_Details(client_call_details, None), request)
        return _Answers(call, client_call_details.method)


class _Details(grpc.ClientCallDetails):
    """The details of a call, with trace and deadline."""

    def __init__(self, details: Any, timeout: float | None) -> None:
        parent = telemetry.traceparent()
        self.method = details.method
        self.timeout = details.timeout or timeout
        self.metadata = (*(details.metadata or ()), *(((telemetry.TRACEPARENT, parent),) if parent else ()))
        self.credentials = details.credentials
        self.wait_for_ready = details.wait_for_ready
        self.compression = details.compression


class _Answers(Iterator[Any]):
    """The answers of a stream, until it ends or is cancelled, from whichever thread."""

    def __init__(self, call: Any, method: str | bytes) -> None:
        self._call = call
        self._method = method
        self._cancelled = False

    def __next__(self) -> Any:
        try:
            return next(self._call)
        except grpc.RpcError as error:
            if self._cancelled:
                raise StopIteration from None
            raise _error(error, self._method) from None

    def cancel(self) -> None:
        """Ends the stream; whoever waits for an answer is told that there is none."""
        self._cancelled = True
        self._call.cancel()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._call, name)
