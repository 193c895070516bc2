"""Each request is a span: the child of what the browser began, so that one trace leads from a click to the end."""

from __future__ import annotations

from contextlib import ExitStack

from flask import Flask, g, request
from opentelemetry.trace import SpanKind

from services.kit import telemetry

UNTRACED = frozenset({"assets.static_file", "assets.favicon", "healthz"})


def trace_requests(app: Flask) -> None:
    """Begins a span before each request, and ends it when the answer begins."""

    @app.before_request
    def begin() -> None:
        if request.endpoint in UNTRACED:
            return
        route = request.url_rule.rule if request.url_rule else "unknown"
        g.span = ExitStack()
        g.span.enter_context(
            telemetry.span(
                f"{request.method} {route}", SpanKind.SERVER, parent=request.headers.get(telemetry.TRACEPARENT, "")
            )
        )

    @app.teardown_request
    def end(error: BaseException | None) -> None:  # noqa: ARG001 - Flask's signature
        if "span" in g:
            g.span.close()
