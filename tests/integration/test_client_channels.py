"""Channels as programs and services open them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

import grpc.aio
from fixtures.patience import PATIENCE_S
from grpc_health.v1.health import aio as health
from grpc_health.v1.health_pb2 import HealthCheckRequest, HealthCheckResponse
from grpc_health.v1.health_pb2_grpc import HealthStub, add_HealthServicer_to_server

from redscience.api.match.v1.match_pb2 import GetRequest, GetResponse, Match
from redscience.api.match.v1.match_pb2_grpc import (
    MatchServiceServicer,
    MatchServiceStub,
    add_MatchServiceServicer_to_server,
)
from redscience.client.channels import OPTIONS

SLOW_S = 0.4
LARGEST_VIEW_BYTES = 16_000_000
"""The largest that `redscience check` tells of any game: three boards of 8x8x8, 78,112 legal moves, two a turn."""


@asynccontextmanager
async def slow_way_to(port: int) -> AsyncIterator[int]:
    """A port that leads to another, on which nothing is heard of that for a while."""

    async def carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            with suppress(ConnectionError):
                while data := await reader.read(65_536):
                    writer.write(data)
                    await writer.drain()
        finally:
            writer.close()

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        carrying.add(asyncio.current_task())
        await asyncio.sleep(SLOW_S)
        there, back = await asyncio.open_connection("127.0.0.1", port)
        await asyncio.gather(carry(reader, back), carry(there, writer))

    carrying = set[asyncio.Task[Any] | None]()
    server = await asyncio.start_server(connected, "127.0.0.1", 0)
    yield server.sockets[0].getsockname()[1]
    server.close()
    ends = [each for each in carrying if each is not None]
    for each in ends:
        each.cancel()
    await asyncio.gather(*ends, return_exceptions=True)
    await asyncio.sleep(0)  # in which what was closed is let go


async def test_the_first_call_over_a_slow_way_arrives() -> None:
    server = grpc.aio.server()
    add_HealthServicer_to_server(health.HealthServicer(), server)
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    async with slow_way_to(port) as slow, grpc.aio.insecure_channel(f"127.0.0.1:{slow}", options=OPTIONS) as channel:
        answer = await HealthStub(channel).Check(HealthCheckRequest(), timeout=PATIENCE_S)
    await server.stop(0)
    assert answer.status == HealthCheckResponse.SERVING


class LargeMatches(MatchServiceServicer):
    """Tells a view as large as any."""

    async def Get(self, request: GetRequest, context: object) -> GetResponse:  # noqa: ARG002  (as all are called)
        return GetResponse(match=Match(view=" " * LARGEST_VIEW_BYTES))


async def test_the_largest_view_arrives() -> None:
    server = grpc.aio.server()
    add_MatchServiceServicer_to_server(LargeMatches(), server)
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    async with grpc.aio.insecure_channel(f"127.0.0.1:{port}", options=OPTIONS) as channel:
        answer = await MatchServiceStub(channel).Get(GetRequest(), timeout=PATIENCE_S)
    await server.stop(0)
    assert len(answer.match.view) == LARGEST_VIEW_BYTES
