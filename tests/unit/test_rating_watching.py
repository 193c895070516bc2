"""Streams are woken by what changes their leaderboard, here or in another replica, and by nothing else."""

from __future__ import annotations

import asyncio
from contextlib import aclosing, suppress
from typing import Any, cast

import pytest
from fixtures.patience import PATIENCE_S

from services.kit.bus import MemoryBus
from services.kit.clock import ManualClock
from services.kit.ids import new_id
from services.rating import watching
from services.rating.events import EndedMatches
from services.rating.leaderboard import LeaderboardKey
from services.rating.watching import Watching

BOARD = LeaderboardKey("public", new_id())
OTHER = LeaderboardKey(new_id(), BOARD.game_id)


@pytest.fixture(autouse=True)
def without_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watching, "PAUSE_S", 0)


async def test_the_first_look_is_at_once_and_the_next_when_woken() -> None:
    streams = Watching()
    async with aclosing(streams.looks(BOARD)) as looks:
        await anext(looks)
        second = asyncio.ensure_future(anext(looks))
        await asyncio.sleep(0)
        streams.wake(OTHER)
        await asyncio.sleep(0.01)
        assert not second.done()
        streams.wake(BOARD)
        async with asyncio.timeout(PATIENCE_S):
            await second


async def test_what_changes_during_a_look_is_looked_at_and_several_changes_once() -> None:
    streams = Watching()
    async with aclosing(streams.looks(BOARD)) as looks:
        await anext(looks)
        streams.wake(BOARD)
        streams.wake(BOARD)
        async with asyncio.timeout(PATIENCE_S):
            await anext(looks)
        third = asyncio.ensure_future(anext(looks))
        await asyncio.sleep(0.01)
        assert not third.done()
        third.cancel()
        with suppress(asyncio.CancelledError):
            await third


async def test_a_lost_hint_is_made_up_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watching, "BACKSTOP_S", 0)
    async with asyncio.timeout(PATIENCE_S), aclosing(Watching().looks(BOARD)) as looks:
        await anext(looks)
        await anext(looks)


async def test_who_has_gone_is_forgotten() -> None:
    streams = Watching()
    async with aclosing(streams.looks(BOARD)) as looks:
        await anext(looks)
    assert streams._wakings._flags == {}


async def test_a_hint_of_another_replica_wakes(memory_bus: MemoryBus) -> None:
    streams = Watching()
    unused = cast("Any", None)
    ended = EndedMatches(database=unused, bus=memory_bus, watching=streams, match=unused, clock=ManualClock())
    await ended.listen()
    async with asyncio.timeout(PATIENCE_S), aclosing(streams.looks(BOARD)) as looks:
        await anext(looks)
        await memory_bus.hint(f"hint.leaderboard.{BOARD.universe}.{BOARD.game_id}")
        await anext(looks)
