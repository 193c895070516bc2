"""Where the time of a move goes, by the traces that the platform writes.

A move of ours begins a trace. In it the match service notes when it received the move (the span of the answer, or of
the call, begins), judged it and stored it, and when it told who is to answer (the span "ask" ends); chaos notes when it
has seen that ("decide" begins). Random's reply goes the same way back, and we note when we have seen it.
"""

from __future__ import annotations

import json
import secrets
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.services.report import spread

ONE_IN = 64
WRITTEN_WITHIN_S = 1.0
"""A span is in its file by then."""
STAGES = ("received", "judged", "stored", "told", "seen")
"""In their order. Who watches a match is told in no trace; what that takes is in "seen"."""
_NS_PER_MS = 1_000_000
_OURS = frozenset({"answer", "redscience.api.match.v1.MatchService/Play"})

Span = Mapping[str, Any]
Stages = dict[str, float]
"""How long each stage of a move took, in ms."""


@dataclass(frozen=True, slots=True)
class Sent:
    """A move of ours on its way. Its trace is "" where it has none."""

    at_ns: int
    trace_id: str

    @property
    def traceparent(self) -> str:
        """Says to the platform that it belongs to the trace."""
        return f"00-{self.trace_id}-{secrets.token_hex(8)}-01" if self.trace_id else ""


@dataclass(frozen=True, slots=True)
class Replied:
    """A move of ours, and when we had seen the reply."""

    sent: Sent
    seen_ns: int

    @property
    def lasted_ms(self) -> float:
        """From the one to the other."""
        return (self.seen_ns - self.sent.at_ns) / _NS_PER_MS


def sent_now(*, traced: bool) -> Sent:
    """A move that is sent at this instant."""
    return Sent(time.time_ns(), secrets.token_hex(16) if traced else "")


def read_spans(traces: Path) -> Iterator[Span]:
    """All spans that are in a folder."""
    for file in sorted(traces.glob("*.jsonl*")):
        with file.open() as lines:
            yield from (json.loads(line) for line in lines if line.endswith("\n"))


def stages(spans: Iterable[Span], replies: Iterable[Replied]) -> list[tuple[Stages, Stages]]:
    """The stages of each move of ours that was recorded, and those of Random's reply."""
    wanted = {reply.sent.trace_id: reply for reply in replies if reply.sent.trace_id}
    traces: defaultdict[str, list[Span]] = defaultdict(list)
    for span in spans:
        if span["trace_id"] in wanted:
            traces[span["trace_id"]].append(span)
    return [found for trace_id, trace in traces.items() if (found := _stages(trace, wanted[trace_id]))]


def _stages(trace: Sequence[Span], reply: Replied) -> tuple[Stages, Stages] | None:
    known = {span["span_id"] for span in trace}
    ours = next((span for span in trace if span["name"] in _OURS and span["parent"] not in known), None)
    decided = ours and _child(trace, ours, "decide")
    theirs = decided and _child(trace, decided, "answer")
    if not (ours and decided and theirs):
        return None  # a span was lost
    return (
        _between(reply.sent.at_ns, _moments(trace, ours), decided["start_ns"]),
        _between(decided["end_ns"], _moments(trace, theirs), reply.seen_ns),
    )


def _child(trace: Sequence[Span], parent: Span, name: str) -> Span | None:
    return next((span for span in trace if span["name"] == name and span["parent"] == parent["span_id"]), None)


def _moments(trace: Sequence[Span], move: Span) -> Iterator[tuple[str, int]]:
    yield "received", move["start_ns"]
    yield from ((name, at_ns) for name, at_ns in move["events"])
    asked = _child(trace, move, "ask")
    if asked:
        yield "told", asked["end_ns"]


def _between(sent_ns: int, moments: Iterable[tuple[str, int]], seen_ns: int) -> Stages:
    """How long each stage took since the one before it."""
    lasted, before_ns = dict[str, float](), sent_ns
    for name, at_ns in (*moments, ("seen", seen_ns)):
        lasted[name], before_ns = (at_ns - before_ns) / _NS_PER_MS, at_ns
    return lasted


def said(found: Sequence[tuple[Stages, Stages]]) -> Iterator[str]:
    """What the stages of many moves come to, a line each."""
    if not found:
        yield "no move was traced"
        return
    for whose, moves in zip(("our move", "Random's reply"), zip(*found, strict=True), strict=True):
        yield f"{whose} until it is seen ({len(moves)} traced): {spread([sum(move.values()) for move in moves])}"
        for stage in STAGES:
            lasted = [move[stage] for move in moves if stage in move]
            if lasted:
                yield f"  {stage:8} {spread(lasted)}"
