"""Whether a process is ready."""

from __future__ import annotations

import asyncio
from typing import Any

import grpc
import grpc.aio
from grpc_health.v1 import health_pb2, health_pb2_grpc

from services.laptop.plan import Part, Probe

_ANSWER_S = 2.0
_PAUSE_S = 0.1
_ALIVE_S = 1.0


async def until_ready(part: Part) -> None:
    """Returns once a process answers that it is ready."""
    probe = _PROBES[part.probe]
    while not await probe(part.address):  # noqa: ASYNC110  # only asking shows it
        await asyncio.sleep(_PAUSE_S)


async def _lives_on(_: str) -> bool:
    # What listens nowhere is taken for ready when it has not ended at once.
    await asyncio.sleep(_ALIVE_S)
    return True


async def _listens(address: str) -> bool:
    return await _answers(address, b"") is not None


async def _is_healthy_page(address: str) -> bool:
    answer = await _answers(address, f"GET /healthz HTTP/1.0\r\nHost: {address}\r\n\r\n".encode())
    return answer is not None and b" 200 " in answer.split(b"\r\n", 1)[0]


async def _answers(address: str, question: bytes) -> bytes | None:
    """What is answered to a question; None where nobody listens or says anything in time."""
    host, _, port = address.rpartition(":")
    try:
        async with asyncio.timeout(_ANSWER_S):
            reader, writer = await asyncio.open_connection(host, int(port))
            try:
                writer.write(question)
                return await reader.read(200) if question else b""
            finally:
                writer.close()
    except (OSError, TimeoutError):
        return None


async def _serves(address: str) -> bool:
    # A channel that has failed waits before it tries again; looking first is quicker.
    if not await _listens(address):
        return False
    async with grpc.aio.insecure_channel(address) as channel:
        try:
            stub: Any = health_pb2_grpc.HealthStub(channel)
            answer = await stub.Check(health_pb2.HealthCheckRequest(), timeout=_ANSWER_S)
        except grpc.aio.AioRpcError:
            return False
        return bool(answer.status == health_pb2.HealthCheckResponse.SERVING)


_PROBES = {Probe.NONE: _lives_on, Probe.TCP: _listens, Probe.HTTP: _is_healthy_page, Probe.GRPC: _serves}
