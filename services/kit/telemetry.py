"""Logs and traces: JSON lines on standard error, finished spans as such in a file; both to a collector by OTLP."""

from __future__ import annotations

import json
import logging
import os
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Any, BinaryIO

from opentelemetry import context as otel_context
from opentelemetry import trace
from opentelemetry.context import Context
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import ReadableSpan, Span, SpanProcessor, TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor, SpanExporter
from opentelemetry.sdk.trace.sampling import (
    ALWAYS_OFF,
    ALWAYS_ON,
    ParentBased,
    Sampler,
    SamplingResult,
    TraceIdRatioBased,
)
from opentelemetry.trace import Link, SpanKind, TraceState
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator
from opentelemetry.util.types import Attributes
from pythonjsonlogger.json import JsonFormatter

from services.kit.config import Config, ConfigError

TRACEPARENT = "traceparent"
TRACES_LIMIT = 16 * 1024 * 1024
"""Bytes after which the file of traces is set aside as `<name>.1` and begun anew."""

RECORDED_CALLS = 1 / 64
"""The share of calls that are recorded of those that come without a trace; the gateway gives one to each click.

Programs make many calls that are all alike, and to record one costs as much as to judge a move.
"""

_NOT_INSTALLED = "{} names a collector, and what sends to it is not installed. Install it: pip install '.[hosted]'."
SENT = "sent"
"""The name of the handler of logs that sends them."""
_SEND_MS = 3_000
_GOODBYE_S = 0.5
_SPANS_AT_ONCE = 128
_PAUSE_S = 0.5

_encode = json.JSONEncoder(ensure_ascii=False, default=str).encode
_propagator = TraceContextTextMapPropagator()
_tracer = trace.get_tracer("redscience")


def start(config: Config) -> None:
    """Sets up the logs and traces of this process, once.

    Raises:
        ConfigError: traces are to go to a collector, and what sends them is not installed.
    """
    start_logs(config.service, config.log_level)
    recorded = 1.0 if config.service == "gateway" else RECORDED_CALLS
    provider = tracer_provider(config.service, config.traces_file, recorded, exporter_of(os.environ))
    trace.set_tracer_provider(provider)
    sent = sent_logs(config.service, os.environ)
    if sent is not None:
        logging.getLogger().addHandler(sent)


def stop() -> None:
    """Writes what spans wait, and sends what logs: what a collector does not take in a moment is lost."""
    ending = threading.Thread(target=_end, daemon=True)
    ending.start()
    ending.join(_GOODBYE_S)


def _end() -> None:
    provider = trace.get_tracer_provider()
    if isinstance(provider, TracerProvider):
        provider.shutdown()
    for handler in logging.getLogger().handlers:
        if handler.name == SENT:
            handler.close()


def exporter_of(environ: Mapping[str, str]) -> SpanExporter | None:
    """What sends spans to the collector that OpenTelemetry's own variables name; None where they name none.

    Raises:
        ConfigError: it is not installed.
    """
    named = _collector(environ, "TRACES")
    if named is None:
        return None
    try:
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter  # noqa: PLC0415 - an extra
    except ImportError as error:
        raise ConfigError(_NOT_INSTALLED.format(named)) from error
    exporter: SpanExporter = OTLPSpanExporter()  # reads the variables itself
    return exporter


def sent_logs(service: str, environ: Mapping[str, str]) -> logging.Handler | None:
    """The same of logs.

    Raises:
        ConfigError: it is not installed.
    """
    named = _collector(environ, "LOGS")
    if named is None:
        return None
    from services.kit.sent_logs import SentLogs  # noqa: PLC0415 - slow to load, and seldom needed

    try:
        from opentelemetry.exporter.otlp.proto.http._log_exporter import OTLPLogExporter  # noqa: PLC0415 - an extra
    except ImportError as error:
        raise ConfigError(_NOT_INSTALLED.format(named)) from error
    handler = SentLogs(service, OTLPLogExporter())
    handler.name = SENT
    return handler


def _collector(environ: Mapping[str, str], signal: str) -> str | None:
    """The variable that names where traces or logs are sent to; None where they are not sent."""
    if environ.get(f"OTEL_{signal}_EXPORTER", "").strip() == "none":
        return None
    names = ("OTEL_EXPORTER_OTLP_ENDPOINT", f"OTEL_EXPORTER_OTLP_{signal}_ENDPOINT")
    return next((name for name in names if environ.get(name, "").strip()), None)


