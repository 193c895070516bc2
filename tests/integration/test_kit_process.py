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
from fixtures.processes import ServiceProcess
from fixtures.services import InProcess, Keys

Live = Callable[..., list[dict[str, Any]]]


@pytest.fixture
def live(services: InProcess, keys: Keys, tmp_path: Path) -> Iterator[Live]:
    """Starts a service, stops it, and tells its spans. It finds first what is on the path that is given."""
    traces = tmp_path / "rating.jsonl"
    started: list[ServiceProcess] = []

    def live_once(*path: Path) -> list[dict[str, Any]]:
        tests = Path(fixtures.__path__[0]).parent
        process = ServiceProcess(
            services,
            keys,
            tmp_path,
            "rating",
            "fixtures.bare_service",
            PYTHONPATH=os.pathsep.join(map(str, (*path, tests))),
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


def test_the_last_spans_are_written_though_it_leaves_at_once(live: Live) -> None:
    assert [span["name"] for span in live()] == ["the last word"]


def test_its_event_loop_is_uvloop_where_there_is_one(live: Live) -> None:
    (last_word,) = live()
    assert last_word["attributes"]["loop"] == ("uvloop" if find_spec("uvloop") else "asyncio")


def test_its_event_loop_is_pythons_own_where_there_is_no_uvloop(live: Live, tmp_path: Path) -> None:
    (tmp_path / "uvloop.py").write_text("raise ImportError('not for this system')\n")
    (last_word,) = live(tmp_path)
    assert last_word["attributes"]["loop"] == "asyncio"
