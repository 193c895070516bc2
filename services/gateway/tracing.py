"""Each request is a span: the child of what the browser began, so that one trace leads from a click to the end."""

from __future__ import annotations

import time
from contextlib import ExitStack

from flask import Flask, Response, g, request
from opentelemetry.trace import SpanKind

from services.kit import metrics, telemetry

UNTRACED = frozenset({"assets.static_file", "assets.favicon", "healthz"})


def trace_requests(app: Flask) -> None:
    """Begins a span before each request, and ends it when the answer begins."""

    @app.before_request
    def begin() -> None:
        if request.endpoint in UNTRACED:
            return
        route = request.url_rule.rule if request.url_rule else "unknown"
        g.route, g.begun_s = route, time.perf_counter()
        g.span = ExitStack()
        g.span.enter_context(
            telemetry.span(
                f"{request.method} {route}", SpanKind.SERVER, parent=request.headers.get(telemetry.TRACEPARENT, "")
            )
        )

    @app.after_request
    def measure(answer: Response) -> Response:
        if "begun_s" in g:
            metrics.HTTP_SECONDS.labels(g.route, answer.status_code).observe(time.perf_counter() - g.begun_s)
        return answer

    @app.teardown_request
    def end(error: BaseException | None) -> None:  # noqa: ARG001 - Flask's signature
        if "span" in g:
            g.span.close()
