"""What one caller may ask for at once."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from redscience.client.refusals import from_call
from redscience.errors import LimitReached
from redscience.names import ANONYMOUS_ID
from services.kit.config import MOST_SEATS
from services.kit.errors import grpc_status, to_trailer
from services.kit.identity import Caller
from services.kit.limits import (
    CALLS_AT_ONCE,
    CALLS_IN_HAND,
    CALLS_PER_S,
    STREAMS,
    STREAMS_OF_REQUESTS,
    CallLimit,
    HandLimit,
    PlaceLimit,
    StreamLimit,
    calls_for,
)
from services.kit.throttle import Throttle, payer_of
from services.match.invitation_store import MOST_SENT, MOST_WAITING
from services.match.lobby_store import MOST_WAITED_IN
from services.match.serving import ANSWERS_PER_S

PLACES = 800


class Context:
    """Of a call that does not end."""

    def add_done_callback(self, call: object) -> None:
        """As a context has it."""


CONTEXT: Any = Context()


def granted(limit: CallLimit, caller: str, now_s: float) -> bool:
    try:
        limit.take(caller, now_s)
    except LimitReached:
        return False
    return True


def test_a_silent_caller_may_ask_at_once_and_then_at_its_rate() -> None:
    limit = CallLimit(per_s=10, at_once=5)
    assert [granted(limit, "a", 100.0) for _ in range(7)] == [True] * 5 + [False] * 2
    assert [granted(limit, "a", 100.21) for _ in range(3)] == [True, True, False]
    assert granted(limit, "b", 100.21)
    assert sum(granted(limit, "a", 200.0) for _ in range(9)) == 5


@given(
    per_s=st.sampled_from([1, 3, 50]),
    at_once=st.integers(1, 9),
    waits=st.lists(st.floats(0, 2), max_size=60),
)
def test_no_span_of_time_sees_more_than_the_bucket_and_what_it_gives_back(
    per_s: int, at_once: int, waits: list[float]
) -> None:
    limit, now_s, taken = CallLimit(per_s, at_once), 1000.0, list[float]()
    for wait_s in waits:
        now_s += wait_s
        if granted(limit, "a", now_s):
            taken.append(now_s)
    for first in range(len(taken)):
        for last in range(first, len(taken)):
            assert last - first + 1 <= at_once + per_s * (taken[last] - taken[first]) + 1e-6


def test_whoever_is_refused_is_told_when_to_come_back_and_may_then() -> None:
    limit = CallLimit(per_s=0.25, at_once=1)
    limit.take("a", 10.0)
    with pytest.raises(LimitReached, match="Wait a moment") as refused:
        limit.take("a", 10.5)
    assert refused.value.retry_after_s == 4
    limit.take("a", 10.5 + refused.value.retry_after_s)


def test_callers_who_are_long_silent_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("services.kit.limits._MOST_REMEMBERED", 3)
    limit = CallLimit(per_s=1, at_once=2)
    for number in range(3):
        limit.take(f"silent {number}", 10.0)
    limit.take("a", 100.0)
    assert list(limit._full_at_s) == ["a"]


def test_streams_are_counted_while_they_last() -> None:
    limit = StreamLimit(2)
    with limit.one("a"):
        with limit.one("a"), limit.one("b"), pytest.raises(LimitReached, match="2 streams"), limit.one("a"):
            raise AssertionError("a third was let in")
        with limit.one("a"):
            pass


class Calls:
    """Calls of callers that are answered when they are told to be, in the order in which they were begun."""

    def __init__(self, limit: HandLimit, most: int) -> None:
        self._limit, self._most = limit, most
        self.begun: list[str] = []
        self._told: dict[str, asyncio.Event] = {}

    async def ask(self, caller: str, name: str) -> asyncio.Task[None]:
        """Another call, once it is begun or waits."""
        self._told[name] = asyncio.Event()
        task = asyncio.create_task(self._answer(caller, name))
        await asyncio.sleep(0)
        return task

    async def end(self, name: str) -> None:
        """Has a call be answered, and lets the next one begin."""
        self._told[name].set()
        for _ in range(3):
            await asyncio.sleep(0)

    async def _answer(self, caller: str, name: str) -> None:
        async with self._limit.one(caller, self._most):
            self.begun.append(name)
            await self._told[name].wait()


async def test_calls_beyond_those_in_hand_wait_in_order_and_for_their_own_caller_alone() -> None:
    calls = Calls(HandLimit(), 2)
    for name in ("a1", "a2", "a3", "a4", "b1"):
        await calls.ask(name[0], name)
    assert calls.begun == ["a1", "a2", "b1"]
    await calls.end("b1")
    await calls.end("a2")
    assert calls.begun == ["a1", "a2", "b1", "a3"]
    await calls.end("a1")
    assert calls.begun == ["a1", "a2", "b1", "a3", "a4"]


async def test_who_goes_while_waiting_takes_no_place_and_who_is_answered_leaves_nothing() -> None:
    limit = HandLimit()
    calls = Calls(limit, 1)
    await calls.ask("a", "a1")
    waiting = [await calls.ask("a", name) for name in ("a2", "a3", "a4")]
    waiting[0].cancel()
    await calls.end("a1")
    assert calls.begun == ["a1", "a3"]
    # Its turn has come, and it goes in the same moment.
    await asyncio.sleep(0)
    calls._told["a3"].set()
    await asyncio.sleep(0)
    waiting[2].cancel()
    await asyncio.gather(*waiting, return_exceptions=True)
    await calls.end("a3")
    assert not limit._in_hand
    assert not limit._waiting
    await calls.ask("a", "a5")
    assert calls.begun[-1] == "a5"


@given(st.lists(st.tuples(st.integers(0, 30), st.integers(1, 900)), max_size=40))
def test_however_many_callers_fill_the_places_another_finds_some(wanted: list[tuple[int, int]]) -> None:
    limit, held = PlaceLimit(PLACES), Counter[str]()
    for caller, count in wanted:
        for _ in range(count):
            try:
                limit.take(f"{caller}")
            except LimitReached:
                break
            held[f"{caller}"] += 1
    assert PLACES - held.total() >= PLACES * (16 / 17) ** len(held) - len(held)
    limit.take("somebody")
    # Whoever goes leaves nothing behind.
    for caller in ("somebody", *held.elements()):
        limit.leave(caller)
    assert (limit._free, dict(limit._held)) == (PLACES, {})


def test_of_the_streams_of_a_caller_few_take_requests() -> None:
    limits = Throttle(PlaceLimit(PLACES))

    def is_refused(who: str, *, is_long: bool) -> bool:
        try:
            with limits.begin(who, CONTEXT, is_stream=True, is_long=is_long):
                return False
        except LimitReached:
            return True

    with ExitStack() as opened:
        for _ in range(STREAMS_OF_REQUESTS):
            opened.enter_context(limits.begin("a", CONTEXT, is_stream=True, is_long=True))
        assert is_refused("a", is_long=True)
        assert not is_refused("a", is_long=False)
        assert not is_refused("b", is_long=True)
    assert not is_refused("a", is_long=True)


def test_the_page_of_bots_says_every_limit_of_a_player() -> None:
    page = (Path(__file__).parents[2] / "docs" / "bots.md").read_text("utf-8")
    (places,) = re.findall(r"([\d,]+) of 20,000", page)
    limit = PlaceLimit(20_000)
    for _ in range(int(places.replace(",", ""))):
        limit.take("a")
    with pytest.raises(LimitReached):
        limit.take("a")
    assert f"| {CALLS_AT_ONCE:,} at once, then {CALLS_PER_S} a second;" in page
    assert f"| streams | {STREAMS} |" in page
    assert f"| streams of `Serve` | {STREAMS_OF_REQUESTS} |" in page
    assert f"| calls that are answered at once | {CALLS_IN_HAND}," in page
    assert f"| answers on `Serve` | {ANSWERS_PER_S} a second |" in page
    assert f"| seats in running matches | {MOST_SEATS} " in page
    assert f"| invitations of a player that are open | {MOST_SENT} |" in page
    assert f"| invitations that wait for a player | {MOST_WAITING} |" in page
    assert f"| matches in which a player is the next available | {MOST_WAITED_IN} |" in page


def test_the_time_to_try_again_travels() -> None:
    error = LimitReached("Too much.", retry_after_s=7)
    heard = from_call(grpc_status(error), "Too much.", to_trailer(error), service="match")
    assert isinstance(heard, LimitReached)
    assert (heard.message, heard.retry_after_s) == ("Too much.", 7)


def test_what_is_owed_is_paid_before_another_is_granted() -> None:
    limit = CallLimit(per_s=10, at_once=5)
    limit.owe("a", 100.0, 25)
    assert not granted(limit, "a", 102.0)
    assert granted(limit, "a", 102.2)
    assert limit.take_or_wait("b", 100.0, 25) == 0.0  # more than any bucket holds, and nobody waits for ever
    assert limit.take_or_wait("b", 100.0) == pytest.approx(2.1)


@pytest.mark.parametrize(("size", "count"), [(0, 0), (65_535, 0), (65_536, 1), (3_400_000, 51)])
def test_an_answer_counts_by_its_size(size: int, count: int) -> None:
    assert calls_for(size) == count


PEER = "ipv4:192.0.2.7:4242"


def tight() -> Throttle:
    return Throttle(PlaceLimit(1_000), CallLimit(0.001, 2), StreamLimit(1))


def test_visitors_who_share_a_player_have_each_limits_of_their_own() -> None:
    throttle = tight()
    first, second = (
        payer_of(Caller(ANONYMOUS_ID, "anonymous", "anonymous", "public", "Anonymous", session), PEER)
        for session in ("01A", "01B")
    )
    with throttle.begin(first, CONTEXT, is_stream=True, is_long=False):
        with (
            pytest.raises(LimitReached, match="1 streams"),
            throttle.begin(first, CONTEXT, is_stream=True, is_long=False),
        ):
            pass
        with throttle.begin(second, CONTEXT, is_stream=True, is_long=False):
            pass
    with pytest.raises(LimitReached, match="calls a second"):
        throttle.begin(first, CONTEXT, is_stream=False, is_long=False)
    throttle.begin(second, CONTEXT, is_stream=False, is_long=False)


def test_strangers_have_limits_by_their_address_and_services_none() -> None:
    throttle = tight()
    with throttle.begin(payer_of(None, PEER), CONTEXT, is_stream=True, is_long=False):
        with pytest.raises(LimitReached, match="1 streams"):
            throttle.begin(payer_of(None, "ipv4:192.0.2.7:9"), CONTEXT, is_stream=True, is_long=False).__enter__()
        with throttle.begin(payer_of(None, "ipv4:192.0.2.8:1"), CONTEXT, is_stream=True, is_long=False):
            pass
    with pytest.raises(LimitReached, match="calls a second"):
        throttle.begin(payer_of(None, "ipv4:192.0.2.7:10"), CONTEXT, is_stream=False, is_long=False)
    gateway = payer_of(Caller("service:gateway", "service", "service", "", "gateway"), PEER)
    for _ in range(5):
        throttle.begin(gateway, CONTEXT, is_stream=True, is_long=False)
