"""Streams of programs without a network: what is read of a program that does not read, and what is looked at when."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncGenerator, AsyncIterator, Iterable
from contextlib import aclosing
from typing import Any, cast

import pytest
from fixtures.matches import ANNA
from fixtures.patience import PATIENCE_S

from redscience.api.match.v1 import match_pb2
from services.kit.clock import ManualClock
from services.kit.database import Database
from services.kit.identity import Caller
from services.match.adjudicator import Adjudicator
from services.match.downtime import Downtime
from services.match.invitations import Invitations
from services.match.programs import Accepting, Programs
from services.match.serving import MOST_ANSWERS, Serving

PERSON = Caller(ANNA, "person", "creator", "public", "Anna")
BOT = Caller(ANNA, "bot", "bot", "public", "A bot of Anna's")
TURNS_OF_THE_LOOP = 5_000


class Nothing:
    """A database, invitations and a list of bots, of which nothing is known but what bots have declared."""

    is_alone = True

    def __init__(self) -> None:
        self.declared = 0

    async def read(self, _: object) -> list[Any]:
        return []

    async def waiting(self, _: str) -> list[Any]:
        return []

    async def connect(self, _: Caller) -> str:
        return "a stream"

    async def declare(self, _stream_id: str, _accepting: Accepting) -> None:
        self.declared += 1

    def end(self, _: str) -> None:
        pass

    async def disconnect(self, _: str) -> None:
        pass


def serving(nothing: Nothing) -> Serving:
    return Serving(
        adjudicator=cast("Adjudicator", nothing),
        database=cast("Database", nothing),
        clock=ManualClock(),
        downtime=cast("Downtime", nothing),
        invitations=cast("Invitations", nothing),
        programs=cast("Programs", nothing),
    )


class Said:
    """What a program says, counted as it is read."""

    def __init__(self, requests: Iterable[match_pb2.ServeRequest]) -> None:
        self._requests = requests
        self.read = 0

    async def __aiter__(self) -> AsyncIterator[match_pb2.ServeRequest]:
        for request in self._requests:
            self.read += 1
            yield request
        await asyncio.Event().wait()


async def first_refusals(told: AsyncGenerator[match_pb2.ServeResponse], count: int) -> list[int]:
    refused: list[int] = []
    async with asyncio.timeout(PATIENCE_S):
        while len(refused) < count:
            refused += [refusal.view_version for refusal in (await anext(told)).refusals]
    return refused


async def turn_the_loop() -> None:
    """Has everybody go on as far as they can: nobody here waits for a disk or a network."""
    for _ in range(TURNS_OF_THE_LOOP):
        await asyncio.sleep(0)


async def test_who_does_not_read_refusals_is_not_read_either(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("services.match.serving.ANSWERS_PER_S", 1_000_000)
    wrong = itertools.count(1)
    said = Said(
        match_pb2.ServeRequest(answers=[match_pb2.Answer(match_id="nonsense", view_version=next(wrong))])
        for _ in range(4 * MOST_ANSWERS)
    )
    async with aclosing(serving(Nothing()).serve(PERSON, aiter(said))) as told:
        first = await first_refusals(told, 1)
        await turn_the_loop()
        assert said.read <= len(first) + MOST_ANSWERS + 1, "the one that is read waits for room"
        rest = await first_refusals(told, 4 * MOST_ANSWERS - len(first))
    assert [*first, *rest] == list(range(1, 4 * MOST_ANSWERS + 1))


async def test_what_a_bot_declares_is_paced_as_answers_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("services.match.serving.ANSWERS_PER_S", 4)
    nothing = Nothing()
    said = Said(match_pb2.ServeRequest(accepting=match_pb2.Accepting()) for _ in range(100))
    async with aclosing(serving(nothing).serve(BOT, aiter(said))) as told:
        listening = asyncio.ensure_future(anext(told))
        await turn_the_loop()
        declared = nothing.declared
        listening.cancel()
        await asyncio.gather(listening, return_exceptions=True)
    assert 4 <= declared < 100
