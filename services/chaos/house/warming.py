"""Sees to it that agents can think: what they need is compiled once and loaded, beside everything else.

Until then, and where it cannot be had, they play by what is there.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

from redscience import families
from redscience.agents.standard import think_once
from redscience.interface import Family
from services.chaos.house.thinking import be_nice

log = logging.getLogger(__name__)

PAUSE_S = 30.0
"""So long after its start the process sees to it, unless somebody plays before: what starts has other things to do."""
_NICEST = 19


class Warming:
    """Which families can be thought about.

    Attributes:
        ready: by name, those of which nothing must be compiled or loaded.
    """

    def __init__(self) -> None:
        self.ready: set[str] = set()
        self._faulty: set[str] = set()
        # Of its own: the default ones are for whatever else this process does, which is not to yield.
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="warm", initializer=be_nice)

    async def warm(self) -> None:
        """Compiles what is missing, and loads everything; goes on until it is cancelled."""
        await asyncio.sleep(PAUSE_S)
        if not all(family.is_search_warm for family in families.every()):
            await _compile()
        for family in families.every():
            await self.load(family)
        await asyncio.Event().wait()

    async def load(self, family: Family) -> None:
        """Loads what a family needs, unless something of it is still to be compiled, or was found to be at fault."""
        if family.name in self.ready | self._faulty:
            return
        try:
            if await asyncio.get_running_loop().run_in_executor(self._thread, _loaded, family):
                self.ready.add(family.name)
        except Exception:
            log.exception("a family cannot be thought about", extra={"family": family.name})
            self._faulty.add(family.name)


def _loaded(family: Family) -> bool:
    """Loads it by thinking once; whether it could be."""
    if not (family.is_warm and family.is_search_warm):
        return False
    for name in [name for shelf in family.shelves.values() for name in shelf][:1]:
        think_once(family.ready(name).game())
    return True


async def _compile() -> None:
    """Compiles in a process that yields to everything; it goes on where this one is killed, and keeps what it makes."""
    log.info("what agents think by is compiled, once")
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-P", "-m", "redscience.warm", "--search"), stdout=asyncio.subprocess.DEVNULL
    )
    with suppress(OSError):  # it has ended by now, or the system knows no priorities
        os.setpriority(os.PRIO_PROCESS, process.pid, _NICEST)
    code = await process.wait()
    if code:
        log.error("agents cannot think: what they think by is not compiled", extra={"exit_code": code})
