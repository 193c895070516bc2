"""The gRPC server, with health and reflection, around which `interceptor` sets nothing but a share of what is there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, cast

import grpc.aio
from grpc_health.v1 import health_pb2_grpc
from grpc_health.v1.health import OVERALL_HEALTH
from grpc_health.v1.health import SERVICE_NAME as HEALTH
from grpc_health.v1.health import aio as health
from grpc_health.v1.health_pb2 import HealthCheckResponse
from grpc_reflection.v1alpha import reflection, reflection_pb2_grpc

from services.kit.clock import Clock
from services.kit.ended import EndedSessions
from services.kit.identity import Access
from services.kit.interceptor import Interceptor
from services.kit.limits import PlaceLimit
from services.kit.throttle import Throttle

# The stubs describe the handlers of the threaded server alone.
_Handler = Any

MOST_CALLS = 20_000
"""Calls and streams that a process answers at once, those of health and reflection among them; others are refused."""
MOST_CALLS_OF_CONNECTION = 10_000
MOST_REQUEST_BYTES = 4 << 20
MOST_UNREAD_BYTES = 65_535

_OPTIONS = (
    ("grpc.max_receive_message_length", MOST_REQUEST_BYTES),
    # What is unpacked before anybody has looked at it can be a thousand times what was sent: only what is as it is.
    ("grpc.compression_enabled_algorithms_bitset", 1),
    ("grpc.max_concurrent_streams", MOST_CALLS_OF_CONNECTION),
    # Of what nobody reads yet so much is taken, and no more where it comes fast: a request that is read may be larger.
    ("grpc.http2.lookahead_bytes", MOST_UNREAD_BYTES),
    ("grpc.http2.bdp_probe", 0),
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
        self._around = Interceptor(public_keys, clock, ended, Throttle(PlaceLimit(MOST_CALLS)))
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
        # On the event loop: by `enable_server_reflection` each stream would keep one of the few threads of the process.
        mirror = reflection.aio.ReflectionServicer([*self._services, HEALTH, reflection.SERVICE_NAME])
        cast("Any", reflection_pb2_grpc).add_ServerReflectionServicer_to_server(mirror, self._registry)
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
