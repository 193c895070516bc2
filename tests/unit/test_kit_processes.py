"""How the processes of a platform on one machine are found to be, and what they tell of themselves."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from fixtures.ports import free_ports

from services.kit.processes import look

_METRICS = """
redscience_rpc_seconds_sum{method="a"} 0.5
redscience_rpc_seconds_count{method="a"} 8
redscience_rpc_seconds_sum{method="b"} 0.3
redscience_rpc_seconds_count{method="b"} 2
redscience_streams_open 0
"""


class _Answering(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(_METRICS.encode() if self.path == "/metrics" else b"ok")

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - as its base has it
        pass


@pytest.fixture
def address() -> Iterator[str]:
    """Where pages, metrics and a port are answered."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Answering)
    threading.Thread(target=server.serve_forever, args=(0.01,)).start()
    yield f"127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.fixture
def nats() -> Iterator[str]:
    """Where somebody says something as soon as one connects, as NATS does."""
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def greet() -> None:
            with suppress(OSError):
                while True:
                    with listener.accept()[0] as connection:
                        connection.send(b"INFO {}")

        threading.Thread(target=greet, daemon=True).start()
        yield f"127.0.0.1:{listener.getsockname()[1]}"
        listener.shutdown(socket.SHUT_RDWR)


def test_each_process_is_asked_in_its_way_and_told_figures_are_added_up(
    address: str, nats: str, tmp_path: Path
) -> None:
    (dead,) = free_ports(1)
    noted = {
        "supervisor": {"pid": 1, "address": address},
        "gateway": {"pid": 2, "address": address, "metrics": address},
        "nats": {"pid": 3, "address": nats},
        "match": {"pid": 4, "address": f"127.0.0.1:{dead}", "metrics": f"127.0.0.1:{dead}"},
        "worker": {"pid": os.getpid(), "address": ""},
    }
    file = tmp_path / "processes.json"
    file.write_text(json.dumps(noted))
    seen = {each.name: each for each in look(file)}
    assert {name: each.is_ready for name, each in seen.items()} == {
        "gateway": True,
        "nats": True,
        "match": False,
        "worker": True,
    }
    assert seen["gateway"].figures == {"calls": 10, "a call, ms": 80}
    assert not seen["match"].figures


def test_what_is_stopped_is_not_ready(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("services.kit.processes._ANSWER_S", 0.1)
    program = "import time\nprint('here', flush=True)\ntime.sleep(3600)"
    file = tmp_path / "processes.json"
    with (
        socket.create_server(("127.0.0.1", 0)) as silent,
        subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE) as worker,
    ):
        silent_address = f"127.0.0.1:{silent.getsockname()[1]}"
        addresses = dict.fromkeys(("nats", "match", "gateway"), silent_address) | {"worker": ""}
        file.write_text(json.dumps({name: {"pid": worker.pid, "address": at} for name, at in addresses.items()}))
        assert worker.stdout is not None
        worker.stdout.readline()
        assert {each.name for each in look(file) if each.is_ready} == {"worker"}
        worker.send_signal(signal.SIGSTOP)
        os.waitid(os.P_PID, worker.pid, os.WSTOPPED)
        assert not any(each.is_ready for each in look(file))
        worker.kill()


def test_without_a_platform_there_is_nothing_to_look_at(tmp_path: Path) -> None:
    with pytest.raises(OSError, match=r"processes\.json"):
        look(tmp_path / "processes.json")
