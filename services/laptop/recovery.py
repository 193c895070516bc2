"""What runs and does not do its work is started again, as soon as that helps."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

from services.laptop.plan import Health
from services.laptop.state import Say

_ASK_EVERY_S = 5.0
_FIRST_PAUSE_S = 5.0
_LONGEST_PAUSE_S = 300.0

Restart = Callable[[str], Awaitable[None]]
"""Starts it again; is told why."""


async def recover(name: str, health: Health, restart: Restart, say: Say) -> None:
    """Asks a process how it is and has it started again where it complains, after a growing pause; until cancelled."""
    pause_s, restarted_s, is_told = _FIRST_PAUSE_S, 0.0, False
    while True:
        await asyncio.sleep(_ASK_EVERY_S)
        complaint = await health.complaint()
        if not complaint:
            is_told = False
        elif health.can_recover():
            has_lasted = time.monotonic() - restarted_s > _LONGEST_PAUSE_S
            pause_s = _FIRST_PAUSE_S if has_lasted else min(2 * pause_s, _LONGEST_PAUSE_S)
            await restart(f"does not do its work ({complaint})")
            restarted_s, is_told = time.monotonic(), False
            await asyncio.sleep(pause_s)
        elif not is_told:
            say(f"{name} does not do its work ({complaint}). It is started again when its disk has room.")
            is_told = True
