"""What chaos does with the decisions that it is asked for."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, cast

import pytest
from fixtures.patience import PATIENCE_S

from redscience.api.match.v1 import match_pb2
from redscience.errors import RedscienceError, Unavailable
from services.chaos.choosing import choose, drawing_key
from services.chaos.house.playing import HousePlayers
from services.chaos.playing import Player

KEY = drawing_key("a secret")
MATCH = "01J0000000000000000000TEST"
LEGAL = [f"{x},1" for x in range(1, 8)]
WEIGHTS = [3] * 7


def decision(version: int, legal: Sequence[str] = LEGAL, match_id: str = MATCH) -> match_pb2.Decision:
    weights = WEIGHTS[: len(legal)]
    return match_pb2.Decision(match_id=match_id, seat="white", view_version=version, legal=legal, weights=weights)


def decision_with_view(version: int) -> match_pb2.Decision:
    legal = [{"move": move, "weight": weight} for move, weight in zip(LEGAL, WEIGHTS, strict=True)]
    view = json.dumps({"acting": ["white"], "legal": legal})
    return match_pb2.Decision(match_id=MATCH, seat="white", view_version=version, view=view)


@dataclass
class FakeMatches:
    """A match service that says these messages, on one stream after the other, and hears the answers.

    Attributes:
        streams: what is said on each; a stream ends with its last message, and one that is an error with that.
    """

    streams: list[list[match_pb2.ServeResponse | RedscienceError]]
    heard: list[match_pb2.Answer] = field(default_factory=list)
    opened: int = 0
    are_over: asyncio.Event = field(default_factory=asyncio.Event)

    async def serve(self, requests: AsyncIterator[match_pb2.ServeRequest], /) -> AsyncIterator[match_pb2.ServeResponse]:
        self.opened += 1
        assert (await anext(requests)).telling == match_pb2.TELLING_CHOICES
        if not self.streams:
            self.are_over.set()
            await asyncio.Event().wait()
        for message in self.streams.pop(0):
            if isinstance(message, RedscienceError):
                raise message
            yield message
            is_repeated = any(refusal.retry_after_s for refusal in message.refusals)
            if is_repeated or any(asked.legal or asked.view for asked in message.decisions):
                self.heard += (await anext(requests)).answers


async def played(matches: FakeMatches, monkeypatch: pytest.MonkeyPatch) -> list[match_pb2.Answer]:
    """What was answered on all the streams, once they are over."""
    monkeypatch.setattr("services.chaos.answering.FIRST_PAUSE_S", 0.001)
    playing = asyncio.create_task(Player(matches.serve, KEY).play())
    async with asyncio.timeout(PATIENCE_S):
        await matches.are_over.wait()
    playing.cancel()
    with suppress(asyncio.CancelledError):
        await playing
    return matches.heard


async def test_nobody_waits_for_what_is_said_on_a_stream_that_has_ended() -> None:
    said: list[AsyncIterator[match_pb2.ServeRequest]] = []

    async def serve(requests: AsyncIterator[match_pb2.ServeRequest], /) -> AsyncIterator[match_pb2.ServeResponse]:
        said.append(requests)
        yield match_pb2.ServeResponse()
        raise Unavailable("gone")

    house = HousePlayers(serve, cast("Any", None), cast("Any", None), cast("Any", None))
    for hear in (Player(serve, KEY).answer_all, house.hear):
        with pytest.raises(Unavailable):
            assert [asked async for asked in hear()] == [0]
        async with asyncio.timeout(PATIENCE_S):
            assert len([request async for request in said.pop()]) == 1


async def test_each_decision_is_answered_by_the_draw_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    other = "01J0000000000000000000THER"
    message = match_pb2.ServeResponse(decisions=[decision(7), decision(8), decision(7, match_id=other)])
    heard = await played(FakeMatches([[message]]), monkeypatch)
    assert [(answer.match_id, answer.seat, answer.view_version) for answer in heard] == [
        (MATCH, "white", 7),
        (MATCH, "white", 8),
        (other, "white", 7),
    ]
    for answer in heard:
        of = {"match_id": answer.match_id, "view_version": answer.view_version}
        assert list(answer.moves) == [choose(LEGAL, WEIGHTS, key=KEY, seat="white", **of)]


async def test_a_view_is_answered_as_its_choices_are(monkeypatch: pytest.MonkeyPatch) -> None:
    messages = [match_pb2.ServeResponse(decisions=[asked]) for asked in (decision(7), decision_with_view(7))]
    first, second = await played(FakeMatches([[messages[0]], [messages[1]]]), monkeypatch)
    assert first == second


async def test_a_decision_that_is_asked_again_is_answered_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    message = match_pb2.ServeResponse(decisions=[decision(7)])
    first, second = await played(FakeMatches([[message], [message]]), monkeypatch)
    assert first == second


async def test_it_goes_on_where_match_does_not_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    message = match_pb2.ServeResponse(decisions=[decision(7)])
    matches = FakeMatches([[Unavailable("Not yet.")], [message, Unavailable("Gone.")], [], [message]])
    assert len(await played(matches, monkeypatch)) == 2
    assert matches.opened >= 4


async def test_a_refusal_and_a_seat_without_a_draw_do_not_stop_the_others(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    refusal = match_pb2.Refusal(match_id=MATCH, seat="white", view_version=6, code="match/stale_view", message="x")
    message = match_pb2.ServeResponse(refusals=[refusal], decisions=[decision(7, legal=[]), decision(8)])
    heard = await played(FakeMatches([[message]]), monkeypatch)
    assert [answer.view_version for answer in heard] == [8]
    assert "can draw nothing" in caplog.text


async def test_an_answer_that_could_not_be_taken_is_given_again(monkeypatch: pytest.MonkeyPatch) -> None:
    loop, pauses = asyncio.get_running_loop(), list[float]()
    call_later = loop.call_later

    def call_soon(seconds: float, *call: Any) -> asyncio.Handle:
        if seconds < 1:
            return call_later(seconds, *call)
        pauses.append(seconds)
        return loop.call_soon(*call)

    monkeypatch.setattr(loop, "call_later", call_soon)
    of = {"match_id": MATCH, "seat": "white", "code": "service/unavailable", "message": "The disk is full."}
    messages = [
        match_pb2.ServeResponse(decisions=[decision(7)]),
        match_pb2.ServeResponse(refusals=[match_pb2.Refusal(view_version=7, retry_after_s=2, **of)]),
        match_pb2.ServeResponse(decisions=[decision(8)]),
        # Of what was answered since, and of a match that is over, nothing is said again.
        match_pb2.ServeResponse(
            refusals=[match_pb2.Refusal(view_version=7, retry_after_s=2, **of)], decisions=[decision(9)]
        ),
        match_pb2.ServeResponse(over=[match_pb2.Over(match_id=MATCH, seats=[match_pb2.Seat(seat="white")])]),
        match_pb2.ServeResponse(
            refusals=[match_pb2.Refusal(view_version=9, retry_after_s=2, **of)], decisions=[decision(10)]
        ),
    ]
    heard = await played(FakeMatches([messages]), monkeypatch)
    assert [answer.view_version for answer in heard] == [7, 7, 8, 9, 10]
    assert heard[0] == heard[1]
    assert pauses == [2]
