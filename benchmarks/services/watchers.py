"""Many who follow one match, each on a stream of their own: how long until all are told of a move."""

from __future__ import annotations

import asyncio
import json
import math
import secrets
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from typing import Any

from benchmarks.services.platform import Person, Platform, person
from benchmarks.services.report import Yardstick, by_size, spread
from redscience.api.match.v1 import match_pb2

MOST_MOVES = 10
STREAMS_A_CONNECTION = 100
PATIENCE_S = 60.0
QUIET_S = 0.5
_WATCH = "/redscience.api.match.v1.MatchService/Watch"


@dataclass(frozen=True, slots=True)
class Watched:
    """What came of it.

    Attributes:
        told_ms: of each move and watcher, from the call until they were told.
        all_told_ms: of each move, the longest of these.
        stream_bytes: memory of the match service for each stream.
        cpu_s: spent by each process for all moves and Random's replies.
    """

    watchers: int
    told_ms: list[float]
    all_told_ms: list[float]
    stream_bytes: float
    cpu_s: Mapping[str, float]


class Audience:
    """Watchers of one match. What they are told is not read: only that they are told, and when."""

    def __init__(self) -> None:
        self._streams: list[asyncio.Task[None]] = []
        self._told_at: dict[int, float] = {}
        self._last_at = 0.0
        self._all_told = asyncio.Event()

    async def follow(self, watchers: Sequence[Person], match_id: str, count: int) -> None:
        """Opens the streams, a connection of each watcher's own, and waits until each has told how the match stands."""
        request = match_pb2.WatchRequest(match_id=match_id).SerializeToString()
        for watcher, first in zip(watchers, range(0, count, STREAMS_A_CONNECTION), strict=True):
            watch: Any = watcher.channel("match").unary_stream(_WATCH)
            for number in range(first, min(count, first + STREAMS_A_CONNECTION)):
                stream = watch(request, metadata=watcher.metadata)
                self._streams.append(asyncio.create_task(self._listen(number, stream)))
        await self._until_all_are_told()

    async def told(self, move: Any) -> list[float]:
        """How long it took, in seconds, until each was told of a move, which is made here."""
        self._told_at.clear()
        self._all_told.clear()
        begun = time.monotonic()
        await move
        await self._until_all_are_told()
        return [at - begun for at in self._told_at.values()]

    async def until_quiet(self) -> None:
        """Waits until nobody is told anything more."""
        while time.monotonic() - self._last_at < QUIET_S:  # noqa: ASYNC110 - that nothing happens is no event
            await asyncio.sleep(QUIET_S)

    async def leave(self) -> None:
        """Closes the streams."""
        for stream in self._streams:
            stream.cancel()
        await asyncio.gather(*self._streams, return_exceptions=True)

    async def _until_all_are_told(self) -> None:
        async with asyncio.timeout(PATIENCE_S):
            await self._all_told.wait()

    async def _listen(self, number: int, stream: Any) -> None:
        async for _ in stream:
            self._last_at = time.monotonic()
            self._told_at.setdefault(number, self._last_at)
            if len(self._told_at) == len(self._streams):
                self._all_told.set()


async def measured(platform: Platform, game: str, watchers: int) -> Watched:
    """Plays a match before so many spectators."""
    async with AsyncExitStack() as stack:
        people = 1 + math.ceil(watchers / STREAMS_A_CONNECTION)
        player, *members = [await stack.enter_async_context(person(platform)) for _ in range(people)]
        match = await player.create(await player.game_id(game))
        audience = Audience()
        stack.push_async_callback(audience.leave)
        await _seen(player, match.id)
        before_bytes = platform.memory_bytes("match")
        await audience.follow(members, match.id, watchers)
        await audience.until_quiet()
        stream_bytes = (platform.memory_bytes("match") - before_bytes) / watchers
        await _told_of_moves(player, match.id, audience, 1)  # what is done once is done then
        before_s = platform.cpu_s()
        told_s = await _told_of_moves(player, match.id, audience, MOST_MOVES)
        return Watched(
            watchers,
            [1000 * one_s for move in told_s for one_s in move],
            [1000 * max(move) for move in told_s],
            stream_bytes,
            platform.cpu_since(before_s),
        )


async def _told_of_moves(player: Person, match_id: str, audience: Audience, most: int) -> list[list[float]]:
    """Of each move of ours, how long it took until each was told."""
    told_s = list[list[float]]()
    while len(told_s) < most and (seen := await _seen(player, match_id)) is not None:
        move = secrets.choice(json.loads(seen.view)["legal"])["move"]
        told_s.append(await audience.told(player.play(seen, move)))
        await audience.until_quiet()
    return told_s


async def _seen(player: Person, match_id: str) -> match_pb2.Match | None:
    """The match once the player is to act; None where it is over."""
    while True:
        request = match_pb2.GetRequest(match_id=match_id)
        seen: match_pb2.Match = (await player.match.Get(request, metadata=player.metadata)).match
        if seen.status == match_pb2.STATUS_ENDED:
            return None
        if seen.viewer in json.loads(seen.view)["acting"]:
            return seen
        await asyncio.sleep(0.02)


def run(game: str, watchers: int, platform: Platform, yardsticks: Sequence[Yardstick]) -> Iterator[str]:
    """Plays before so many, and says what came of it."""
    return report(asyncio.run(measured(platform, game, watchers)), yardsticks[0])


def report(watched: Watched, calls: Yardstick) -> Iterator[str]:
    """What came of it, a line each."""
    moves = len(watched.all_told_ms)
    told_per_s = watched.watchers * moves / (sum(watched.all_told_ms) / 1000)
    cpu_ms = {name: 1000 * spent_s / moves for name, spent_s in watched.cpu_s.items()}
    yield f"{watched.watchers} watchers of a match, {moves} moves: {told_per_s:.0f} told a second until all are"
    yield f"  {calls.share(told_per_s)}"
    yield f"  until one is told: {spread(watched.told_ms)}, the last {max(watched.all_told_ms):.1f} ms"
    yield f"  CPU a move and Random's reply, ms: {by_size(cpu_ms, '{:.0f}')}"
    yield f"  memory of match for each stream: {watched.stream_bytes / 1024:.1f} KiB"
