"""Ending tasks that call others, and what goes on though its caller is ended."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Collection
from typing import Any, TypeVar

T = TypeVar("T")

AGAIN_S = 2.0
"""So long a task may take to tidy up after itself."""


async def cancel(tasks: Collection[asyncio.Future[Any]]) -> None:
    """Cancels tasks, and waits until all have ended, however they do.

    gRPC loses a cancellation that comes just as a call fails: whoever then tries once more goes on for ever. So those
    that go on are cancelled again.
    """
    left = set(tasks)
    while left:
        for task in left:
            task.cancel()
        ended, left = await asyncio.wait(left, timeout=AGAIN_S)
        await asyncio.gather(*ended, return_exceptions=True)


async def to_its_end(work: Awaitable[T]) -> T:
    """Waits for work that is done whole also where nobody asks for it any more; who is cancelled is so after it."""
    working = asyncio.ensure_future(work)
    try:
        return await asyncio.shield(working)
    except asyncio.CancelledError:
        await asyncio.wait([working])
        if not working.cancelled():
            working.exception()  # whoever would be told of one has gone
        raise