def tracer_provider(
    service: str, traces_file: Path | None, recorded: float = 1.0, exporter: SpanExporter | None = None
) -> TracerProvider:
    """Records spans in the file, or sends them; else only the ids of traces are made and handed on, as not recorded.

    Args:
        service: by which the spans are named.
        traces_file: JSON lines are appended to it.
        recorded: the share, from 0 to 1, of calls without a trace that is recorded. What belongs to a trace is recorded
            if that is, and what the service does of itself always.
        exporter: spans are sent by it, many at once.
    """
    resource = (
        Resource.create({"service.name": f"redscience-{service}"}) if exporter else Resource({"service.name": service})
    )
    if traces_file is None and exporter is None:
        return TracerProvider(ALWAYS_OFF, resource, shutdown_on_exit=False)
    provider = TracerProvider(ParentBased(_Sampler(recorded)), resource, shutdown_on_exit=False)
    if traces_file is not None:
        provider.add_span_processor(SpanFile(traces_file, service))
    if exporter is not None:
        provider.add_span_processor(BatchSpanProcessor(exporter, export_timeout_millis=_SEND_MS))
    return provider


class _Sampler(Sampler):
    """Whether to record what belongs to no trace: of calls a share, of all else everything."""

    def __init__(self, recorded: float) -> None:
        self._calls = TraceIdRatioBased(recorded)

    def should_sample(  # noqa: PLR0917 - Opentelemetry's signature
        self,
        parent_context: Context | None,
        trace_id: int,
        name: str,
        kind: SpanKind | None = None,
        attributes: Attributes = None,
        links: Sequence[Link] | None = None,
        trace_state: TraceState | None = None,
    ) -> SamplingResult:
        """The decision."""
        sampler = self._calls if kind is SpanKind.SERVER else ALWAYS_ON
        return sampler.should_sample(parent_context, trace_id, name, kind, attributes, links, trace_state)

    def get_description(self) -> str:
        """For people."""
        return f"of calls {self._calls.rate}"


