"""One trace from the first call to the leaderboard, through every service that has a part in it."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from fixtures.person import Person, eventually, until
from fixtures.platform import Platform
from fixtures.saved_games import rule_set
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.trace import format_trace_id

from redscience.api.match.v1 import match_pb2 as mp
from services.kit import telemetry


@pytest.fixture
def ben(platform: Platform) -> Iterator[Person]:
    with ExitStack() as channels:
        yield Person(platform, f"ben-{time.time_ns()}@example.org", channels)


def test_a_match_is_one_trace(platform: Platform, ben: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(telemetry, "_tracer", TracerProvider(shutdown_on_exit=False).get_tracer("test"))
    game_id = ben.game("Tic-Tac-Toe")
    with telemetry.span("click") as click:
        trace_id = format_trace_id(click.get_span_context().trace_id)
        match = ben.begin(game_id)
        seen = match

        def my_turn_or_end() -> mp.Match | None:
            seen = ben.look(match.id)
            is_mine = seen.viewer in json.loads(seen.view)["acting"]
            return seen if is_mine or seen.status == mp.STATUS_ENDED else None

        while (seen := until(my_turn_or_end)).status == mp.STATUS_RUNNING:
            ben.play(seen, json.loads(seen.view)["legal"][0]["move"])
    until(lambda: ben.standing(game_id))
    # A span is written when it ends, and that of a call after those of what the call did.
    eventually(lambda: is_whole(platform.spans(trace_id)))


def test_a_saved_game_is_measured_in_the_trace_of_saving_it(
    platform: Platform, ben: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(telemetry, "_tracer", TracerProvider(shutdown_on_exit=False).get_tracer("test"))
    with telemetry.span("click") as click:
        trace_id = format_trace_id(click.get_span_context().trace_id)
        game = ben.save(rule_set("Measured", width=7, height=5))
    until(lambda: ben.saved(game.name).turns)
    facts = {("match", "consume redscience.rules.saved.v1"), ("rules", "consume redscience.match.measured.v1")}
    until(lambda: facts <= {(span["service"], span["name"]) for span in platform.spans(trace_id)})


def is_whole(trace: list[dict[str, Any]]) -> None:
    assert [span["name"] for span in trace if span["service"] == "rating" and span["kind"] == "consumer"] == [
        "consume redscience.match.ended.v1"
    ]
    # What the rules service says of a game is remembered for a while.
    assert {span["service"] for span in trace} | {"rules"} == {"rules", "match", "chaos", "rating"}
    known = {span["span_id"] for span in trace}
    outside = {span["parent"] for span in trace} - known
    assert {span["name"] for span in trace if span["parent"] in outside} <= {
        f"redscience.api.match.v1.MatchService/{method}" for method in ("Create", "Get", "Play")
    }
    assert all(span["status"] != "error" for span in trace)
    # Of each move, when it was judged and when it was durable; then whoever is to answer it is asked.
    moves = [span for span in trace if span["name"] in {"answer", "redscience.api.match.v1.MatchService/Play"}]
    assert {tuple(name for name, _ in move["events"]) for move in moves} == {("judged", "stored")}
    asked = {span["parent"] for span in trace if span["name"] == "ask"}
    assert {span["parent"] for span in trace if span["name"] == "decide"} <= asked
