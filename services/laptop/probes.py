"""Whether a process is ready."""

from __future__ import annotations

import asyncio
from typing import Any

import grpc
import grpc.aio
from grpc_health.v1 import health_pb2, health_pb2_grpc

from redscience.client.channels import DIRECT
from services.kit.processes import runs
from services.laptop.plan import Part, Probe

_ANSWER_S = 2.0
_PATIENT_S = 5.0
"""So long whoever is up has to answer: a machine that has too much to do is slow."""
_PAUSE_S = 0.1
_ALIVE_S = 1.0


async def until_ready(part: Part) -> None:
    """Returns once a process answers that it is ready."""
    probe = _PROBES[part.probe]
    while not await probe(part.address):  # noqa: ASYNC110  # only asking shows it
        await asyncio.sleep(_PAUSE_S)


async def answers(part: Part, pid: int) -> bool:
    """Whether a process that was ready answers, whatever it says; where it listens nowhere, whether it runs."""
    if part.probe is Probe.NONE:
        return await asyncio.to_thread(runs, pid)
    if part.probe is Probe.GRPC:
        return await _status(part.address, _PATIENT_S) is not None
    # Whoever stands still lets others connect, and says nothing.
    question = _page_question(part.address) if part.probe is Probe.HTTP else b""
    return await _answer(part.address, question, _PATIENT_S) is not None


async def _lives_on(_: str) -> bool:
    # What listens nowhere is taken for ready when it has not ended at once.
    await asyncio.sleep(_ALIVE_S)
    return True


async def _listens(address: str) -> bool:
    host, _, port = address.rpartition(":")
    try:
        async with asyncio.timeout(_ANSWER_S):
            _, writer = await asyncio.open_connection(host, int(port))
    except (OSError, TimeoutError):
        return False
    writer.close()
    return True


async def _is_healthy_page(address: str) -> bool:
    answer = await _answer(address, _page_question(address), _ANSWER_S)
    return answer is not None and b" 200 " in answer.split(b"\r\n", 1)[0]


def _page_question(address: str) -> bytes:
    return f"GET /healthz HTTP/1.0\r\nHost: {address}\r\n\r\n".encode()


async def _answer(address: str, question: bytes, patience_s: float) -> bytes | None:
    """What is answered to a question, or said unasked; None where nobody listens or says anything in time."""
    host, _, port = address.rpartition(":")
    try:
        async with asyncio.timeout(patience_s):
            reader, writer = await asyncio.open_connection(host, int(port))
            try:
                writer.write(question)
                return await reader.read(200)
            finally:
                writer.close()
    except (OSError, TimeoutError):
        return None


async def _serves(address: str) -> bool:
    # A channel that has failed waits before it tries again; looking first is quicker.
    if not await _listens(address):
        return False
    return await _status(address, _ANSWER_S) == health_pb2.HealthCheckResponse.SERVING


async def _status(address: str, patience_s: float) -> int | None:
    """What a service says of its health; None where it says nothing in time."""
    async with grpc.aio.insecure_channel(address, options=DIRECT) as channel:
        try:
            stub: Any = health_pb2_grpc.HealthStub(channel)
            answer = await stub.Check(health_pb2.HealthCheckRequest(), timeout=patience_s)
        except grpc.aio.AioRpcError as error:
            # Too much is asked of it from here; it says so, and does its work.
            is_refused = error.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
            return health_pb2.HealthCheckResponse.UNKNOWN if is_refused else None
        return int(answer.status)


_PROBES = {Probe.NONE: _lives_on, Probe.TCP: _listens, Probe.HTTP: _is_healthy_page, Probe.GRPC: _serves}
