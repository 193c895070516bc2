"""Whoever asks for what is slow waits for it, and others wait no longer than their turn takes to come."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable

import pytest
from fixtures.patience import PATIENCE_S

from services.kit import garbage, lanes
from services.kit.lanes import Lines, PacedLane, SlowLane


class Pieces:
    """Pieces of work that note when they are done."""

    def __init__(self) -> None:
        self.done: list[str] = []

    def named(self, name: str) -> Callable[[], str]:
        def work() -> str:
            self.done.append(name)
            return name

        return work


async def test_those_who_wait_take_turns_whatever_each_has_brought() -> None:
    lane, pieces = SlowLane(), Pieces()
    asked = [lane.run("heavy", pieces.named(f"heavy {number}")) for number in range(4)]
    asked += [lane.run("light", pieces.named("light 0")), lane.run("other", pieces.named("other 0"))]
    async with asyncio.timeout(PATIENCE_S):
        results = await asyncio.gather(*asked)
    assert [came.result() for came in results] == [*(f"heavy {number}" for number in range(4)), "light 0", "other 0"]
    assert pieces.done == ["heavy 0", "light 0", "other 0", "heavy 1", "heavy 2", "heavy 3"]


async def test_visitors_take_one_turn_together_however_many_they_are() -> None:
    lane, pieces = SlowLane(), Pieces()
    visitors = [f"anonymous:{number}" for number in range(3)]
    asked = [lane.run(whose, pieces.named(f"{whose} {number}")) for whose in visitors for number in range(2)]
    asked += [lane.run("ada", pieces.named(f"ada {number}")) for number in range(2)]
    async with asyncio.timeout(PATIENCE_S):
        await asyncio.gather(*asked)
    firsts, seconds = [[f"{whose} {number}" for whose in visitors] for number in range(2)]
    assert pieces.done == [firsts[0], "ada 0", firsts[1], "ada 1", firsts[2], *seconds]


async def test_it_rests_as_long_as_a_piece_took(monkeypatch: pytest.MonkeyPatch) -> None:
    rests: list[float] = []

    async def rest(seconds: float) -> None:
        rests.append(seconds)

    lane, pieces = SlowLane(), Pieces()
    monkeypatch.setattr("services.kit.lanes.asyncio.sleep", rest)
    for spent_s in (0.25, 60.0):
        monkeypatch.setattr("services.kit.lanes.time.thread_time", iter((100.0, 100.0 + spent_s)).__next__)
        came = await lane.run("one", pieces.named("piece"))
        assert (came.result(), came.spent_s) == ("piece", spent_s)
    monkeypatch.undo()
    await lane.run("one", pieces.named("last"))
    assert rests[:2] == [0.25, 1.0]


async def test_an_error_is_its_own_and_the_next_goes_on() -> None:
    lane, pieces = SlowLane(), Pieces()

    def fail() -> str:
        raise ValueError("no")

    failed, done = await asyncio.gather(lane.run("one", fail), lane.run("one", pieces.named("next")))
    with pytest.raises(ValueError, match="no"):
        failed.result()
    assert failed.spent_s > 0
    assert done.result() == "next"


def test_what_the_collector_of_garbage_takes_makes_nothing_slow(monkeypatch: pytest.MonkeyPatch) -> None:
    callbacks = list[Callable[[str, dict[str, int]], None]]()
    monkeypatch.setattr("services.kit.garbage.gc.callbacks", callbacks)
    # What other tests have left is not looked for here, nor complained of.
    monkeypatch.setattr("services.kit.garbage.gc.collect", lambda: 0)
    monkeypatch.setattr("services.kit.garbage.gc.freeze", lambda: None)
    monkeypatch.setattr("services.kit.garbage.gc.set_threshold", lambda _: None)
    garbage.spare_what_stays()
    garbage.spare_what_stays()
    (measure,) = callbacks
    instants = iter((100.0, 101.0, 103.0, 103.5))
    monkeypatch.setattr("services.kit.lanes.time.thread_time", instants.__next__)

    def work() -> str:
        measure("start", {})
        measure("stop", {})
        return "done"

    came = lanes.done(work)
    assert (came.result(), came.spent_s) == ("done", 1.5)


async def test_what_nobody_waits_for_is_not_done() -> None:
    lane, pieces, is_gone = SlowLane(), Pieces(), threading.Event()

    def hold() -> str:
        is_gone.wait(PATIENCE_S)
        return "held"

    held = asyncio.create_task(lane.run("one", hold))
    gone = asyncio.create_task(lane.run("one", pieces.named("gone")))
    kept = asyncio.create_task(lane.run("one", pieces.named("kept")))
    await asyncio.sleep(0)
    gone.cancel()
    await asyncio.sleep(0)
    is_gone.set()
    async with asyncio.timeout(PATIENCE_S):
        await asyncio.gather(held, kept)
    assert pieces.done == ["kept"]


async def test_a_line_lets_one_through_after_another_and_keys_do_not_meet() -> None:
    lines, order = Lines(), list[str]()

    async def go(key: str, name: str) -> None:
        async with lines.of(key):
            order.append(f"{name} in")
            await asyncio.sleep(0)
            order.append(f"{name} out")

    await asyncio.gather(go("a", "first"), go("a", "second"))
    assert order == ["first in", "first out", "second in", "second out"]
    async with lines.of("a"), lines.of("b"):
        assert lines.of("c").enter_at_once()


async def test_a_line_is_entered_at_once_only_where_nobody_is_in_it_or_waits() -> None:
    line, order = Lines().of("a"), list[str]()

    async def go(name: str) -> None:
        async with line:
            order.append(name)
            assert not line.enter_at_once()

    assert line.enter_at_once()
    waiting = [asyncio.create_task(go(name)) for name in ("first", "second", "third")]
    await asyncio.sleep(0)
    assert order == []
    waiting[1].cancel()
    line.leave()
    assert not line.enter_at_once()  # the first of those who wait has it
    await asyncio.gather(*waiting, return_exceptions=True)
    assert order == ["first", "third"]
    assert line.enter_at_once()


async def test_who_goes_when_its_turn_has_come_lets_the_next_one_through() -> None:
    line = Lines().of("a")
    assert line.enter_at_once()
    waiting = [asyncio.create_task(line.__aenter__()) for _ in range(2)]
    await asyncio.sleep(0)
    line.leave()
    waiting[0].cancel()
    async with asyncio.timeout(PATIENCE_S):
        await waiting[1]
    assert waiting[0].cancelled()


async def test_what_is_large_goes_through_in_turn_and_no_faster_than_it_may(monkeypatch: pytest.MonkeyPatch) -> None:
    lane, order, sleep = PacedLane(per_s=100), list[str](), asyncio.sleep
    rests: list[float] = []

    async def rest(seconds: float) -> None:
        rests.append(seconds)
        await sleep(0)

    async def go(whose: str, name: str, size: int) -> None:
        await lane.turn(whose, size)
        order.append(name)

    monkeypatch.setattr("services.kit.lanes.asyncio.sleep", rest)
    tasks = [asyncio.create_task(go("heavy", f"heavy {number}", 200)) for number in range(4)]
    tasks += [asyncio.create_task(go("light", "light 0", 50))]
    await sleep(0)
    tasks[2].cancel()  # it holds nobody up
    async with asyncio.timeout(PATIENCE_S):
        await asyncio.gather(*tasks, return_exceptions=True)
    assert order == ["heavy 0", "light 0", "heavy 1", "heavy 3"]
    while len(rests) < 4:
        await sleep(0)
    assert rests == [2.0, 0.5, 2.0, 2.0]
