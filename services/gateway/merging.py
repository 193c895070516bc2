"""Several stories told as one, in the order in which they come."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Coroutine
from contextlib import suppress
from typing import Any, TypeVar

Told = TypeVar("Told")


async def merged(
    *stories: AsyncGenerator[Told], until: Coroutine[Any, Any, None] | None = None
) -> AsyncGenerator[Told]:
    """What any of the stories tells, until all have ended, or `until` has.

    A story is asked for what comes next only once the one before was taken. An error of any ends all.
    """
    end = asyncio.ensure_future(until) if until is not None else None
    asked = {asyncio.ensure_future(_next(story)): story for story in stories}
    try:
        while asked and not (end is not None and end.done()):
            awaited = {*asked, *([end] if end is not None else [])}
            done, _ = await asyncio.wait(awaited, return_when=asyncio.FIRST_COMPLETED)
            for task in [one for one in asked if one in done]:
                story = asked.pop(task)
                for told in task.result():
                    yield told
                    asked[asyncio.ensure_future(_next(story))] = story
    finally:
        await _cancel([*asked, *([end] if end is not None else [])])
        for story in stories:
            await story.aclose()


async def _next(story: AsyncGenerator[Told]) -> list[Told]:
    """What is told next; nothing at the end."""
    try:
        return [await anext(story)]
    except StopAsyncIteration:
        return []


async def _cancel(tasks: list[asyncio.Future[Any]]) -> None:
    for task in tasks:
        task.cancel()
    for task in tasks:
        with suppress(asyncio.CancelledError, Exception):
            await task
