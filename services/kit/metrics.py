"""What Prometheus is told of this process, and whether it lives.

Labels are few and of the program: methods, routes, stages, names of consumers. No player, match or address is one.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Thread
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

from prometheus_client import REGISTRY, Counter, Gauge, Histogram, make_wsgi_app
from prometheus_client.metrics import MetricWrapperBase

_QUICK = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
_SLOW = (0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 15.0, 60.0, 300.0)

RPC_SECONDS = Histogram(
    "redscience_rpc_seconds", "How long calls took, by method and outcome.", ("method", "outcome"), buckets=_QUICK
)
HTTP_SECONDS = Histogram(
    "redscience_http_seconds",
    "How long answers took to make, by route and status.",
    ("route", "status"),
    buckets=_QUICK,
)
STREAMS_OPEN = Gauge("redscience_streams_open", "Streams that are open: `rpc`, or `events` of pages.", ("of",))
MOVE_SECONDS = Histogram(
    "redscience_move_seconds",
    "How long after its receipt a change of a match had come so far.",
    ("stage",),
    buckets=_QUICK,
)
READY = Gauge("redscience_ready", "Whether what the process works with does its part: `database`, `bus`.", ("of",))
OUTBOX_ROWS = Gauge("redscience_outbox_rows", "Facts that the last look found waiting in the outbox: 64 at most.")
OUTBOX_OLDEST_SECONDS = Gauge("redscience_outbox_oldest_seconds", "How long the oldest of them had waited.")
CONSUMER_PENDING = Gauge("redscience_consumer_pending", "Facts that a consumer has not been given yet.", ("consumer",))
DEADLINE_LATE_SECONDS = Histogram(
    "redscience_deadline_late_seconds", "How long after it was due a turn was handed to the worker.", buckets=_SLOW
)
RATING_LATE_SECONDS = Histogram(
    "redscience_rating_late_seconds", "How long after its end a match was rated.", buckets=_SLOW
)
MAILS = Counter(
    "redscience_mails",
    "Mails by what became of them: `sent`; `refused` by the server; `failed` where it could not be asked; `late`.",
    ("outcome",),
)
TOURNAMENT_GAMES = Counter("redscience_tournament_games", "Games of tournaments that were counted.")
TOURNAMENT_BLOCKS = Gauge(
    "redscience_tournament_blocks",
    "Blocks of games that are handed out and not counted: `waiting` for a worker, `playing`, or `matches` of bots.",
    ("state",),
)
DATABASE_SECONDS = Histogram(
    "redscience_database_seconds", "How long units of work took, their waiting among it.", ("kind",), buckets=_QUICK
)
DATABASE_WAIT_SECONDS = Histogram(
    "redscience_database_wait_seconds",
    "How long units of work waited for a thread, a connection, a lock, before they began.",
    ("kind",),
    buckets=_QUICK,
)
LOOP_LATE_SECONDS = Histogram(
    "redscience_loop_late_seconds",
    "How much later than meant the event loop came round, twice a second.",
    buckets=_QUICK,
)

_METRICS: tuple[MetricWrapperBase, ...] = (
    RPC_SECONDS,
    HTTP_SECONDS,
    STREAMS_OPEN,
    MOVE_SECONDS,
    READY,
    OUTBOX_ROWS,
    OUTBOX_OLDEST_SECONDS,
    CONSUMER_PENDING,
    DEADLINE_LATE_SECONDS,
    RATING_LATE_SECONDS,
    MAILS,
    TOURNAMENT_GAMES,
    TOURNAMENT_BLOCKS,
    DATABASE_SECONDS,
    DATABASE_WAIT_SECONDS,
    LOOP_LATE_SECONDS,
)
NAMES = frozenset(family.name for metric in _METRICS for family in metric.describe())
"""The names of all, as alerts and dashboards use them; those of histograms without their endings."""

_BEAT_S = 0.5
_DEAD_S = 10.0


@dataclass(slots=True)
class Pulse:
    """When the process last did what it does all the time.

    Attributes:
        beat_s: by a monotonic clock; None before the first.
    """

    beat_s: float | None = None

    def beat(self) -> None:
        """It does it now."""
        self.beat_s = time.monotonic()

    @property
    def is_alive(self) -> bool:
        """Whether that was a short while ago."""
        return self.beat_s is not None and time.monotonic() - self.beat_s < _DEAD_S


PULSE = Pulse()
"""That of this process."""


async def keep_beating() -> None:
    """Has the event loop beat, and measures how late it comes round; until cancelled."""
    while True:
        PULSE.beat()
        begun_s = time.perf_counter()
        await asyncio.sleep(_BEAT_S)
        LOOP_LATE_SECONDS.observe(max(0.0, time.perf_counter() - begun_s - _BEAT_S))


@contextmanager
def timed(kind: str) -> Iterator[None]:
    """Measures a unit of work of the database."""
    begun_s = time.perf_counter()
    try:
        yield
    finally:
        DATABASE_SECONDS.labels(kind).observe(time.perf_counter() - begun_s)


def waiting(kind: str) -> Callable[[], None]:
    """Measures how long a unit of work waits: until what is returned is called."""
    begun_s = time.perf_counter()
    return lambda: DATABASE_WAIT_SECONDS.labels(kind).observe(time.perf_counter() - begun_s)


def serve(address: str) -> Callable[[], None]:
    """Answers `/metrics` and `/livez` at an address, in a thread; nothing where it is "". Returns how to stop.

    Raises:
        OSError: the address cannot be used.
    """
    if not address:
        return _nothing
    host, _, port = address.rpartition(":")
    try:
        server = make_server(host.strip("[]"), int(port), _answer, WSGIServer, _Silent)
    except OSError as error:
        raise OSError(f"Nothing can listen on {address} for metrics: {error.strerror}.") from None
    Thread(target=server.serve_forever, name="metrics", daemon=True).start()

    def stop() -> None:
        server.shutdown()
        server.server_close()

    return stop


def _nothing() -> None:
    pass


class _Silent(WSGIRequestHandler):
    timeout = 5  # who connects and says nothing holds up the next

    def log_message(self, *_: object) -> None:
        """Says nothing: it is asked every few seconds."""


_metrics = make_wsgi_app(REGISTRY)


def _answer(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    path = environ.get("PATH_INFO")
    if path == "/metrics":
        answer: Iterable[bytes] = _metrics(environ, start_response)
        return answer
    status = "404 Not Found"
    if path == "/livez":
        status = "200 OK" if PULSE.is_alive else "503 Service Unavailable"
    start_response(status, [("Content-Type", "text/plain")])
    return [f"{status.partition(' ')[2].lower()}\n".encode()]
