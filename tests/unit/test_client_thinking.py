"""What a bot is asked, how it is asked again, and what is sent for it."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections.abc import Callable
from types import SimpleNamespace

import pytest
from fixtures.patience import PATIENCE_S

import redscience
from redscience.api.match.v1 import match_pb2
from redscience.client import Decision
from redscience.client.thinking import TRIES, Thinking
from redscience.errors import IllegalMove, RedscienceError
from redscience.interface import Game

VIEW = redscience.game("Connect4").start(seed=1).view("black")
MOVES = [choice["move"] for choice in VIEW["legal"]]


def told(version: int = 1, match_id: str = "m") -> match_pb2.Decision:
    return match_pb2.Decision(
        match_id=match_id, seat="black", view_version=version, view=json.dumps(VIEW), due_at_ms=60_000
    )


def refusal(code: str, version: int = 1, retry_after_s: int = 0) -> match_pb2.Refusal:
    return match_pb2.Refusal(
        match_id="m", seat="black", view_version=version, code=code, message="Not so.", retry_after_s=retry_after_s
    )


def load_game(match_id: str, digest: str) -> Game:
    assert (match_id, digest) == ("m", VIEW["digest"])
    return redscience.game("Connect4")


class Sent:
    """A bot's thinking, and what it has sent."""

    def __init__(self, choose: Callable[[Decision], str], threads: int = 1) -> None:
        self._answers: asyncio.Queue[match_pb2.Answer] = asyncio.Queue()
        self.thinking = Thinking(choose, threads, load_game, self._answers.put_nowait)

    async def next(self) -> match_pb2.Answer:
        async with asyncio.timeout(PATIENCE_S):
            return await self._answers.get()

    def nothing_more(self) -> bool:
        return self._answers.empty()


async def test_what_is_chosen_is_sent_for_the_decision() -> None:
    seen: list[Decision] = []

    def choose(decision: Decision) -> str:
        seen.append(decision)
        return decision.legal[2]

    sent = Sent(choose)
    sent.thinking.asked(told(7), now_ms=0)
    answer = await sent.next()
    assert (answer.match_id, answer.seat, answer.view_version, [*answer.moves]) == ("m", "black", 7, [MOVES[2]])
    (decision,) = seen
    assert (decision.view, decision.weights, decision.refused) == (VIEW, [21] * 7, ())
    assert decision.seconds_left is not None
    assert 0 < decision.seconds_left <= 60
    state = decision.state()
    assert state is not None
    assert (state.legal("black"), decision.game.name) == (tuple(MOVES), "Connect4")


@pytest.mark.parametrize(
    ("failing", "reason"), [(lambda: 1 / 0, "ZeroDivisionError"), (lambda: "up", "'up' is none of")]
)
async def test_who_chooses_badly_is_told_why_and_asked_again(failing: Callable[[], str], reason: str) -> None:
    heard: list[str] = []

    def choose(decision: Decision) -> str:
        heard[:] = [error.message for error in decision.refused]
        return failing() if len(heard) < 2 else MOVES[0]

    sent = Sent(choose)
    sent.thinking.asked(told(), now_ms=0)
    assert [*(await sent.next()).moves] == [MOVES[0]]
    assert len(heard) == 2
    assert all(message.startswith(reason) for message in heard)


