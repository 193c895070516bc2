"""Channels: what goes along with each call, and errors as they were raised on the other side.

A call that names no deadline has one of ten seconds; a stream has none.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import AbstractContextManager, nullcontext
from typing import Any

import grpc.aio

from redscience.client.discovery import is_loopback
from redscience.client.refusals import refusal

DEADLINE_S = 10.0
MOST_ANSWER_BYTES = 32 * 1024 * 1024
"""Twice the largest view of any game. What is larger than is taken ends a stream, with all that was to come on it."""

OPTIONS: tuple[tuple[str, int], ...] = (
    ("grpc.keepalive_time_ms", 30_000),
    ("grpc.keepalive_timeout_ms", 10_000),
    ("grpc.keepalive_permit_without_calls", 1),
    ("grpc.http2.max_pings_without_data", 0),
    # A service that restarts is back within a second; the default pause grows to two minutes.
    ("grpc.initial_reconnect_backoff_ms", 100),
    # In spite of its name, how long one attempt to connect may take.
    ("grpc.min_reconnect_backoff_ms", 5_000),
    ("grpc.max_reconnect_backoff_ms", 1_000),
    ("grpc.max_receive_message_length", MOST_ANSWER_BYTES),
)

DIRECT: tuple[tuple[str, int], ...] = (("grpc.enable_http_proxy", 0),)
"""For what is on this machine: no proxy of an office leads there."""

Metadata = Iterable[tuple[str, str]]
Along = Callable[[], Awaitable[Metadata]]
"""Gives what goes along with a call, when it is made."""
Around = Callable[[str], AbstractContextManager[object]]
"""Stands around a unary call of a method."""


def channel(address: str, *, secure: bool = False) -> grpc.Channel:
    """A channel for threads to `host:port`, over TLS or not; what is called on it is a matter of whoever calls."""
    if secure:
        return grpc.secure_channel(address, grpc.ssl_channel_credentials(), options=_options(address))
    return grpc.insecure_channel(address, options=_options(address))


def aio_channel(address: str, along: Along, around: Around = nullcontext, *, secure: bool = False) -> grpc.aio.Channel:
    """A channel for an event loop to `host:port`, over TLS or not."""
    interceptors: list[grpc.aio.ClientInterceptor] = [
        _Unary(along, around),
        _Stream(along, around),
        _BothWays(along, around),
    ]
    if secure:
        credentials = grpc.ssl_channel_credentials()
        return grpc.aio.secure_channel(address, credentials, options=_options(address), interceptors=interceptors)
    return grpc.aio.insecure_channel(address, options=_options(address), interceptors=interceptors)


def _options(address: str) -> tuple[tuple[str, int], ...]:
    return OPTIONS + DIRECT if is_loopback(address.rpartition(":")[0]) else OPTIONS


def bearer(token: str) -> tuple[tuple[str, str], ...]:
    """The metadata that carries an access token."""
    return (("authorization", f"Bearer {token}"),)


def method_name(method: str | bytes) -> str:
    """The name of a method without its first slash."""
    return (method.decode() if isinstance(method, bytes) else method).lstrip("/")


class _Interceptor:
    """What goes along with each call."""

    def __init__(self, along: Along, around: Around) -> None:
        self._along = along
        self._around = around

    async def _with_metadata(self, details: Any, deadline_s: float | None) -> Any:
        metadata = grpc.aio.Metadata(*(details.metadata or ()), *await self._along())
        return details._replace(metadata=metadata, timeout=details.timeout or deadline_s)


class _Unary(_Interceptor, grpc.aio.UnaryUnaryClientInterceptor):
    async def intercept_unary_unary(self, continuation: Any, client_call_details: Any, request: Any) -> Any:
        with self._around(method_name(client_call_details.method)):
            call = await continuation(await self._with_metadata(client_call_details, DEADLINE_S), request)
            try:
                await call
            except grpc.aio.AioRpcError as error:
                raise refusal(error, client_call_details.method) from None
            return call


class _Stream(_Interceptor, grpc.aio.UnaryStreamClientInterceptor):
    async def intercept_unary_stream(self, continuation: Any, client_call_details: Any, request: Any) -> Any:
        call = await continuation(await self._with_metadata(client_call_details, None), request)
        return _answers(call, client_call_details.method)


class _BothWays(_Interceptor, grpc.aio.StreamStreamClientInterceptor):
    async def intercept_stream_stream(self, continuation: Any, client_call_details: Any, request_iterator: Any) -> Any:
        call = await continuation(await self._with_metadata(client_call_details, None), request_iterator)
        return _answers(call, client_call_details.method)


async def _answers(call: Any, method: str | bytes) -> AsyncIterator[Any]:
    try:
        async for answer in call:
            yield answer
    except grpc.aio.AioRpcError as error:
        raise refusal(error, method) from None
    finally:
        call.cancel()
