"""Kills processes of a platform at random moments."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random

from fixtures.platform import Platform
from fixtures.postgres import PostgresServer

SUPERVISOR = "supervisor"
DATABASE_SERVER = "postgresql"
PARTS = ("chaos", "gateway", "match", "nats", "players", "rating", "rules", "worker")
SHORTEST_PAUSE_S, LONGEST_PAUSE_S = 0.1, 2.5
STANDSTILL_S = 60.0


@dataclass(frozen=True, slots=True)
class Target:
    """What is killed.

    Attributes:
        platform: whose processes are.
        server: of its databases, where that is to die too.
    """

    platform: Platform
    server: PostgresServer | None = None

    @property
    def parts(self) -> tuple[str, ...]:
        """What is killed in turn, but for the supervisor."""
        return PARTS if self.server is None else (*PARTS, DATABASE_SERVER)


def victims(dice: Random, parts: Sequence[str]) -> Iterator[str]:
    """Whom to kill: each part once in any order, then the supervisor, and so on."""
    while True:
        yield from dice.sample(parts, len(parts))
        yield SUPERVISOR


def kill(target: Target, part: str) -> bool:
    """Kills a part; False where there is no process of it now. What nobody else starts again is started again."""
    platform = target.platform
    if part == SUPERVISOR:
        platform.abandon()
        platform.start()
        return True
    if part == DATABASE_SERVER and target.server is not None:
        target.server.kill()
        target.server.start_again()
        return True
    return platform.strike(part)


async def killed(target: Target, part: str, dice: Random, has_gone_on: Callable[[], bool]) -> None:
    """Waits for a random moment after something was done again, then kills a part as soon as it has a process.

    Where nothing is done any more it waits no longer than a while: what is stuck is found at the end.
    """
    give_up_at = time.monotonic() + STANDSTILL_S
    while not has_gone_on() and time.monotonic() < give_up_at:  # noqa: ASYNC110  # only asking shows it
        await asyncio.sleep(0.05)
    await asyncio.sleep(dice.uniform(SHORTEST_PAUSE_S, LONGEST_PAUSE_S))
    while not await asyncio.to_thread(kill, target, part):  # noqa: ASYNC110  # only asking shows it
        await asyncio.sleep(0.05)
