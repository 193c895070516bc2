"""A service's life, as a process."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import fixtures
import pytest
from fixtures.processes import ServiceProcess
from fixtures.services import InProcess, Keys


@pytest.fixture
def traces(tmp_path: Path) -> Path:
    return tmp_path / "rating.jsonl"


@pytest.fixture
def bare(services: InProcess, keys: Keys, tmp_path: Path, traces: Path) -> Iterator[ServiceProcess]:
    process = ServiceProcess(
        services,
        keys,
        tmp_path,
        "rating",
        "fixtures.bare_service",
        PYTHONPATH=str(Path(fixtures.__path__[0]).parent),
        REDSCIENCE_TRACES_FILE=str(traces),
    )
    yield process
    process.kill()


def test_the_last_spans_are_written_though_it_leaves_at_once(bare: ServiceProcess, traces: Path) -> None:
    bare.start()
    bare.wait_until_healthy()
    bare.stop()
    assert "the last word" in traces.read_text()
