"""Logs and traces: JSON lines on standard error, finished spans as JSON lines in a file."""

from __future__ import annotations

import json
import logging
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from opentelemetry import context as otel_context
from opentelemetry import trace
from opentelemetry.context import Context
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import ReadableSpan, Span, SpanProcessor, TracerProvider
from opentelemetry.trace import SpanKind
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator
from pythonjsonlogger.json import JsonFormatter

from services.kit.config import Config

TRACEPARENT = "traceparent"
TRACES_LIMIT = 16 * 1024 * 1024
"""Bytes after which the file of traces is set aside as `<name>.1` and begun anew."""

_propagator = TraceContextTextMapPropagator()
_tracer = trace.get_tracer("redscience")


def start(config: Config) -> None:
    """Sets up the logs and traces of this process, once."""
    start_logs(config.service, config.log_level)
    provider = TracerProvider(
        resource=Resource({"service.name": config.service}), shutdown_on_exit=config.traces_file is not None
    )
    if config.traces_file is not None:
        provider.add_span_processor(SpanFile(config.traces_file, config.service))
    trace.set_tracer_provider(provider)


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


def parent_context(header: str) -> Context:
    """The trace context that a `traceparent` names; an empty one where it names none."""
    return _propagator.extract({TRACEPARENT: header}, context=Context())


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
    with _tracer.start_as_current_span(name, context, kind, attributes) as current:
        yield current


def start_span(name: str, kind: SpanKind, *, parent: str) -> trace.Span:
    """Starts a span and leaves the present one as it is. The caller ends it.

    For what lasts: what is done in the course of it is not part of it.
    """
    return _tracer.start_span(name, parent_context(parent), kind)


def enter_span(name: str, kind: SpanKind, *, parent: str) -> trace.Span:
    """Starts a span and makes it the present one for the rest of this task. The caller ends it.

    For a task that is the span: an async generator may be finished by another task, which could not restore the
    context of this one.
    """
    current = start_span(name, kind, parent=parent)
    otel_context.attach(trace.set_span_in_context(current))
    return current


class SpanFile(SpanProcessor):
    """Appends each finished span to a file, a JSON object a line; on a full disk spans are lost, and no more."""

    def __init__(self, path: Path, service: str, limit: int = TRACES_LIMIT) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._path = path
        self._service = service
        self._limit = limit
        self._lock = threading.Lock()
        self._file = path.open("ab", buffering=0)

    def on_start(self, span: Span, parent_context: Context | None = None) -> None:
        """Nothing: a span is written when it ends."""

    def on_end(self, span: ReadableSpan) -> None:
        """Writes the span."""
        line = json.dumps(self._fields(span), ensure_ascii=False, default=str).encode() + b"\n"
        with self._lock, suppress(OSError):
            if self._file.closed:
                return
            if self._file.tell() + len(line) > self._limit:
                self._rotate()
            self._file.write(line)

    def shutdown(self) -> None:
        """Closes the file."""
        with self._lock:
            self._file.close()

    def force_flush(self, timeout_millis: int = 30_000) -> bool:  # noqa: ARG002  # Opentelemetry's signature
        """Nothing waits."""
        return True

    def _rotate(self) -> None:
        self._file.close()
        self._path.replace(self._path.with_name(self._path.name + ".1"))
        self._file = self._path.open("ab", buffering=0)

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
        }
