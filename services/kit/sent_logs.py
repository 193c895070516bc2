"""Logs to a collector by OTLP: what standard error has of each line, and nothing else, with the trace it belongs to."""

from __future__ import annotations

import logging
from typing import Any

from opentelemetry import context
from opentelemetry._logs import LogRecord, SeverityNumber
from opentelemetry.sdk._logs import LoggerProvider
from opentelemetry.sdk._logs.export import BatchLogRecordProcessor, LogRecordExporter
from opentelemetry.sdk.resources import Resource
from pythonjsonlogger.core import RESERVED_ATTRS, merge_record_extra

_SEND_MS = 3_000
_RESERVED = {*RESERVED_ATTRS, "taskName", "trace_id"}
"""What is no field of a line, and the trace id, which what is sent has of itself."""
_SEVERITIES = (
    (logging.CRITICAL, SeverityNumber.FATAL),
    (logging.ERROR, SeverityNumber.ERROR),
    (logging.WARNING, SeverityNumber.WARN),
    (logging.INFO, SeverityNumber.INFO),
    (logging.DEBUG, SeverityNumber.DEBUG),
)
_PLAIN = (str, bool, int, float)


class SentLogs(logging.Handler):
    """Sends what is logged, many lines at once and never in the way: what a collector does not take is lost.

    Args:
        service: by which they are named.
        exporter: sends them.
    """

    def __init__(self, service: str, exporter: LogRecordExporter) -> None:
        super().__init__()
        resource = Resource.create({"service.name": f"redscience-{service}"})
        self._provider = LoggerProvider(resource, shutdown_on_exit=False)
        self._is_closed = False
        self._provider.add_log_record_processor(BatchLogRecordProcessor(exporter, export_timeout_millis=_SEND_MS))
        self._logger = self._provider.get_logger("redscience")
        self._formatter = logging.Formatter()

    def emit(self, record: logging.LogRecord) -> None:
        """Has a line sent soon."""
        if record.name.startswith("opentelemetry"):
            return  # that something could not be sent is not sent
        self._logger.emit(
            LogRecord(
                timestamp=int(record.created * 1e9),
                context=context.get_current(),
                severity_text=record.levelname,
                severity_number=next((number for level, number in _SEVERITIES if record.levelno >= level), None),
                body=record.getMessage(),
                attributes=self._attributes(record),
            )
        )

    def close(self) -> None:
        """Sends what waits, once. What is logged afterwards is not sent."""
        super().close()
        if not self._is_closed:
            self._is_closed = True
            self._provider.shutdown()

    def _attributes(self, record: logging.LogRecord) -> dict[str, Any]:
        said = merge_record_extra(record, {}, reserved=_RESERVED)
        if record.exc_info:
            said["exception.stacktrace"] = self._formatter.formatException(record.exc_info)
        plain = {name: value if isinstance(value, _PLAIN) else str(value) for name, value in said.items()}
        return {"logger": record.name, **plain}
