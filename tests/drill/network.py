"""The network of the cluster on this machine: Services and Ingresses, each open to whom NetworkPolicies let in."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import suppress
from itertools import count
from typing import Any

import grpc.aio

Endpoints = Callable[[], Sequence[str]]
"""The `host:port` of those who may be connected to now."""

_PIECE = 1 << 16
_PATIENCE_S = 2.0


class Forwarder:
    """Leads each connection to one of several endpoints, as a Service does; to the next where one refuses it.

    Args:
        address: where it listens.
        endpoints: to whom it leads.
    """

    def __init__(self, address: str, endpoints: Endpoints) -> None:
        self._address, self._endpoints = address, endpoints
        self._server: asyncio.Server | None = None
        self._open = set[asyncio.Task[None]]()

    async def start(self) -> None:
        """Listens."""
        host, _, port = self._address.rpartition(":")
        self._server = await asyncio.start_server(self._taken, host, int(port), limit=_PIECE)

    async def stop(self) -> None:
        """Ends all connections."""
        if self._server is not None:
            self._server.close()
        for each in self._open:
            each.cancel()
        await asyncio.gather(*self._open, return_exceptions=True)

    async def _taken(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._open.add(task)
        try:
            other = await self._connected()
            if other is not None:
                await _both_ways((reader, writer), other)
        except asyncio.CancelledError:
            pass  # it stops
        finally:
            writer.transport.abort()
            self._open.discard(task)

    async def _connected(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter] | None:
        endpoints = list(self._endpoints())
        for endpoint in random.sample(endpoints, len(endpoints)):
            host, _, port = endpoint.rpartition(":")
            with suppress(OSError, TimeoutError):
                async with asyncio.timeout(_PATIENCE_S):
                    return await asyncio.open_connection(host, int(port), limit=_PIECE)
        return None


Ends = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def _both_ways(one: Ends, other: Ends) -> None:
    """Passes on what each says until both have ended; one that breaks off breaks both."""
    try:
        async with asyncio.TaskGroup() as group:
            group.create_task(_one_way(one[0], other[1]))
            group.create_task(_one_way(other[0], one[1]))
    except* OSError:
        pass
    finally:
        other[1].transport.abort()


async def _one_way(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while piece := await reader.read(_PIECE):
        writer.write(piece)
        await writer.drain()
    if writer.can_write_eof():
        writer.write_eof()


class Router(grpc.GenericRpcHandler):  # type: ignore[misc]  # gRPC has no types
    """Leads each call to a replica by the name of its gRPC service, as an Ingress does for programs.

    Args:
        route: gives the endpoints for the path of a call; None where no Ingress leads.
        is_sticky: whether all calls with one token go to one replica, instead of to each in turn.
    """

    def __init__(self, route: Callable[[str], Endpoints | None], *, is_sticky: bool = False) -> None:
        self._route = route
        self._is_sticky = is_sticky
        self._channels: dict[str, grpc.aio.Channel] = {}
        self._turn = count()

    def service(self, handler_call_details: Any) -> Any:
        """The handler of any call: it passes bytes on."""
        method = handler_call_details.method
        metadata = handler_call_details.invocation_metadata

        async def pass_on(requests: AsyncIterator[bytes], context: Any) -> AsyncIterator[bytes]:
            async for answer in self._passed_on(method, metadata, requests, context):
                yield answer

        return grpc.stream_stream_rpc_method_handler(pass_on)

    async def close(self) -> None:
        """Closes all channels."""
        for channel in self._channels.values():
            await channel.close()

    async def _passed_on(
        self, method: str, metadata: Any, requests: AsyncIterator[bytes], context: Any
    ) -> AsyncIterator[bytes]:
        endpoints = self._route(method)
        if endpoints is None:
            await context.abort(grpc.StatusCode.UNIMPLEMENTED, "no Ingress leads there")
        ready = sorted(endpoints()) if endpoints is not None else []
        if not ready:
            await context.abort(grpc.StatusCode.UNAVAILABLE, "nobody is ready")
        chosen = hash(dict(metadata).get("authorization")) if self._is_sticky else next(self._turn)
        channel = self._channel(ready[chosen % len(ready)])
        call = channel.stream_stream(method)(
            requests, metadata=_passed(metadata), timeout=context.time_remaining(), wait_for_ready=False
        )
        try:
            async for answer in call:
                yield answer
            context.set_trailing_metadata(_passed(await call.trailing_metadata()))
        except grpc.aio.AioRpcError as error:
            await context.abort(error.code(), error.details(), _passed(error.trailing_metadata()))
        finally:
            call.cancel()

    def _channel(self, address: str) -> grpc.aio.Channel:
        if address not in self._channels:
            options = [("grpc.max_receive_message_length", -1), ("grpc.initial_reconnect_backoff_ms", 100)]
            self._channels[address] = grpc.aio.insecure_channel(address, options=options)
        return self._channels[address]


def _passed(metadata: Any) -> tuple[tuple[str, Any], ...]:
    return tuple(_kept(metadata or ()))


def _kept(metadata: Any) -> Iterator[tuple[str, Any]]:
    for key, value in metadata:
        if not key.startswith(":") and key not in {"user-agent", "te", "content-type"}:
            yield key, value


async def serve_router(router: Router, address: str) -> grpc.aio.Server:
    """Has a router listen."""
    options = [("grpc.max_receive_message_length", -1), ("grpc.keepalive_permit_without_calls", 1)]
    options += [("grpc.http2.min_ping_interval_without_data_ms", 15_000), ("grpc.http2.max_ping_strikes", 0)]
    server = grpc.aio.server(handlers=[router], options=options)
    server.add_insecure_port(address)
    await server.start()
    return server
