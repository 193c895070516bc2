"""Claims: transactions that stay open while something is done, on a server that a test can do without."""

from __future__ import annotations

import asyncio
import threading
from typing import Self, cast

from fixtures.patience import PATIENCE_S
from sqlalchemy import Engine

from services.kit.postgres import Claims


class FakeEngine:
    """An engine of one connection, which notes when that is given back."""

    def __init__(self) -> None:
        self.is_open = False

    def execution_options(self, **_: object) -> FakeEngine:
        return self

    def connect(self) -> FakeEngine:
        return self

    def __enter__(self) -> Self:
        self.is_open = True
        return self

    def __exit__(self, *_: object) -> None:
        self.is_open = False

    def commit(self) -> None:
        """Nothing: nobody looks."""


async def test_a_claim_gives_its_connection_back_however_often_it_is_cancelled() -> None:
    engine, go_on, is_claimed = FakeEngine(), threading.Event(), asyncio.Event()
    claims = Claims(cast("Engine", engine))

    async def claim_and_leave() -> None:
        async with claims.transaction():
            # Whatever the claim does from here on has to wait for the thread.
            claims._thread.submit(go_on.wait, PATIENCE_S)
            is_claimed.set()

    leaving = asyncio.create_task(claim_and_leave())
    await is_claimed.wait()
    for _ in range(2):
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        leaving.cancel()
    await asyncio.gather(leaving, return_exceptions=True)
    assert engine.is_open
    go_on.set()
    await asyncio.to_thread(claims.close)
    assert not engine.is_open
