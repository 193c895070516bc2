"""Thinking beside the event loop: everybody is answered, and what does not end keeps nobody else waiting."""

from __future__ import annotations

import asyncio
import threading

import pytest
from fixtures.patience import PATIENCE_S

from redscience.search import MoveFindings
from services.chaos.house.messages import best_moves
from services.chaos.house.thinking import MOST_STUCK, Thinking, TooSlowError


async def test_each_is_told_its_seconds_and_gets_what_it_thought() -> None:
    thinking = Thinking(2)
    asked = [0.02, 0.15, 0.8]
    async with asyncio.timeout(PATIENCE_S):
        assert await asyncio.gather(*(thinking.think(seconds, lambda given: given) for seconds in asked[:2])) == [
            0.02,
            0.15,
        ]
        assert 0 < await thinking.think(asked[2], lambda given: given) <= asked[2]


async def test_an_error_is_told_to_whoever_asked_and_to_nobody_else() -> None:
    thinking = Thinking(1)

    def fails(_seconds: float) -> str:
        raise ValueError("no thought")

    with pytest.raises(ValueError, match="no thought"):
        await thinking.think(0.1, fails)
    async with asyncio.timeout(PATIENCE_S):
        assert await thinking.think(0.1, lambda _: "next") == "next"


async def test_whose_asker_has_gone_is_left_to_itself_too() -> None:
    thinking, begun, going_on = Thinking(1, give_up_s=0.05), threading.Event(), threading.Event()

    def think(_: float) -> bool:
        begun.set()
        return going_on.wait()

    try:
        async with asyncio.timeout(PATIENCE_S):
            asking = asyncio.create_task(thinking.think(0.01, think))
            await asyncio.to_thread(begun.wait)
            asking.cancel()
            thinking.give_up_s = PATIENCE_S
            assert await thinking.think(0.01, lambda _: "another thread") == "another thread"
    finally:
        going_on.set()


async def test_what_does_not_end_is_left_to_itself() -> None:
    thinking, going_on = Thinking(1, give_up_s=0.05), threading.Event()
    try:
        async with asyncio.timeout(PATIENCE_S):
            for _ in range(MOST_STUCK):
                with pytest.raises(TooSlowError) as late:
                    await thinking.think(0.01, lambda _: going_on.wait())
                assert late.value.ran_s < 0.05, "it has waited, which is no cost of the game's"
            thinking.give_up_s = PATIENCE_S  # the thread may be slow to begin
            assert await thinking.think(0.01, lambda _: "another thread") == "another thread"
            thinking.give_up_s = 0.05
            # As many as may be are stuck: nobody thinks any more until one of them ends, and all are told so.
            for _ in range(2):
                with pytest.raises(TooSlowError):
                    await thinking.think(0.01, lambda _: going_on.wait())
            going_on.set()
            thinking.give_up_s = PATIENCE_S
            assert await thinking.think(0.01, lambda _: "again") == "again"
    finally:
        going_on.set()


async def test_what_costs_much_is_known_by_the_time_of_its_thread() -> None:
    thinking, ending = Thinking(1, give_up_s=1.0), threading.Event()

    def think(_: float) -> None:
        while not ending.is_set():
            pass

    try:
        with pytest.raises(TooSlowError) as late:
            await thinking.think(0.01, think)
        assert 0.01 < late.value.ran_s <= PATIENCE_S
    finally:
        ending.set()


def test_the_best_moves_come_by_value_after_the_one_to_make() -> None:
    found = {
        "tried": MoveFindings(900, 0.48, 1.0),
        "less": MoveFindings(50, 0.4, 0.0),
        "hardly": MoveFindings(40, 0.51, 0.0),
        "never": MoveFindings(1, 1.0, 0.0),
    }
    assert [known.move for known in best_moves(found)] == ["tried", "hardly", "less"]
    mixed = {"rock": MoveFindings(9, 0.4, 0.6), "paper": MoveFindings(9, 0.6, 0.4)}
    assert [known.move for known in best_moves(mixed)] == ["rock", "paper"]
