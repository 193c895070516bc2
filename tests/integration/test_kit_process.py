"""A service's life, as a process."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import fixtures
import pytest
from fixtures.person import until
from fixtures.processes import ServiceProcess
from fixtures.services import InProcess, Keys

Live = Callable[..., list[dict[str, Any]]]
TESTS = Path(fixtures.__path__[0]).parent


@pytest.fixture
def live(services: InProcess, keys: Keys, tmp_path: Path) -> Iterator[Live]:
    """Starts a service, stops it, and tells its spans. It finds first what is on the path that is given."""
    traces = tmp_path / "rating.jsonl"
    started: list[ServiceProcess] = []

    def live_once(*path: Path) -> list[dict[str, Any]]:
        process = ServiceProcess(
            services,
            keys,
            tmp_path,
            "rating",
            "fixtures.bare_service",
            PYTHONPATH=os.pathsep.join(map(str, (*path, TESTS))),
            REDSCIENCE_TRACES_FILE=str(traces),
        )
        started.append(process)
        process.start()
        process.wait_until_healthy()
        process.stop()
        return [json.loads(line) for line in traces.read_text().splitlines()]

    yield live_once
    for process in started:
        process.kill()


def test_it_heeds_a_signal_while_it_starts(services: InProcess, keys: Keys, tmp_path: Path) -> None:
    process = ServiceProcess(
        services, keys, tmp_path, "rating", "fixtures.endless_start", PYTHONPATH=str(TESTS), REDSCIENCE_LOG_LEVEL="info"
    )
    process.start()
    try:
        until(lambda: '"waiting"' in process.log())
        assert process.stop() == 0
    finally:
        process.kill()
    assert '"stopping"' in process.log()


def last_word(spans: list[dict[str, Any]]) -> dict[str, Any]:
    """The one span with which a process ends."""
    (word,) = (span for span in spans if span["name"] == "the last word")
    return word


def test_the_last_spans_are_written_though_it_leaves_at_once(live: Live) -> None:
    assert last_word(live())


def test_its_event_loop_is_uvloop_where_there_is_one(live: Live) -> None:
    assert last_word(live())["attributes"]["loop"] == ("uvloop" if find_spec("uvloop") else "asyncio")


def test_its_event_loop_is_pythons_own_where_there_is_no_uvloop(live: Live, tmp_path: Path) -> None:
    (tmp_path / "uvloop.py").write_text("raise ImportError('not for this system')\n")
    assert last_word(live(tmp_path))["attributes"]["loop"] == "asyncio"
