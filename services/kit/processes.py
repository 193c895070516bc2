"""How the processes are that `redscience up` has started: whether they are ready, and what they tell of themselves.

`redscience status` and the page for Admins both look here.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from socket import create_connection
from types import MappingProxyType
from typing import Any

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc
from prometheus_client.parser import text_string_to_metric_families

from redscience.client.channels import DIRECT
from redscience.client.discovery import opener_to
from services.kit.readiness import NEEDS

_ANSWER_S = 2.0
_AT_ONCE = 16
_GATEWAY, _NATS = "gateway", "nats"
_STOPPED = frozenset("TtZX")
"""States of processes that run no more, or not now, as Linux has them."""

Samples = Mapping[str, float]
"""The sum of the samples of each name, whatever their labels."""


def _mean_ms(of: str) -> Callable[[Samples], float]:
    return lambda samples: 1000 * samples[f"{of}_sum"] / (samples[f"{of}_count"] or 1)


FIGURES: Mapping[str, Callable[[Samples], float]] = MappingProxyType(
    {
        "calls": lambda samples: samples["redscience_rpc_seconds_count"],
        "a call, ms": _mean_ms("redscience_rpc_seconds"),
        "pages": lambda samples: samples["redscience_http_seconds_count"],
        "a page, ms": _mean_ms("redscience_http_seconds"),
        "streams": lambda samples: samples["redscience_streams_open"],
        "moves, ms": _mean_ms("redscience_move_seconds"),
        "outbox, s": lambda samples: samples["redscience_outbox_oldest_seconds"],
        "backlog": lambda samples: samples["redscience_consumer_pending"],
        "deadlines late, ms": _mean_ms("redscience_deadline_late_seconds"),
        "ratings late, ms": _mean_ms("redscience_rating_late_seconds"),
        "games": lambda samples: samples["redscience_tournament_games_total"],
        "database, ms": _mean_ms("redscience_database_seconds"),
        "database waits, ms": _mean_ms("redscience_database_wait_seconds"),
        "loop late, ms": _mean_ms("redscience_loop_late_seconds"),
    }
)
"""What is shown of a process that tells what it does, since it was started; what is 0 is left out."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A process as it is found.

    Attributes:
        is_ready: whether it answers, and all that it works with does its part.
        lacks: what of that does not: `database`, `bus`.
    """

    name: str
    pid: int
    address: str
    is_ready: bool
    lacks: tuple[str, ...] = ()
    figures: Mapping[str, float] = field(default_factory=dict)


def look(file: Path) -> list[Seen]:
    """How the processes are that their supervisor has noted in a file.

    Raises:
        OSError, ValueError: there is no such file: no platform runs, or it is just being started.
    """
    noted: Mapping[str, Mapping[str, Any]] = json.loads(file.read_text())
    with ThreadPoolExecutor(_AT_ONCE) as threads:
        names = [name for name in noted if name != "supervisor"]
        return list(threads.map(_look, names, map(noted.__getitem__, names)))


def _look(name: str, noted: Mapping[str, Any]) -> Seen:
    address, pid, metrics = str(noted["address"]), int(noted["pid"]), str(noted.get("metrics", ""))
    answers, lacks = _asked(name, address, pid)
    return Seen(name, pid, address, answers and not lacks, lacks, _figures(metrics) if metrics else {})


def _asked(name: str, address: str, pid: int) -> tuple[bool, tuple[str, ...]]:
    """Whether it answers, and what it lacks."""
    if not address:
        return runs(pid), ()
    with suppress(OSError, grpc.RpcError):
        if name == _GATEWAY:
            with _opened(f"http://{address}/healthz"):
                return True, ()
        host, _, port = address.rpartition(":")
        # A channel that cannot connect waits; looking first is quicker.
        with create_connection((host, int(port)), timeout=_ANSWER_S) as connection:
            if name == _NATS:
                # It speaks first: one that is stopped lets others connect, and says nothing.
                connection.settimeout(_ANSWER_S)
                return bool(connection.recv(1)), ()
        with grpc.insecure_channel(address, options=DIRECT) as channel:
            serves = _is_well(channel, "")
            return serves, tuple(need for need in NEEDS if serves and not _is_well(channel, need))
    return False, ()


def _opened(page: str) -> Any:
    """The answer of a page of this machine."""
    return opener_to(page).open(page, timeout=_ANSWER_S)


def runs(pid: int) -> bool:
    """Whether a process runs, as far as the system says: it is there, and not stopped."""
    try:
        said = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return not Path("/proc").exists()
    return said.rpartition(")")[2].split()[0] not in _STOPPED


def _is_well(channel: grpc.Channel, name: str) -> bool:
    """What a process says for the health of something; what it does not know of is well."""
    stub: Any = health_pb2_grpc.HealthStub(channel)
    try:
        answer = stub.Check(health_pb2.HealthCheckRequest(service=name), timeout=_ANSWER_S)
    except grpc.RpcError as error:
        if name and error.code() is grpc.StatusCode.NOT_FOUND:
            return True
        raise
    return bool(answer.status == health_pb2.HealthCheckResponse.SERVING)


def _figures(address: str) -> dict[str, float]:
    """What a process tells of itself; nothing where it does not answer."""
    with suppress(OSError, ValueError):
        with _opened(f"http://{address}/metrics") as answer:
            samples = _samples(answer.read().decode())
        return {name: round(value, 1) for name, figure in FIGURES.items() if (value := figure(samples))}
    return {}


def _samples(text: str) -> Samples:
    samples: dict[str, float] = dict.fromkeys(_names(), 0.0)
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            if sample.name in samples:
                samples[sample.name] += sample.value
    return samples


def _names() -> list[str]:
    timed = ("rpc", "http", "move", "deadline_late", "rating_late", "database", "database_wait", "loop_late")
    sums = [f"redscience_{name}_seconds_{end}" for name in timed for end in ("sum", "count")]
    return [
        *sums,
        "redscience_streams_open",
        "redscience_outbox_oldest_seconds",
        "redscience_consumer_pending",
        "redscience_tournament_games_total",
    ]
