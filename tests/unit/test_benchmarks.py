"""What the benchmarks of the services say: stages read from the traces, and figures beside those of the machine."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from benchmarks.services import busy, idle, peers, watchers
from benchmarks.services.busy import Counted, Load
from benchmarks.services.idle import Idle
from benchmarks.services.report import Yardstick, by_size, spread
from benchmarks.services.stages import Replied, Sent, read_spans, said, stages
from benchmarks.services.watchers import Watched

TRACE = "0af7651916cd43dd8448eb211c80319c"
MS = 1_000_000
CALLS, COMMITS = Yardstick("empty gRPC calls", 2_000.0), Yardstick("bare SQLite commits", 4_000.0)
REPLY = Replied(Sent(100 * MS, TRACE), 130 * MS)


def span(name: str, span_id: str, parent: str, *lasted_ms: int, **noted_ms: int) -> dict[str, Any]:
    """A span from one instant to another, with what is noted in it."""
    start_ms, end_ms = lasted_ms
    return {
        "name": name,
        "trace_id": TRACE,
        "span_id": span_id,
        "parent": parent,
        "start_ns": start_ms * MS,
        "end_ns": end_ms * MS,
        "events": [[name, at_ms * MS] for name, at_ms in noted_ms.items()],
    }


PROGRAM = [
    span("decide", "d", "ours", 110, 111),
    span("ask", "a2", "theirs", 122, 126),
    span("answer", "ours", "outside", 101, 107, judged=103, stored=106),
    span("answer", "theirs", "d", 113, 123, judged=114, stored=121),
    span("ask", "a1", "ours", 107, 108),
]


def test_a_move_and_its_reply_are_split_into_stages() -> None:
    assert stages(PROGRAM, [REPLY]) == [
        (
            {"received": 1, "judged": 2, "stored": 3, "told": 2, "seen": 2},
            {"received": 2, "judged": 1, "stored": 7, "told": 5, "seen": 4},
        )
    ]
    assert REPLY.lasted_ms == 30


def test_whoever_watches_is_told_in_no_trace() -> None:
    call = "redscience.api.match.v1.MatchService/Play"
    trace = [{**each, "name": call} if each["span_id"] == "ours" else each for each in PROGRAM]
    ((_, theirs),) = stages([each for each in trace if each["span_id"] != "a2"], [REPLY])
    assert theirs == {"received": 2, "judged": 1, "stored": 7, "seen": 9}


@pytest.mark.parametrize("lost", ["d", "ours", "theirs"])
def test_a_move_of_which_a_span_is_lost_is_left_out(lost: str) -> None:
    assert stages([each for each in PROGRAM if each["span_id"] != lost], [REPLY]) == []


def test_what_belongs_to_other_traces_is_left_out() -> None:
    assert stages(PROGRAM, [Replied(Sent(100 * MS, ""), 130 * MS)]) == []
    assert stages(PROGRAM, [Replied(Sent(100 * MS, "of a warm-up"), 130 * MS)]) == []


def test_only_a_move_with_a_trace_says_so_to_the_platform() -> None:
    assert Sent(0, "").traceparent == ""
    assert Sent(0, TRACE).traceparent.startswith(f"00-{TRACE}-")
    assert Sent(0, TRACE).traceparent.endswith("-01")


def test_spans_are_read_up_to_one_that_is_being_written(tmp_path: Path) -> None:
    lines = [json.dumps(each) for each in PROGRAM]
    (tmp_path / "chaos.jsonl").write_text(lines[0] + "\n")
    (tmp_path / "match.jsonl.1").write_text(lines[1] + "\n")
    (tmp_path / "match.jsonl").write_text(lines[2] + "\n" + lines[3][:40])
    assert {each["span_id"] for each in read_spans(tmp_path)} == {"d", "a2", "ours"}


def test_stages_are_said_in_their_order() -> None:
    assert list(said(stages(PROGRAM, [REPLY]) * 2)) == [
        "our move until it is seen (2 traced): p50 10.0 ms, p99 10.0 ms",
        "  received p50 1.0 ms, p99 1.0 ms",
        "  judged   p50 2.0 ms, p99 2.0 ms",
        "  stored   p50 3.0 ms, p99 3.0 ms",
        "  told     p50 2.0 ms, p99 2.0 ms",
        "  seen     p50 2.0 ms, p99 2.0 ms",
        "Random's reply until it is seen (2 traced): p50 19.0 ms, p99 19.0 ms",
        "  received p50 2.0 ms, p99 2.0 ms",
        "  judged   p50 1.0 ms, p99 1.0 ms",
        "  stored   p50 7.0 ms, p99 7.0 ms",
        "  told     p50 5.0 ms, p99 5.0 ms",
        "  seen     p50 4.0 ms, p99 4.0 ms",
    ]
    assert list(said([])) == ["no move was traced"]


def test_a_rate_is_said_beside_what_the_machine_gives() -> None:
    assert CALLS.share(500.0) == "of 2000 empty gRPC calls/s: 0.250"


def test_busy_matches_are_said_a_turn() -> None:
    counted = Counted(turns=4_000, replies=[REPLY, REPLY], ended=7, cpu_s={"nats": 0.0, "match": 2.0, "us": 4.0})
    lines = busy.report(Load("Connect4", 20, 10.0, think_ms=250.0, way="unary"), counted, [CALLS, COMMITS])
    assert list(lines) == [
        "20 matches of Connect4, a call a move, thinking 250 ms: 400 turns/s, 7 ended",
        "  of 2000 empty gRPC calls/s: 0.200",
        "  of 4000 bare SQLite commits/s: 0.100",
        "  until a match asks again: p50 30.0 ms, p99 30.0 ms",
        "  CPU a turn, ms: us 1.00, match 0.50",
        "  no move was traced",
    ]


def test_idle_matches_are_said_a_match_and_in_shares_of_a_core() -> None:
    lines = idle.report(Idle(2_000, 10.0, 2_048.0, 5.0, {"match": 0.05, "nats": 0.0}), CALLS)
    assert list(lines) == [
        "2000 matches open and idle: made in 10.0 s, 200 a second",
        "  of 2000 empty gRPC calls/s: 0.100",
        "  memory of match for each: 2.0 KiB",
        "  CPU, % of a core: match 1.00",
    ]


def test_watchers_are_said_until_the_last_is_told() -> None:
    lines = watchers.report(Watched(2, [10.0, 20.0, 30.0, 80.0], [20.0, 80.0], 1_024.0, {"match": 0.5}), CALLS)
    assert list(lines) == [
        "2 watchers of a match, 2 moves: 40 told a second until all are",
        "  of 2000 empty gRPC calls/s: 0.020",
        "  until one is told: p50 25.0 ms, p99 78.5 ms, the last 80.0 ms",
        "  CPU a move and Random's reply, ms: match 250",
        "  memory of match for each stream: 1.0 KiB",
    ]


def test_a_machine_without_node_is_told_what_is_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert peers.boardgameio(tmp_path) == "boardgame.io is left out: node and npm are not on the PATH"


def test_boardgameio_is_left_out_where_npm_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("node", "npm"):
        (tmp_path / name).write_text("#!/bin/sh\nexit 3\n")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "left out" in (line := peers.boardgameio(tmp_path))
    assert "npm" in line
    assert "exit status 3" in line


def test_the_slowest_of_a_hundred_is_one_that_was_measured() -> None:
    assert spread([float(each) for each in range(101)]) == "p50 50.0 ms, p99 99.0 ms"
    assert spread([1.0, 2.0]) == "p50 1.5 ms, p99 2.0 ms"
    assert spread([1.0]) == "too few"


def test_amounts_are_said_from_the_largest_without_nothing() -> None:
    assert by_size({"nats": 0.5, "match": 2.0, "worker": 0.0}, "{:.1f}") == "match 2.0, nats 0.5"
