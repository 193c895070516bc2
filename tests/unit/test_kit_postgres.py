"""What connections are made with; and claims, transactions that stay open, on a server that a test can do without."""

from __future__ import annotations

import asyncio
import threading
from typing import Self, cast

import pytest
from fixtures.patience import PATIENCE_S
from sqlalchemy import Engine, event

from services.kit.postgres import Claims, postgres_engine


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


def test_a_server_that_is_gone_without_a_word_is_given_up_unless_the_url_says_otherwise() -> None:
    told: dict[str, object] = {}

    def connect(_dialect: object, _record: object, _args: object, parameters: dict[str, object]) -> None:
        told.update(parameters)
        raise OSError("nothing is to be connected")

    engine = postgres_engine("postgresql://somebody@127.0.0.1:9/any?keepalives_idle=60")
    event.listen(engine, "do_connect", connect)
    with pytest.raises(OSError, match="nothing is"):
        engine.connect()
    assert told["keepalives_idle"] == "60"
    silent_s = int(str(told["keepalives_interval"])) * int(str(told["keepalives_count"]))
    assert 0 < silent_s <= 30
    assert 0 < int(str(told["tcp_user_timeout"])) <= 30_000
    assert 0 < int(str(told["connect_timeout"])) <= 30


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