def start_logs(service: str, level: str) -> None:
    """JSON lines on standard error, each with the service and, where there is one, the trace id."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_formatter(service))
    handler.addFilter(_add_trace_id)
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(level.upper())
    # What these say at info is about themselves.
    for chatty in ("alembic", "nats", "asyncio"):
        logging.getLogger(chatty).setLevel(max(logging.WARNING, root.level))


def _formatter(service: str) -> logging.Formatter:
    return JsonFormatter(
        "%(levelname)s %(name)s %(message)s",
        rename_fields={"levelname": "level", "name": "logger"},
        static_fields={"service": service},
        timestamp="at",
    )


def _add_trace_id(record: logging.LogRecord) -> bool:
    span = trace.get_current_span().get_span_context()
    if span.is_valid:
        record.trace_id = trace.format_trace_id(span.trace_id)
    return True


def traceparent() -> str:
    """The present trace context in the W3C form; "" outside a trace."""
    carrier: dict[str, str] = {}
    _propagator.inject(carrier)
    return carrier.get(TRACEPARENT, "")


def recorded_traceparent() -> str:
    """The present trace context if it is recorded, else ""."""
    return traceparent() if trace.get_current_span().get_span_context().trace_flags.sampled else ""


def parent_context(header: str) -> Context:
    """The trace context that a `traceparent` names; an empty one where it names none."""
    return _propagator.extract({TRACEPARENT: header}, context=Context())


def note(what: str) -> None:
    """Notes the instant in the present span, if that is recorded."""
    trace.get_current_span().add_event(what)


@contextmanager
def span(
    name: str,
    kind: SpanKind = SpanKind.INTERNAL,
    *,
    parent: str | None = None,
    attributes: Mapping[str, str] | None = None,
) -> Iterator[trace.Span]:
    """A span around a block: a child of the present one, or of the `traceparent` that is given.

    An error that leaves the block marks the span. The block must begin and end in one task.
    """
    context = None if parent is None else parent_context(parent)
    with trace.use_span(_tracer.start_span(name, context, kind, attributes), end_on_exit=True) as current:
        yield current


def continued(name: str, kind: SpanKind, traceparent: str) -> AbstractContextManager[object]:
    """A span around a block in the trace that is named; nothing where none is."""
    return span(name, kind, parent=traceparent) if traceparent else nullcontext()


def start_span(name: str, kind: SpanKind, *, parent: str) -> trace.Span:
    """Starts a span and leaves the present one as it is. The caller ends it.

    For what lasts: what is done in the course of it is not part of it.
    """
    return _tracer.start_span(name, parent_context(parent) if parent else _NO_CONTEXT, kind)


def enter_span(name: str, kind: SpanKind, *, parent: str) -> trace.Span:
    """Starts a span and makes it the present one for the rest of this task. The caller ends it.

    For a task that is the span: an async generator may be finished by another task, which could not restore the
    context of this one.
    """
    current = start_span(name, kind, parent=parent)
    otel_context.attach(trace.set_span_in_context(current))
    return current


_NO_CONTEXT = Context()


class SpanFile(SpanProcessor):
    """Appends finished spans to a file, a JSON object a line, many in one write.

    A span is written within half a second of its end, and by `shutdown`. When the process is killed those that wait are
    lost, as they are on a full disk; nothing else is.
    """

    def __init__(self, path: Path, service: str, limit: int = TRACES_LIMIT) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._path = path
        self._service = service
        self._limit = limit
        self._waiting: list[ReadableSpan] = []
        self._lock = threading.Lock()
        self._some_wait = threading.Event()
        self._is_closed = threading.Event()
        self._writing = threading.Lock()
        self._file = self._open()
        self._thread = threading.Thread(target=self._keep_writing, name="spans", daemon=True)
        self._thread.start()

    def on_start(self, span: Span, parent_context: Context | None = None) -> None:
        """Nothing: a span is written when it ends."""

    def on_end(self, span: ReadableSpan) -> None:
        """Has the span written soon."""
        if self._is_closed.is_set():
            return
        with self._lock:
            self._waiting.append(span)
            waiting = len(self._waiting)
        if waiting == 1:
            self._some_wait.set()
        if waiting >= _SPANS_AT_ONCE:
            self.force_flush()

    def shutdown(self) -> None:
        """Writes what waits, and closes the file. What ends afterwards is lost."""
        self._is_closed.set()
        self._some_wait.set()
        self._thread.join()
        self.force_flush()  # it may have begun after all was over
        with self._writing, suppress(OSError):
            self._file.close()

    def force_flush(self, timeout_millis: int = 30_000) -> bool:  # noqa: ARG002  # Opentelemetry's signature
        """Writes what waits."""
        with self._lock:
            spans, self._waiting = self._waiting, []
        lines = [_encode(self._fields(span)).encode() + b"\n" for span in spans]
        with self._writing, suppress(OSError):
            if not self._file.closed:
                for line in lines:
                    self._append(line)
                self._file.flush()
        return True

    def _keep_writing(self) -> None:
        while not self._is_closed.is_set():
            self._some_wait.wait()
            self._some_wait.clear()
            self._is_closed.wait(_PAUSE_S)
            self.force_flush()

    def _append(self, line: bytes) -> None:
        if self._size + len(line) > self._limit:
            self._rotate()
        self._size += self._file.write(line)

    def _rotate(self) -> None:
        self._file.flush()
        self._path.replace(self._path.with_name(self._path.name + ".1"))
        full, self._file = self._file, self._open()
        full.close()

    def _open(self) -> BinaryIO:
        file = self._path.open("ab")
        self._size = file.tell()
        return file

    def _fields(self, span: ReadableSpan) -> dict[str, Any]:
        context = span.get_span_context()
        return {
            "name": span.name,
            "service": self._service,
            "trace_id": trace.format_trace_id(context.trace_id) if context else "",
            "span_id": trace.format_span_id(context.span_id) if context else "",
            "parent": trace.format_span_id(span.parent.span_id) if span.parent else "",
            "kind": span.kind.name.lower(),
            "start_ns": span.start_time,
            "end_ns": span.end_time,
            "status": span.status.status_code.name.lower(),
            "attributes": dict(span.attributes or {}),
            "events": [[event.name, event.timestamp] for event in span.events],
        }
