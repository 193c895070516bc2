"""Many matches at once on the whole platform: what a turn costs."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmarks.services.busy import Load, measured
from benchmarks.services.platform import running
from benchmarks.services.report import spread

HEADER = (
    "matches at once",
    "turns/s",
    "CPU of match a turn, ms",
    "CPU of all services a turn, ms",
    "until asked again",
)


def rows(game: str, counts: Sequence[int], seconds: float, server_url: str) -> Iterator[Sequence[str]]:
    """A row for each number of matches."""
    for count in counts:
        load = Load(game, count, seconds, think_ms=0, way="stream")
        with (
            tempfile.TemporaryDirectory(prefix="redscience-growth-") as folder,
            running(Path(folder) / "state", server_url) as platform,
        ):
            counted = asyncio.run(measured(platform, load))
        cpu_ms = {name: 1000 * spent_s / max(1, counted.turns) for name, spent_s in counted.cpu_s.items()}
        services_ms = sum(spent for name, spent in cpu_ms.items() if name != "us")
        replies = spread([reply.lasted_ms for reply in counted.replies])
        yield f"{count:,}", f"{counted.turns / seconds:.0f}", f"{cpu_ms['match']:.2f}", f"{services_ms:.2f}", replies
