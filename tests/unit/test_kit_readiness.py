"""What a process works with is asked all the time, and what does not answer is told."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import suppress

import pytest
from fixtures.patience import PATIENCE_S

from redscience.errors import Unavailable
from services.kit import readiness
from services.kit.readiness import Readiness


class Told:
    """What is told, and something that is asked."""

    def __init__(self) -> None:
        self.is_well: dict[str, bool] = {}
        self.answers = asyncio.Event()
        self.refuses = False
        self.asked = 0
        self._more = asyncio.Event()

    async def tell(self, name: str, is_well: bool) -> None:  # noqa: FBT001 - as who tells has it
        self.is_well[name] = is_well
        self._more.set()

    async def ask(self) -> None:
        self.asked += 1
        await self.answers.wait()
        if self.refuses:
            raise Unavailable("No.")

    async def until(self, holds: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE_S):
            while not holds():
                self._more.clear()
                await self._more.wait()


@pytest.fixture
async def told(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Told]:
    monkeypatch.setattr(readiness, "ASK_EVERY_S", 0.001)
    monkeypatch.setattr(readiness, "PATIENCE_S", 0.01)
    told = Told()
    asking = Readiness(told.tell)
    asking.need("database", told.ask)
    asking.need("bus", _well)
    following = asyncio.create_task(asking.follow())
    yield told
    following.cancel()
    with suppress(asyncio.CancelledError):
        await following


async def _well() -> None:
    """It does its part."""


async def test_what_does_not_answer_is_told_and_asked_no_second_time(told: Told) -> None:
    await told.until(lambda: told.is_well == {"database": False, "bus": True})
    assert told.asked == 1
    told.answers.set()
    await told.until(lambda: told.is_well == {"database": True, "bus": True})
    told.answers.clear()
    await told.until(lambda: told.is_well == {"database": False, "bus": True})


async def test_what_refuses_is_told_and_logged_once(told: Told, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, readiness.__name__)
    told.answers.set()
    await told.until(lambda: told.is_well.get("database", False))
    caplog.clear()
    told.refuses = True
    await told.until(lambda: not told.is_well["database"])
    asked = told.asked
    await told.until(lambda: told.asked > asked)
    told.refuses = False
    await told.until(lambda: told.is_well["database"])
    assert [(said.message, vars(said)["of"]) for said in caplog.records] == [
        ("not ready", "database"),
        ("ready again", "database"),
    ]


def test_it_is_told_within_five_seconds() -> None:
    assert readiness.ASK_EVERY_S + readiness.PATIENCE_S <= 3
