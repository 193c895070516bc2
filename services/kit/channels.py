"""Calls to other services, with identity and trace.

Which token goes along: the one of the call that is being answered (`forward`), or the service's own (`own`).
An error that comes back is raised as the `RedscienceError` that it was on the other side. A call that names no
deadline has one of ten seconds; a stream has none.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from typing import Any

import grpc
import grpc.aio
from opentelemetry.trace import SpanKind

from redscience.client import channels
from redscience.client.access import AccessToken
from redscience.client.channels import DEADLINE_S, bearer, method_name
from redscience.client.refusals import refusal
from services.kit import telemetry
from services.kit.config import Config
from services.kit.identity import caller_token

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
            self._own_token = AccessToken(self.anonymous("players"), self._config.secret)
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
    """A channel for an event loop, whose calls carry what `token` gives, and the trace."""

    async def along() -> channels.Metadata:
        own, parent = await token(), telemetry.traceparent()
        return (*(bearer(own) if own else ()), *(((telemetry.TRACEPARENT, parent),) if parent else ()))

    return channels.aio_channel(address, along, partial(telemetry.span, kind=SpanKind.CLIENT))


def connect(address: str) -> grpc.Channel:
    """A channel for threads (the gateway, the worker): errors come back as `RedscienceError`, the trace goes along.

    The token of a call is passed with it: `stub.Method(request, metadata=bearer(token))`.
    """
    return grpc.intercept_channel(channels.channel(address), _Threaded())


CLIENT_ADDRESS_KEY = "redscience-client"
"""The metadata by which the gateway says for which network address it asks."""


async def _token_of_this_call() -> str:
    return caller_token()


async def _no_token() -> str:
    return ""


class _Threaded(
    grpc.UnaryUnaryClientInterceptor,
    grpc.UnaryStreamClientInterceptor,
):
    def intercept_unary_unary(self, continuation: Any, client_call_details: Any, request: Any) -> Any:
        with telemetry.span(method_name(client_call_details.method), SpanKind.CLIENT):
            outcome = continuation(_Details(client_call_details, DEADLINE_S), request)
            if isinstance(outcome, grpc.RpcError):
                raise refusal(outcome, client_call_details.method) from None
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
            raise refusal(error, self._method) from None

    def cancel(self) -> None:
        """Ends the stream; whoever waits for an answer is told that there is none."""
        self._cancelled = True
        self._call.cancel()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._call, name)
