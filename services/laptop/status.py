"""How the platform on this machine is: `python -m services.laptop.status [--state DIR] [--json]`."""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import urllib.request
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any

from prometheus_client.parser import text_string_to_metric_families

from services.laptop.plan import Probe
from services.laptop.probes import is_ready

_ANSWER_S = 2.0
_NOT_READY, _NOT_THERE = 1, 2
_PROBES: Mapping[str, Probe] = MappingProxyType({"gateway": Probe.HTTP, "nats": Probe.TCP})

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
        "facts to come": lambda samples: samples["redscience_consumer_pending"],
        "deadlines late, ms": _mean_ms("redscience_deadline_late_seconds"),
        "ratings late, ms": _mean_ms("redscience_rating_late_seconds"),
        "database, ms": _mean_ms("redscience_database_seconds"),
        "loop late, ms": _mean_ms("redscience_loop_late_seconds"),
    }
)
"""What is shown of a process that tells what it does, since it was started; what is 0 is left out."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A process as it is found."""

    name: str
    pid: int
    address: str
    is_ready: bool
    figures: Mapping[str, float] = field(default_factory=dict)


async def look(noted: Mapping[str, Mapping[str, Any]]) -> list[Seen]:
    """How the processes are that were noted by their supervisor."""
    return list(await asyncio.gather(*(_look(name, each) for name, each in noted.items() if name != "supervisor")))


async def _look(name: str, noted: Mapping[str, Any]) -> Seen:
    address = str(noted["address"])
    probe = _PROBES.get(name, Probe.GRPC if address else Probe.NONE)
    ready = await is_ready(probe, address) if address else _lives(int(noted["pid"]))
    metrics = str(noted.get("metrics", ""))
    figures = await asyncio.to_thread(_figures, metrics) if metrics else {}
    return Seen(name, int(noted["pid"]), address, ready, figures)


def _lives(pid: int) -> bool:
    return Path(f"/proc/{pid}").exists() or not Path("/proc").exists()


def _figures(address: str) -> dict[str, float]:
    """What a process tells of itself; nothing where it does not answer."""
    with suppress(OSError, ValueError):
        with urllib.request.urlopen(f"http://{address}/metrics", timeout=_ANSWER_S) as answer:
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
    timed = ("rpc", "http", "move", "deadline_late", "rating_late", "database", "loop_late")
    sums = [f"redscience_{name}_seconds_{end}" for name in timed for end in ("sum", "count")]
    return [*sums, "redscience_streams_open", "redscience_outbox_oldest_seconds", "redscience_consumer_pending"]


def shown(seen: list[Seen]) -> str:
    """For people: a line a process."""
    wide = max(len(each.name) for each in seen)
    return "\n".join(_line(each, wide) for each in seen)


def _line(seen: Seen, wide: int) -> str:
    figures = ", ".join(f"{name} {value:g}" for name, value in seen.figures.items())
    words = "ready" if seen.is_ready else "NOT READY"
    return f"{seen.name:{wide}}  {words:9}  {seen.pid:7}  {seen.address:21}  {figures}".rstrip()


def main(arguments: list[str]) -> int:
    """Says how all is; returns 0 where all is ready, 1 where something is not, 2 where nothing runs."""
    parser = argparse.ArgumentParser("redscience status", description="Says how the platform on this machine is.")
    parser.add_argument("--state", type=Path, default=Path(".state"), help="folder of the platform (.state)")
    parser.add_argument("--json", action="store_true", help="for programs")
    given = parser.parse_args(arguments)
    try:
        noted = json.loads((given.state / "processes.json").read_text())
    except (OSError, ValueError):
        sys.stderr.write(f"No platform runs in {given.state}. Start one with redscience up, or name its --state.\n")
        return _NOT_THERE
    seen = asyncio.run(look(noted))
    print(json.dumps([asdict(each) for each in seen], indent=2) if given.json else shown(seen))
    return 0 if all(each.is_ready for each in seen) else _NOT_READY


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
