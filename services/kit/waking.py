"""Waiting for a flag, but not for ever."""

from __future__ import annotations

import asyncio
from contextlib import suppress


async def woken(flag: asyncio.Event, within_s: float | None) -> None:
    """Returns when the flag is set, or when the time is over; None for as long as it takes."""
    with suppress(TimeoutError):
        async with asyncio.timeout(within_s):
            await flag.wait()