async def test_time_runs_while_a_decision_waits_for_a_thread_and_while_others_are_tried(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now_s = 100.0
    monkeypatch.setattr("redscience.client.decision.time", SimpleNamespace(monotonic=lambda: now_s))
    left: list[float | None] = []

    def choose(decision: Decision) -> str:
        nonlocal now_s
        left.append(decision.seconds_left)
        now_s += 10
        return MOVES[0] if decision.match_id == "m" else "up"

    sent = Sent(choose)
    sent.thinking.asked(told(), now_ms=0)
    sent.thinking.asked(told(match_id="n"), now_ms=0)
    assert [(await sent.next()).match_id for _ in range(2)] == ["m", "n"]
    assert left == [60, 50, 40, 30]
    sent.thinking.refused(refusal("move/illegal"))
    await sent.next()
    assert left[4:] == [20]


async def test_a_move_that_is_chosen_too_late_is_noted(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    now_s = 100.0
    monkeypatch.setattr("redscience.client.decision.time", SimpleNamespace(monotonic=lambda: now_s))

    def choose(decision: Decision) -> str:
        nonlocal now_s
        now_s += 40
        return decision.legal[0]

    sent = Sent(choose)
    for match_id in ("m", "n"):
        sent.thinking.asked(told(match_id=match_id), now_ms=0)
        await sent.next()
    assert not caplog.messages
    for match_id in ("o", "p"):
        sent.thinking.asked(told(match_id=match_id), now_ms=0)
    for _ in range(2):
        await sent.next()
    assert caplog.messages == [
        "The move for black in match p was chosen 20.0 s too late. Choose sooner, or with more threads."
    ]


async def test_after_some_tries_a_move_is_drawn() -> None:
    tries: list[int] = []

    def choose(decision: Decision) -> str:
        tries.append(len(decision.refused))
        raise RuntimeError

    sent = Sent(choose)
    sent.thinking.asked(told(), now_ms=0)
    assert (await sent.next()).moves[0] in MOVES
    assert tries == [0, 1, 2]
    assert len(tries) == TRIES


async def test_a_move_that_the_platform_refuses_is_chosen_again_but_not_for_ever() -> None:
    errors: list[tuple[type[RedscienceError], ...]] = []

    def choose(decision: Decision) -> str:
        errors.append(tuple(type(error) for error in decision.refused))
        return MOVES[0]

    sent = Sent(choose)
    sent.thinking.asked(told(), now_ms=0)
    for _ in range(TRIES + 1):
        await sent.next()
        sent.thinking.refused(refusal("move/illegal"))
    await asyncio.sleep(0)
    assert errors == [(IllegalMove,) * count for count in range(TRIES)]
    assert sent.nothing_more()


@pytest.mark.parametrize("code", ["match/stale_view", "match/over", "match/not_acting", "match/unknown"])
async def test_where_others_were_quicker_nothing_is_sent_again(code: str) -> None:
    sent = Sent(lambda _: MOVES[0])
    sent.thinking.asked(told(), now_ms=0)
    await sent.next()
    sent.thinking.refused(refusal(code))
    sent.thinking.asked(told(2), now_ms=0)
    assert (await sent.next()).view_version == 2
    assert sent.nothing_more()


@pytest.mark.parametrize("code", ["service/unavailable", "service/limit_reached"])
async def test_what_was_not_judged_is_sent_again_when_it_may_succeed(code: str) -> None:
    sent = Sent(lambda _: MOVES[3])
    sent.thinking.asked(told(), now_ms=0)
    first = await sent.next()
    refused_s = time.monotonic()
    sent.thinking.refused(refusal(code, retry_after_s=1))
    assert await sent.next() == first
    assert time.monotonic() - refused_s >= 0.99


async def test_what_was_not_judged_is_not_sent_again_once_something_newer_is_asked() -> None:
    sent = Sent(lambda decision: MOVES[decision.version])
    sent.thinking.asked(told(1), now_ms=0)
    await sent.next()
    sent.thinking.refused(refusal("service/unavailable", retry_after_s=1))
    sent.thinking.asked(told(2), now_ms=0)
    assert (await sent.next()).view_version == 2
    await asyncio.sleep(1.1)
    assert sent.nothing_more()


async def test_a_newer_decision_takes_the_place_of_an_older_one() -> None:
    may_go_on = threading.Event()

    def choose(decision: Decision) -> str:
        if decision.version == 1:
            may_go_on.wait(PATIENCE_S)
        return MOVES[decision.version]

    sent = Sent(choose, threads=2)
    sent.thinking.asked(told(1), now_ms=0)
    sent.thinking.asked(told(2), now_ms=0)
    assert (await sent.next()).view_version == 2
    may_go_on.set()
    sent.thinking.asked(told(3), now_ms=0)
    assert (await sent.next()).view_version == 3


async def test_what_is_no_longer_owed_when_a_thread_is_free_is_not_thought_about() -> None:
    chosen, may_go_on = list[tuple[str, int]](), threading.Event()

    def choose(decision: Decision) -> str:
        chosen.append((decision.match_id, decision.version))
        may_go_on.wait(PATIENCE_S)
        return MOVES[0]

    sent = Sent(choose)
    for match_id in ("m", "n", "o"):
        sent.thinking.asked(told(match_id=match_id), now_ms=0)
    await asyncio.sleep(0)  # all of them wait for the one thread
    sent.thinking.over(match_pb2.Over(match_id="n", seats=[match_pb2.Seat(seat="black")]))
    sent.thinking.asked(told(2, match_id="o"), now_ms=0)
    may_go_on.set()
    assert [(await sent.next()).match_id for _ in range(2)] == ["m", "o"]
    assert chosen == [("m", 1), ("o", 2)]


async def test_what_is_asked_on_a_new_stream_while_it_is_thought_about_is_thought_about_once() -> None:
    chosen, may_go_on = [], threading.Event()

    def choose(decision: Decision) -> str:
        chosen.append(decision.version)
        may_go_on.wait(PATIENCE_S)
        return MOVES[0]

    sent = Sent(choose)
    sent.thinking.asked(told(), now_ms=0)
    sent.thinking.asked(told(), now_ms=0)
    may_go_on.set()
    await sent.next()
    assert chosen == [1]
    # Asked once more, the answer has not come to the platform.
    sent.thinking.asked(told(), now_ms=0)
    assert (await sent.next()).view_version == 1


async def test_a_match_that_is_over_is_forgotten() -> None:
    sent = Sent(lambda _: MOVES[0])
    sent.thinking.asked(told(), now_ms=0)
    await sent.next()
    sent.thinking.over(match_pb2.Over(match_id="m", seats=[match_pb2.Seat(seat="black")]))
    sent.thinking.refused(refusal("move/illegal"))
    await asyncio.sleep(0)
    assert sent.nothing_more()
