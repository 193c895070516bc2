"""What Prometheus is told, and whether a process lives."""

from __future__ import annotations

import asyncio
import socket
import urllib.error
import urllib.request
from collections.abc import Iterator

import pytest
from fixtures.ports import free_ports

from services.kit import metrics


@pytest.fixture
def address() -> Iterator[str]:
    (port,) = free_ports(1)
    stop = metrics.serve(f"127.0.0.1:{port}")
    yield f"http://127.0.0.1:{port}"
    stop()


def asked(url: str) -> tuple[int, str]:
    try:
        with urllib.request.urlopen(url) as answer:  # noqa: S310 - http, by the fixture above
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


def test_every_metric_has_a_name_of_ours_and_says_what_it_is(address: str) -> None:
    status, told = asked(f"{address}/metrics")
    assert status == 200
    helped = {line.split()[2].removesuffix("_total") for line in told.splitlines() if line.startswith("# HELP ")}
    assert all(name.startswith("redscience_") for name in metrics.NAMES)
    assert helped >= metrics.NAMES
    assert "process_cpu_seconds_total" in told


def test_units_of_work_and_the_loop_are_measured(address: str) -> None:
    with pytest.raises(ValueError, match="no"), metrics.timed("of a test"):
        raise ValueError("no")
    metrics.waiting("of a test")()
    told = asked(f"{address}/metrics")[1]
    assert 'redscience_database_seconds_count{kind="of a test"} 1.0' in told
    assert 'redscience_database_wait_seconds_count{kind="of a test"} 1.0' in told


async def test_a_process_lives_while_its_loop_goes_round(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pulse = metrics.Pulse()
    monkeypatch.setattr(metrics, "PULSE", pulse)
    assert await asyncio.to_thread(asked, f"{address}/livez") == (503, "service unavailable\n")
    beating = asyncio.create_task(metrics.keep_beating())
    await asyncio.sleep(0)
    assert await asyncio.to_thread(asked, f"{address}/livez") == (200, "ok\n")
    beating.cancel()
    pulse.beat_s = (pulse.beat_s or 0) - 60
    assert (await asyncio.to_thread(asked, f"{address}/livez"))[0] == 503


def test_nothing_is_served_unless_it_is_wanted_and_a_port_that_is_taken_is_named() -> None:
    metrics.serve("")()
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(OSError, match=f"Nothing can listen on 127.0.0.1:{port} for metrics"):
            metrics.serve(f"127.0.0.1:{port}")
