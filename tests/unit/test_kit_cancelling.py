"""Tasks end when they are cancelled, also those that miss it once."""

from __future__ import annotations

import asyncio

import pytest

from services.kit.cancelling import cancel


async def test_who_has_missed_it_is_cancelled_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("services.kit.cancelling.AGAIN_S", 0.01)
    missed = asyncio.Event()

    async def hears_again() -> None:
        while True:
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                if missed.is_set():
                    raise
                missed.set()  # as a call of gRPC that fails in the same moment

    async def fails() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            raise ValueError

    tasks = [asyncio.create_task(hears_again()), asyncio.create_task(fails())]
    await asyncio.sleep(0)
    await cancel(tasks)
    assert missed.is_set()
    assert [task.cancelled() for task in tasks] == [True, False]
    await cancel([])
