"""Programs that play, each over one stream."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator

from redscience.api.match.v1 import match_pb2 as mp
from redscience.api.match.v1.match_pb2_grpc import MatchServiceStub
from redscience.client import Decision, connected
from redscience.errors import NotLoggedIn, Unavailable

PAUSE_S = 0.2


def first_legal(decision: Decision) -> str:
    """What the bot of the library is to choose."""
    return decision.legal[0]


async def accept_and_play(secret: str, server: str) -> None:
    """Accepts whatever it is invited to, and plays it, until cancelled; as a program in another language would."""
    while True:
        try:
            async with connected(server, secret) as connection:
                await _serve(connection.match)
        except (Unavailable, NotLoggedIn):
            await asyncio.sleep(PAUSE_S)


async def _serve(match: MatchServiceStub) -> None:
    requests = asyncio.Queue[mp.ServeRequest | None]()
    requests.put_nowait(mp.ServeRequest(accepting=mp.Accepting(whom=mp.WHOM_ANYBODY)))
    try:
        async for message in match.Serve(_sent(requests)):
            # It is asked all the same where somebody invited it before it had said what it accepts.
            invited = [each.id for each in message.invitations if each.status == mp.STATUS_INVITED]
            requests.put_nowait(mp.ServeRequest(answers=map(_answer, message.decisions), accept=invited))
    finally:
        requests.put_nowait(None)


async def _sent(requests: asyncio.Queue[mp.ServeRequest | None]) -> AsyncIterator[mp.ServeRequest]:
    while (request := await requests.get()) is not None:
        yield request


def _answer(decision: mp.Decision) -> mp.Answer:
    return mp.Answer(
        match_id=decision.match_id,
        seat=decision.seat,
        view_version=decision.view_version,
        moves=[json.loads(decision.view)["legal"][-1]["move"]],
    )
