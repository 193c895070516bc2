"""Streams of programs without a network: what is read of a program that does not read, and what is looked at when."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterable
from contextlib import aclosing, asynccontextmanager
from dataclasses import replace
from typing import TypeVar, cast

import pytest
from fixtures.matches import ANNA, BEN, snapshot_of
from fixtures.patience import PATIENCE_S, until

from redscience.api.match.v1 import match_pb2
from services.kit.clock import ManualClock
from services.kit.database import Database
from services.kit.identity import Caller
from services.kit.ids import new_id
from services.match.adjudicator import Adjudicator
from services.match.downtime import Downtime
from services.match.invitation import Invitation
from services.match.invitations import Invitations
from services.match.model import Snapshot
from services.match.program import MOST_ANSWERS
from services.match.programs import Accepting, Programs
from services.match.serving import Serving

PERSON = Caller(ANNA, "person", "creator", "public", "Anna")
BEN_HIMSELF = Caller(BEN, "person", "creator", "public", "Ben")
BOT = Caller(ANNA, "bot", "bot", "public", "A bot of Anna's")
TURNS_OF_THE_LOOP = 5_000
T = TypeVar("T")


class Nothing:
    """A database, invitations and a list of bots, of which nothing is known but what bots have declared."""

    is_alone = True

    def __init__(self) -> None:
        self.declared = 0

    async def read(self, _: object) -> dict[str, int]:
        return {}

    async def waiting(self, _: str) -> list[Invitation]:
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


async def gathered(
    told: AsyncGenerator[match_pb2.ServeResponse], count: int, of: Callable[[match_pb2.ServeResponse], Iterable[T]]
) -> list[T]:
    """So many at least of what is read of each message."""
    found: list[T] = []
    async with asyncio.timeout(PATIENCE_S):
        while len(found) < count:
            found += of(await anext(told))
    return found


async def first_refusals(told: AsyncGenerator[match_pb2.ServeResponse], count: int) -> list[int]:
    return await gathered(told, count, lambda message: [refusal.view_version for refusal in message.refusals])


@asynccontextmanager
async def listening(told: AsyncGenerator[match_pb2.ServeResponse]) -> AsyncIterator[None]:
    """While somebody waits for the next message."""
    hearing = asyncio.ensure_future(anext(told))
    try:
        yield
    finally:
        hearing.cancel()
        await asyncio.gather(hearing, return_exceptions=True)


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
    async with aclosing(serving(nothing).serve(BOT, aiter(said))) as told, listening(told):
        await turn_the_loop()
        declared = nothing.declared
    assert 4 <= declared < 100


async def test_messages_that_say_nothing_are_paced_as_answers_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("services.match.serving.ANSWERS_PER_S", 4)
    said = Said(match_pb2.ServeRequest(telling=match_pb2.TELLING_VIEWS) for _ in range(100))
    async with aclosing(serving(Nothing()).serve(PERSON, aiter(said))) as told, listening(told):
        await turn_the_loop()
        assert 4 <= said.read < 100


class Beside(Nothing):
    """The same beside other replicas, and matches in which Anna is to move.

    Attributes:
        held: the number of the last row of each.
        looks: at which it was looked, in turn.
        polls: how often it was asked what Anna holds.
        then: is called at each look.
    """

    is_alone = False

    def __init__(self, *match_ids: str) -> None:
        super().__init__()
        self.held = dict.fromkeys(match_ids, 0)
        self.looks: list[str] = []
        self.polls = 0
        self._stands = snapshot_of("Tic-Tac-Toe")
        self.then: Callable[[], None] = lambda: None

    async def read(self, _: object) -> dict[str, int]:
        self.polls += 1
        return dict(self.held)

    async def look(self, match_id: str) -> Snapshot:
        self.looks.append(match_id)
        await asyncio.sleep(0)
        self.then()
        return self.stands(match_id)

    def stands(self, match_id: str) -> Snapshot:
        match = replace(self._stands.match, id=match_id, version=self.held.get(match_id, 0))
        return replace(self._stands, match=match)

    def is_slow(self, _: str) -> bool:
        return False

    async def step(self, _: str, work: Callable[[], match_pb2.ServeResponse]) -> match_pb2.ServeResponse:
        return work()


async def heard(told: AsyncGenerator[match_pb2.ServeResponse], count: int) -> list[str]:
    """The matches of so many decisions at least."""
    return await gathered(told, count, lambda message: [decision.match_id for decision in message.decisions])


async def looks_of_polls(beside: Beside) -> list[str]:
    """At which matches it is looked in ten polls, the one that is under way left out."""
    for polls in (beside.polls + 2, beside.polls + 12):
        looks = len(beside.looks)
        await until(lambda polls=polls: beside.polls >= polls)  # type: ignore[misc]
    return beside.looks[looks:]


async def test_beside_others_it_is_looked_only_at_what_has_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("services.match.serving.ASK_EVERY_S", 0.001)
    beside = Beside("one", "other", "third")
    async with aclosing(serving(beside).serve(PERSON, aiter(Said([])))) as told:
        assert sorted(await heard(told, 3)) == ["one", "other", "third"]
        async with listening(told):
            assert await looks_of_polls(beside) == []
            looks = len(beside.looks)
            beside.held["other"] = 1
            await until(lambda: len(beside.looks) > looks)
            assert await looks_of_polls(beside) == []
            assert set(beside.looks[looks:]) == {"other"}


async def test_what_has_changed_here_is_not_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("services.match.serving.ASK_EVERY_S", 0.001)
    beside = Beside("one")
    serves = serving(beside)
    async with aclosing(serves.serve(BEN_HIMSELF, aiter(Said([])))) as told, listening(told):
        await until(lambda: len(beside.looks) > 0)
        await looks_of_polls(beside)
        beside.held["one"] = 1
        serves.changed(beside.stands("one"))
        looks = len(beside.looks)
        await looks_of_polls(beside)
        assert beside.looks[looks:] == []


async def test_news_does_not_wait_for_what_was_looked_for() -> None:
    beside = Beside(*(f"held-{number}" for number in range(50)))
    serves = serving(beside)
    beside.then = lambda: serves.changed_elsewhere("news", [ANNA]) if len(beside.looks) == 3 else None
    async with aclosing(serves.serve(PERSON, aiter(Said([])))) as told:
        decided = await heard(told, 51)
    assert beside.looks[3] == "news"
    assert len(set(decided)) == 51


async def test_what_was_looked_for_comes_though_there_is_always_news() -> None:
    beside = Beside(*(f"held-{number}" for number in range(5)))
    serves = serving(beside)
    beside.then = lambda: serves.changed_elsewhere(f"news-{len(beside.looks)}", [ANNA])
    async with aclosing(serves.serve(PERSON, aiter(Said([])))) as told:
        decided = set[str]()
        while not decided >= beside.held.keys():
            decided.update(await heard(told, 1))


class Broken(Nothing):
    """Matches of which none can be judged."""

    def take_at_once(self, *_: object) -> None:
        pass

    async def take(self, *_: object) -> None:
        raise ValueError("a mistake of ours")


async def test_what_could_not_be_judged_is_to_be_answered_again() -> None:
    answer = match_pb2.Answer(match_id=new_id(), seat="black", view_version=1, moves=["2,2"])
    said = Said([match_pb2.ServeRequest(answers=[answer])])
    async with aclosing(serving(Broken()).serve(PERSON, aiter(said))) as told, asyncio.timeout(PATIENCE_S):
        (refusal,) = (await anext(told)).refusals
    assert (refusal.match_id, refusal.code) == (answer.match_id, "internal")
    assert refusal.retry_after_s > 0
