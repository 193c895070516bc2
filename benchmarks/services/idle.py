"""Many matches that are open and idle: nobody moves in them."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from benchmarks.services.platform import Platform, person
from benchmarks.services.report import Yardstick, by_size

FIRST = 20
"""Matches that are made before: the game is loaded then, and what each service needs once."""
SETTLED_S = 5.0


@dataclass(frozen=True, slots=True)
class Idle:
    """What it costs.

    Attributes:
        creating_s: the time in which the matches were made, 16 at once.
        match_bytes: memory of the match service for each of them.
        cpu_s: spent by each process in that many seconds, once all were made.
    """

    matches: int
    creating_s: float
    match_bytes: float
    seconds: float
    cpu_s: Mapping[str, float]


async def measured(platform: Platform, game: str, matches: int, seconds: float) -> Idle:
    """Makes so many matches, and waits for so long."""
    async with person(platform) as somebody:
        game_id = await somebody.game_id(game)
        await asyncio.gather(*(somebody.create(game_id) for _ in range(FIRST)))
        before_bytes, begun = platform.memory_bytes("match"), time.monotonic()
        await asyncio.gather(*(somebody.create(game_id) for _ in range(matches)))
        creating_s = time.monotonic() - begun
        await asyncio.sleep(SETTLED_S)  # Random moves where it begins
        match_bytes = (platform.memory_bytes("match") - before_bytes) / matches
        before_s = platform.cpu_s()
        await asyncio.sleep(seconds)
        return Idle(matches, creating_s, match_bytes, seconds, platform.cpu_since(before_s))


def run(game: str, matches: int, seconds: float, platform: Platform, yardsticks: Sequence[Yardstick]) -> Iterator[str]:
    """Makes so many, and says what they cost."""
    return report(asyncio.run(measured(platform, game, matches, seconds)), yardsticks[0])


def report(idle: Idle, calls: Yardstick) -> Iterator[str]:
    """What it costs, a line each."""
    per_s = idle.matches / idle.creating_s
    cores = {name: 100 * spent_s / idle.seconds for name, spent_s in idle.cpu_s.items()}
    yield f"{idle.matches} matches open and idle: made in {idle.creating_s:.1f} s, {per_s:.0f} a second"
    yield f"  {calls.share(per_s)}"
    yield f"  memory of match for each: {idle.match_bytes / 1024:.1f} KiB"
    yield f"  CPU, % of a core: {by_size(cores, '{:.2f}') or 'none'}"
