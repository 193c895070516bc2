"""Logs and spans as JSON lines, tied together by the trace."""

from __future__ import annotations

import io
import json
import logging
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from fixtures.patience import PATIENCE_S
from opentelemetry import trace
from opentelemetry.sdk._logs.export import InMemoryLogRecordExporter
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SpanExportResult
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import SpanKind

from services.kit import telemetry
from services.kit.config import ConfigError
from services.kit.sent_logs import SentLogs
from services.kit.telemetry import SpanFile

TRACE_ID = "0af7651916cd43dd8448eb211c80319c"
TRACEPARENT = f"00-{TRACE_ID}-b7ad6b7169203331-01"


@pytest.fixture
def spans(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    file = tmp_path / "traces" / "match.jsonl"
    provider = TracerProvider(shutdown_on_exit=False)
    provider.add_span_processor(SpanFile(file, "match", limit=2_000))
    use(provider, monkeypatch)
    yield file
    provider.shutdown()


def use(provider: TracerProvider, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(telemetry, "_tracer", provider.get_tracer("test"))
    monkeypatch.setattr(trace, "get_tracer_provider", lambda: provider)


def lines(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text().splitlines()]


def written(file: Path) -> list[dict[str, Any]]:
    telemetry.stop()
    return lines(file)


def test_a_span_is_a_line_under_its_parent(spans: Path) -> None:
    with (
        telemetry.span("play", SpanKind.SERVER, parent=TRACEPARENT, attributes={"match.id": "01M"}),
        telemetry.span("store"),
    ):
        header = telemetry.traceparent()
    inner, outer = written(spans)
    assert (outer["name"], outer["trace_id"], outer["parent"]) == ("play", TRACE_ID, "b7ad6b7169203331")
    assert (outer["service"], outer["kind"], outer["attributes"]) == ("match", "server", {"match.id": "01M"})
    assert (inner["trace_id"], inner["parent"]) == (TRACE_ID, outer["span_id"])
    assert header == f"00-{TRACE_ID}-{inner['span_id']}-01"
    assert outer["start_ns"] <= inner["start_ns"] <= inner["end_ns"] <= outer["end_ns"]


def test_what_waits_is_written_by_a_thread_that_begins_late(spans: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    late = TracerProvider(shutdown_on_exit=False)
    closed = threading.Event()

    class LateFile(SpanFile):
        def _keep_writing(self) -> None:
            closed.wait()
            super()._keep_writing()

        def shutdown(self) -> None:
            threading.Timer(0.05, closed.set).start()
            super().shutdown()

    late.add_span_processor(LateFile(spans, "match"))
    use(late, monkeypatch)
    with telemetry.span("play"):
        pass
    assert [span["name"] for span in written(spans)] == ["play"]


def test_what_is_noted_stands_in_the_present_span(spans: Path) -> None:
    telemetry.note("outside")
    with telemetry.span("play"):
        with telemetry.span("store"):
            telemetry.note("begun")
            telemetry.note("durable")
        telemetry.note("told")
    inner, outer = written(spans)
    assert [name for name, _ in inner["events"]] == ["begun", "durable"]
    assert [name for name, _ in outer["events"]] == ["told"]
    (_, begun_ns), (_, durable_ns) = inner["events"]
    assert inner["start_ns"] <= begun_ns <= durable_ns <= inner["end_ns"]


def test_an_error_marks_its_span(spans: Path) -> None:
    with pytest.raises(ValueError, match="no"), telemetry.span("play"):
        raise ValueError("no")
    assert [line["status"] for line in written(spans)] == ["error"]


def test_what_names_no_parent_begins_a_trace(spans: Path) -> None:
    for header in ("", "nonsense", "00-0-0-00"):
        with telemetry.span("play", parent=header):
            pass
    begun = written(spans)
    assert [line["parent"] for line in begun] == ["", "", ""]
    assert len({line["trace_id"] for line in begun}) == 3
    assert telemetry.traceparent() == ""


def test_the_file_of_spans_stays_within_bounds(spans: Path) -> None:
    for number in range(40):
        with telemetry.span(f"span {number}"):
            pass
    telemetry.stop()
    kept = lines(spans.with_name("match.jsonl.1")) + lines(spans)
    assert spans.stat().st_size <= 2_000
    assert spans.with_name("match.jsonl.1").stat().st_size <= 2_000
    assert kept[-1]["name"] == "span 39"


def test_spans_are_written_soon_also_if_nothing_follows(spans: Path) -> None:
    for name in ("first", "second"):
        with telemetry.span(name):
            pass
        deadline = time.monotonic() + PATIENCE_S
        while name not in spans.read_text() and time.monotonic() < deadline:
            time.sleep(0.01)
    assert [line["name"] for line in lines(spans)] == ["first", "second"]


def test_many_spans_are_written_at_once_and_none_is_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(telemetry, "_PAUSE_S", PATIENCE_S)
    file = tmp_path / "match.jsonl"
    use(telemetry.tracer_provider("match", file), monkeypatch)
    sizes = []
    for number in range(300):
        with telemetry.span(f"span {number}"):
            pass
        sizes.append(file.stat().st_size)
    assert len(set(sizes)) == 3
    assert [line["name"] for line in written(file)] == [f"span {number}" for number in range(300)]


def test_spans_that_end_after_the_end_are_lost(spans: Path) -> None:
    with telemetry.span("late"):
        telemetry.stop()
    telemetry.stop()
    assert spans.read_text() == ""


def test_of_calls_without_a_trace_a_share_is_recorded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "match.jsonl"
    use(telemetry.tracer_provider("match", file, 0.25), monkeypatch)
    for _ in range(400):
        with telemetry.span("call", SpanKind.SERVER):
            assert telemetry.traceparent()
    # One run in 10¹⁰ is farther off.
    assert 45 <= len(written(file)) <= 160


def test_a_trace_is_recorded_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "match.jsonl"
    use(telemetry.tracer_provider("match", file, 0.0), monkeypatch)
    with telemetry.span("play", SpanKind.SERVER, parent=TRACEPARENT), telemetry.span("store"):
        assert telemetry.recorded_traceparent() == telemetry.traceparent() != ""
    for unrecorded in ({}, {"parent": TRACEPARENT.removesuffix("01") + "00"}):
        with telemetry.span("play", SpanKind.SERVER, **unrecorded), telemetry.span("store"):
            assert telemetry.recorded_traceparent() == ""
    with telemetry.span("sweep"):
        pass
    assert [line["name"] for line in written(file)] == ["store", "play", "sweep"]


def test_without_a_file_a_trace_is_handed_on_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    use(telemetry.tracer_provider("match", None), monkeypatch)
    with telemetry.span("play", parent=TRACEPARENT) as play, telemetry.span("store"):
        handed_on = telemetry.traceparent()
    with telemetry.span("of its own"):
        begun = telemetry.traceparent()
    assert not play.is_recording()
    assert handed_on.split("-")[1] == TRACE_ID
    assert begun.split("-")[1] not in ("", TRACE_ID)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no disk that is always full")
def test_a_full_disk_costs_spans_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    provider = TracerProvider(shutdown_on_exit=False)
    provider.add_span_processor(SpanFile(Path("/dev/full"), "match"))
    monkeypatch.setattr(telemetry, "_tracer", provider.get_tracer("test"))
    with telemetry.span("play"):
        played = telemetry.traceparent()
    provider.shutdown()
    assert played


def test_a_log_line_is_json_with_service_and_trace(monkeypatch: pytest.MonkeyPatch, spans: Path) -> None:
    stderr = io.StringIO()
    root = logging.getLogger()
    monkeypatch.setattr(sys, "stderr", stderr)
    monkeypatch.setattr(root, "handlers", [])
    monkeypatch.setattr(root, "level", root.level)
    telemetry.start_logs("match", "info")
    log = logging.getLogger("test")
    log.info("outside")
    with telemetry.span("play", parent=TRACEPARENT):
        log.warning("inside", extra={"match": "01M"})
    try:
        int("no number")
    except ValueError:
        log.exception("failed")
    log.debug("not said")
    outside, inside, failed = (json.loads(line) for line in stderr.getvalue().splitlines())
    assert (outside["message"], outside["service"], outside["level"]) == ("outside", "match", "INFO")
    assert "trace_id" not in outside
    assert (inside["trace_id"], inside["match"]) == (TRACE_ID, "01M")
    assert "ValueError: invalid literal" in failed["exc_info"]
    assert spans.exists()


def test_who_names_a_collector_needs_what_sends_to_it(monkeypatch: pytest.MonkeyPatch) -> None:
    assert telemetry.exporter_of({"OTEL_EXPORTER_OTLP_ENDPOINT": " "}) is None
    monkeypatch.setitem(sys.modules, "opentelemetry.exporter.otlp.proto.http.trace_exporter", None)
    with pytest.raises(ConfigError, match=r"OTEL_EXPORTER_OTLP_ENDPOINT .* pip install '\.\[hosted\]'"):
        telemetry.exporter_of({"OTEL_EXPORTER_OTLP_ENDPOINT": "http://collector:4318"})


def test_spans_are_sent_where_there_is_a_collector() -> None:
    exporter = InMemorySpanExporter()
    provider = telemetry.tracer_provider("match", None, exporter=exporter)
    with provider.get_tracer("test").start_as_current_span("work"):
        pass
    provider.shutdown()
    (sent,) = exporter.get_finished_spans()
    assert (sent.name, sent.resource.attributes["service.name"]) == ("work", "redscience-match")


def test_logs_are_sent_as_they_are_written_and_in_their_trace(monkeypatch: pytest.MonkeyPatch, spans: Path) -> None:
    sent, stderr, root, log = InMemoryLogRecordExporter(), io.StringIO(), logging.getLogger(), logging.getLogger("test")
    monkeypatch.setattr(sys, "stderr", stderr)
    monkeypatch.setattr(root, "handlers", [])
    monkeypatch.setattr(root, "level", root.level)
    telemetry.start_logs("match", "info")
    handler = SentLogs("match", sent)
    handler.name = telemetry.SENT
    root.addHandler(handler)
    with telemetry.span("play", parent=TRACEPARENT):
        log.warning("kept %s", "back", extra={"match": "01M", "seats": ["black"], "given_ms": 7})
    try:
        int("no number")
    except ValueError:
        log.exception("failed")
    log.debug("not said")
    logging.getLogger("opentelemetry.exporter").error("nobody takes it")
    telemetry.stop()
    handler.close()  # as Python does once more at its end
    lines = [json.loads(line) for line in stderr.getvalue().splitlines()]
    kept, failed = sent.get_finished_logs()
    assert trace.format_trace_id(kept.log_record.trace_id) == lines[0]["trace_id"] == TRACE_ID
    assert (kept.log_record.body, kept.log_record.severity_text) == ("kept back", "WARNING")
    assert kept.resource.attributes["service.name"] == "redscience-match"
    assert kept.log_record.attributes == {"logger": "test", "match": "01M", "seats": "['black']", "given_ms": 7}
    assert set(kept.log_record.attributes) <= set(lines[0])
    assert failed.log_record.attributes == {"logger": "test", "exception.stacktrace": lines[1]["exc_info"]}
    assert spans.exists()


class Away(InMemorySpanExporter):
    """A collector that takes nothing."""

    def __init__(self) -> None:
        super().__init__()
        self.is_back = threading.Event()

    def export(self, spans: Sequence[ReadableSpan]) -> SpanExportResult:
        """Waits for it."""
        self.is_back.wait()
        return super().export(spans)


def test_a_collector_that_is_away_holds_up_no_end(monkeypatch: pytest.MonkeyPatch) -> None:
    collector = Away()
    provider = telemetry.tracer_provider("match", None, exporter=collector)
    monkeypatch.setattr(trace, "get_tracer_provider", lambda: provider)
    with provider.get_tracer("test").start_as_current_span("work"):
        pass
    telemetry.stop()
    assert not collector.is_back.is_set()
    collector.is_back.set()


def test_logs_are_sent_where_their_collector_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    everything = {"OTEL_EXPORTER_OTLP_ENDPOINT": "http://collector:4318"}
    assert telemetry.sent_logs("match", {}) is None
    assert telemetry.sent_logs("match", {"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": "http://collector:4318"}) is None
    assert telemetry.sent_logs("match", everything | {"OTEL_LOGS_EXPORTER": "none"}) is None
    assert telemetry.exporter_of(everything | {"OTEL_TRACES_EXPORTER": "none"}) is None
    handler = telemetry.sent_logs("match", everything)
    assert isinstance(handler, SentLogs)
    handler.close()
    monkeypatch.setitem(sys.modules, "opentelemetry.exporter.otlp.proto.http._log_exporter", None)
    with pytest.raises(ConfigError, match=r"LOGS_ENDPOINT .* pip install '\.\[hosted\]'"):
        telemetry.sent_logs("match", {"OTEL_EXPORTER_OTLP_LOGS_ENDPOINT": "http://collector:4318"})
