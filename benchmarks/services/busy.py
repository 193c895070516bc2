"""Many matches at once: programs against Random or Standard over streams, against each other, or as people play."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from itertools import cycle, islice
from typing import Any

import grpc.aio

from benchmarks.services import stages
from benchmarks.services.beside import going_on
from benchmarks.services.platform import Person, Platform, bot, person
from benchmarks.services.report import Yardstick, by_size, spread
from benchmarks.services.stages import Replied, Sent, sent_now
from benchmarks.services.streams import Stream
from redscience.api.match.v1 import match_pb2
from redscience.names import STANDARD_ID

WARM_UP_S = 3.0
INVITED_ANEW_S = 0.05
_LATER = (grpc.StatusCode.RESOURCE_EXHAUSTED, grpc.StatusCode.INVALID_ARGUMENT)
"""As many invitations are open as there may be, or who is invited is not connected yet."""
MATCHES_OF_A_PROGRAM = 50
LEAST_PROGRAMS = 6
"""Fewer may together send no more answers a second than a replica takes: the limit of each would be measured."""
PEOPLE = 8
"""So many share all matches: nobody sends more answers, or makes more calls, a second than anybody may."""
WAYS = {
    "stream": "programs over streams",
    "unary": "a call a move",
    "programs": "programs in pairs, which accept without being asked",
    "invited": "programs in pairs, which are asked for each match",
    "house": "against Standard, which thinks",
}
"""How is played, and how that is said; `_SIDES` has who plays so."""


@dataclass(frozen=True, slots=True)
class Load:
    """What is played.

    Attributes:
        matches: at once.
        think_ms: how long our side thinks about a move on average, evenly from half to one and a half of it; 0 for
            an answer at once.
        way: one of WAYS.
        beside: how many matches of a game whose turns cost much go on beside them.
    """

    game: str
    matches: int
    seconds: float
    think_ms: float
    way: str
    beside: int = 0

    def __str__(self) -> str:
        think = f", thinking {self.think_ms:.0f} ms" if self.think_ms else ""
        beside = f", beside {self.beside} of three 8×8×8 boards" if self.beside else ""
        return f"{self.matches} matches of {self.game}, {WAYS[self.way]}{think}{beside}"


@dataclass(slots=True)
class Counted:
    """What the matches did since the warm-up.

    Attributes:
        turns: made by both sides.
        replies: from an answer of ours until its match asked us again: both turns judged, stored and told; of two
            programs, until the other is asked.
        ended: matches that were played to their end.
        cpu_s: spent by each process of the platform, and by us.
        stages: of the moves that were traced, and of Random's replies.
    """

    turns: int = 0
    replies: list[Replied] = field(default_factory=list)
    ended: int = 0
    cpu_s: Mapping[str, float] = field(default_factory=dict)
    stages: list[tuple[stages.Stages, stages.Stages]] = field(default_factory=list)


class Side:
    """Our side of all matches.

    Attributes:
        counted: what has happened since counting began.
        answered_by: what its replies are times until.
    """

    answered_by = "a match asks again"

    def __init__(self, person: Person, game_id: str, load: Load) -> None:
        self._person = person
        self._game_id = game_id
        self._load = load
        self._sent: dict[str, Sent] = {}
        self._moves = 0
        self._dice = random.Random(1)
        self.counted = Counted()

    async def play(self) -> None:
        """Plays for the time of the load, after a warm-up."""
        raise NotImplementedError

    async def measure(self, warm_up_s: float) -> None:
        """Counts for the time of the load, from the end of the warm-up."""
        await asyncio.sleep(warm_up_s)
        self.counted, before_s = Counted(), self._person.platform.cpu_s()
        await asyncio.sleep(self._load.seconds)
        self.counted.cpu_s = self._person.platform.cpu_since(before_s)

    def choose(self, view: Mapping[str, Any]) -> str:
        """A legal move."""
        return str(self._dice.choice(view["legal"])["move"])

    def pause_s(self) -> float:
        """How long our side thinks about a move."""
        return self._load.think_ms / 1000 * self._dice.uniform(0.5, 1.5)

    def note_sent(self, match_id: str) -> Sent:
        """A move of ours is sent."""
        self.counted.turns += 1
        self._moves += 1
        sent = self._sent[match_id] = sent_now(traced=self._moves % stages.ONE_IN == 0)
        return sent

    def note_reply(self, match_id: str, turns: int = 1) -> None:
        """We are asked again in a match, after so many turns of others."""
        sent = self._sent.pop(match_id, None)
        if sent is not None:
            self.counted.replies.append(Replied(sent, sent_now(traced=False).at_ns))
            self.counted.turns += turns

    def note_over(self, match_id: str) -> None:
        """A match is over. Whose turn was the last is not said: it counts for ours alone."""
        self.counted.ended += 1
        self._sent.pop(match_id, None)


async def sharing(first: Person, count: int, opened: AsyncExitStack) -> Sequence[Person]:
    """So many people, the first among them, until what is opened closes."""
    return [first, *[await opened.enter_async_context(person(first.platform)) for _ in range(count - 1)]]


async def _ended(*tasks: asyncio.Task[Any]) -> None:
    """Ends what should have gone on until now; what has failed before made the figures worthless."""
    for task in tasks:
        if task.done():
            task.result()
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


class Program(Side):
    """Some programs share all matches: each plays its own over one stream, and begins a new one for each that ends.

    Attributes:
        streams_of_a_match: on so many streams of ours is each match played.
    """

    streams_of_a_match = 1

    def __init__(self, person: Person, game_id: str, load: Load) -> None:
        super().__init__(person, game_id, load)
        self._tasks: set[asyncio.Task[Any]] = set()

    async def play(self) -> None:
        """Plays for the time of the load, after a warm-up."""
        async with self.playing():
            await self.measure(WARM_UP_S)

    @asynccontextmanager
    async def playing(self) -> AsyncIterator[Sequence[asyncio.Task[None]]]:
        """All matches are played while the block lasts, on the streams that are given."""
        async with AsyncExitStack() as opened:
            most = self._load.matches // self.streams_of_a_match
            count = max(min(LEAST_PROGRAMS, most), -(-most // MATCHES_OF_A_PROGRAM))
            people = await sharing(self._person, count, opened)
            streams = [stream for somebody in people for stream in await self.streams(somebody, opened)]
            playing = [asyncio.create_task(stream.run()) for stream in streams]
            await asyncio.gather(*map(self.create, islice(cycle(people), self._load.matches)))
            yield playing
            await _ended(*playing, *self._tasks)

    async def streams(self, somebody: Person, opened: AsyncExitStack) -> Sequence[Stream]:  # noqa: ARG002 - pairs open more
        """Those on which are played the matches that somebody begins."""
        return [Stream(somebody, self._hear)]

    async def create(self, somebody: Person) -> match_pb2.Match:
        """Has somebody begin a match."""
        return await somebody.create(self._game_id)

    def _hear(self, stream: Stream, message: match_pb2.ServeResponse) -> None:
        for decision in message.decisions:
            self.note_reply(decision.match_id)
            self.answer_in_time(stream, decision)
        self.begin_anew(stream.person, message)

    def answer_in_time(self, stream: Stream, decision: match_pb2.Decision) -> None:
        """Answers when it has thought."""
        answer = match_pb2.Answer(
            match_id=decision.match_id,
            seat=decision.seat,
            view_version=decision.view_version,
            moves=[self.choose(json.loads(decision.view))],
        )
        if self._load.think_ms:
            asyncio.get_running_loop().call_later(self.pause_s(), self._send, stream, answer)
        else:
            self._send(stream, answer)

    def begin_anew(self, somebody: Person, message: match_pb2.ServeResponse) -> None:
        """Has somebody begin a match for each that has ended."""
        for over in message.over:
            self.note_over(over.match_id)
            task = asyncio.create_task(self.create(somebody))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def _send(self, stream: Stream, answer: match_pb2.Answer) -> None:
        answer.traceparent = self.note_sent(answer.match_id).traceparent
        stream.answer(answer)


class Invited(Program):
    """Programs play in pairs: a person's, which begins all matches of the two, and a bot's, which is asked for each.

    Attributes:
        accepting: what the bots accept without being asked; None for nothing.
    """

    answered_by = "the other is asked"
    streams_of_a_match = 2
    accepting: match_pb2.Accepting | None = None

    def __init__(self, person: Person, game_id: str, load: Load) -> None:
        super().__init__(person, game_id, load)
        self._bots: dict[str, str] = {}

    async def streams(self, somebody: Person, opened: AsyncExitStack) -> Sequence[Stream]:
        """That of the person, and that of their bot."""
        other = await opened.enter_async_context(bot(self._person))  # the first person is an Admin, who may make bots
        self._bots[somebody.id] = other.id
        return [Stream(somebody, self._hear), Stream(other, self._hear_as_other, self.accepting)]

    async def create(self, somebody: Person) -> match_pb2.Match:
        """Has the pair begin a match, as soon as the bot is there and few enough invitations are open."""
        while True:
            try:
                return await somebody.create(self._game_id, self._bots[somebody.id])
            except grpc.aio.AioRpcError as refused:
                if refused.code() not in _LATER:
                    raise
                await asyncio.sleep(INVITED_ANEW_S)

    def _hear(self, stream: Stream, message: match_pb2.ServeResponse) -> None:
        self._hear_as_other(stream, message)
        self.begin_anew(stream.person, message)

    def _hear_as_other(self, stream: Stream, message: match_pb2.ServeResponse) -> None:
        for decision in message.decisions:
            self.note_reply(decision.match_id, turns=0)  # the other's was counted when it was sent
            self.answer_in_time(stream, decision)


class Programs(Invited):
    """The same, and the bots accept without being asked."""

    accepting = match_pb2.Accepting()


class AgainstHouse(Program):
    """The same against the standard player: the replies are its turns."""

    async def create(self, somebody: Person) -> match_pb2.Match:
        """Has somebody begin a match."""
        return await somebody.create(self._game_id, STANDARD_ID)


class People(Side):
    """Some people who share all matches: each follows theirs one by one, and makes each move by a call."""

    async def play(self) -> None:
        """Plays for the time of the load, after a warm-up."""
        async with AsyncExitStack() as opened:
            people = await sharing(self._person, PEOPLE, opened)
            whose = islice(cycle(people), self._load.matches)
            playing = [asyncio.create_task(self._play(somebody)) for somebody in whose]
            await self.measure(2 * WARM_UP_S)
            await _ended(*playing)

    async def _play(self, somebody: Person) -> None:
        while True:
            await self._play_one(somebody, (await somebody.create(self._game_id)).id)

    async def _play_one(self, somebody: Person, match_id: str) -> None:
        watch = somebody.match.Watch(match_pb2.WatchRequest(match_id=match_id), metadata=somebody.metadata)
        async for answer in watch:
            match = answer.match
            if match.status == match_pb2.STATUS_ENDED:
                self.note_over(match_id)
                return
            view = json.loads(match.view)
            if match.viewer in view["acting"]:
                self.note_reply(match_id)
                await asyncio.sleep(self.pause_s())
                await somebody.play(match, self.choose(view), self.note_sent(match_id).traceparent)


_SIDES: Mapping[str, type[Side]] = {
    "stream": Program,
    "unary": People,
    "programs": Programs,
    "invited": Invited,
    "house": AgainstHouse,
}


async def measured(platform: Platform, load: Load) -> Counted:
    """What comes of a load."""
    async with person(platform) as somebody, going_on(platform, load.beside):
        side = _SIDES[load.way](somebody, await somebody.game_id(load.game), load)
        await side.play()
        await asyncio.sleep(stages.WRITTEN_WITHIN_S)
    spans = stages.read_spans(platform.state / "traces")
    side.counted.stages = stages.stages(spans, side.counted.replies)
    return side.counted


def run(load: Load, platform: Platform, yardsticks: Sequence[Yardstick]) -> Iterator[str]:
    """Plays, and says what came of it."""
    return report(load, asyncio.run(measured(platform, load)), yardsticks)


def report(load: Load, counted: Counted, yardsticks: Sequence[Yardstick]) -> Iterator[str]:
    """What came of a load, a line each."""
    turns_per_s = counted.turns / load.seconds
    cpu_ms = {name: 1000 * spent_s / max(1, counted.turns) for name, spent_s in counted.cpu_s.items()}
    yield f"{load}: {turns_per_s:.0f} turns/s, {counted.ended} ended"
    yield from (f"  {yardstick.share(turns_per_s)}" for yardstick in yardsticks)
    yield f"  until {_SIDES[load.way].answered_by}: {spread([reply.lasted_ms for reply in counted.replies])}"
    yield f"  CPU a turn, ms: {by_size(cpu_ms, '{:.2f}')}"
    yield from (f"  {line}" for line in stages.said(counted.stages))
