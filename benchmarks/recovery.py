"""How soon a killed process of `redscience up` answers again, as a table: `python -m benchmarks.recovery [--times 5]`.

Each is killed without a warning, and asked until it answers. The time of the clock hangs on what else the machine does;
the time of the processor that the new process has taken by then does not.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
import tempfile
import time
import urllib.request
from contextlib import suppress
from pathlib import Path
from typing import Any

import grpc
from grpc_health.v1.health_pb2 import HealthCheckRequest, HealthCheckResponse
from grpc_health.v1.health_pb2_grpc import HealthStub

from benchmarks.services.platform import Platform, running
from services.laptop.state import PROCESSES

KILLED = ("gateway", "players", "match")
LONGEST_S = 3.0
LOOK_S = 0.01
STEADY_S = 11.0
"""After so long a process that dies is started again at once, as one that dies by itself is."""
HEADER = "| killed | s until it answers | s of its processor |\n|---|---|---|\n"


def _answers(name: str, address: str) -> bool:
    with suppress(OSError, grpc.RpcError):
        if name == "gateway":
            with urllib.request.urlopen(f"http://{address}/healthz", timeout=1):
                return True
        with grpc.insecure_channel(address, [("grpc.use_local_subchannel_pool", 1)]) as channel:
            stub: Any = HealthStub(channel)
            return bool(stub.Check(HealthCheckRequest(), timeout=1).status == HealthCheckResponse.SERVING)
    return False


def _pid(file: Path, name: str) -> int | None:
    noted = json.loads(file.read_text()).get(name)
    return None if noted is None else int(noted["pid"])


def _recovery(platform: Platform, file: Path, name: str) -> tuple[float, float]:
    """Seconds until a process that is killed answers again, and of those its own of the processor."""
    before, address = _pid(file, name), platform.address(name)
    if before is None:
        sys.exit(f"{name} does not run.")
    os.kill(before, signal.SIGKILL)
    begun_s = time.monotonic()
    while _pid(file, name) in (before, None) or not _answers(name, address):
        time.sleep(LOOK_S)
    took_s = time.monotonic() - begun_s
    return took_s, Platform(platform.state).cpu_s()[name]


def main() -> None:
    """Prints the table; ends with 1 where one took longer than it may."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.recovery", description="Kills processes.")
    parser.add_argument("--times", type=int, default=5, help="each so often (5)")
    times, late = parser.parse_args().times, 0
    sys.stdout.write(HEADER)
    with tempfile.TemporaryDirectory() as folder, running(Path(folder) / "state", "") as platform:
        file = Path(folder) / "state" / PROCESSES
        for name in KILLED:
            found = []
            for _ in range(times):
                time.sleep(STEADY_S)
                found.append(_recovery(platform, file, name))
            late += sum(took > LONGEST_S for took, _ in found)
            took, cpu = (" ".join(f"{each:.1f}" for each in sorted(row)) for row in zip(*found, strict=True))
            sys.stdout.write(f"| {name} | {took} | {cpu} |\n")
            sys.stdout.flush()
    if late:
        sys.exit(f"{late} took longer than {LONGEST_S:g} s.")


if __name__ == "__main__":
    main()
