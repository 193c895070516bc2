"""Whether what a process works with does its part: its database, and the bus.

Health tells it under a name for each, and so do metrics, `redscience status` and the page for Admins. The process goes
on taking calls: what still can be done is done, and no other replica has another database or another bus.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from redscience.errors import Unavailable
from services.kit import metrics

log = logging.getLogger(__name__)

DATABASE, BUS = "database", "bus"
NEEDS = (DATABASE, BUS)
"""The names under which health tells of them."""

ASK_EVERY_S = 1.0
PATIENCE_S = 2.0
"""So long it may take to answer: with what is between two questions, it is told well within five seconds."""

Ask = Callable[[], Coroutine[Any, Any, None]]
"""Returns where it does its part.

Raises:
    Unavailable: it does not.
"""
Tell = Callable[[str, bool], Awaitable[None]]


class Readiness:
    """Asks, all the time.

    Args:
        tell: is told by name whether it does its part, whenever it was asked.
    """

    def __init__(self, tell: Tell) -> None:
        self._tell = tell
        self._asked: list[tuple[str, Ask]] = []

    def need(self, name: str, ask: Ask) -> None:
        """Has something asked from now on."""
        self._asked.append((name, ask))

    async def follow(self) -> None:
        """Asks until cancelled."""
        async with asyncio.TaskGroup() as group:
            for name, ask in self._asked:
                group.create_task(self._follow(name, ask))

    async def _follow(self, name: str, ask: Ask) -> None:
        asking: asyncio.Task[None] | None = None
        has_worked = True
        try:
            while True:
                # One that is not answered is waited for, not asked again: questions would pile up.
                asking = asking or asyncio.create_task(ask(), name=f"ask {name}")
                await asyncio.wait({asking}, timeout=PATIENCE_S)
                works = asking.done() and _is_well(asking)
                metrics.READY.labels(name).set(works)
                if works != has_worked:
                    _note(name, works=works)
                    has_worked = works
                await self._tell(name, works)
                asking = None if asking.done() else asking
                await asyncio.sleep(ASK_EVERY_S)
        finally:
            if asking is not None:
                asking.cancel()


def _note(name: str, *, works: bool) -> None:
    """Logs from when to when it was missing: who needs it says only what failed meanwhile."""
    if works:
        log.info("ready again", extra={"of": name})
    else:
        log.warning("not ready", extra={"of": name})


def _is_well(asked: asyncio.Task[None]) -> bool:
    error = asked.exception()
    if error is not None and not isinstance(error, Unavailable):
        raise error
    return error is None
