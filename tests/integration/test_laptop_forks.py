"""Forked processes are what their commands would make them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from fixtures.patience import PATIENCE_S

import services

FORKS = """
import asyncio, json, os, signal, sys, threading
from pathlib import Path
from services.laptop.forks import fork
from services.laptop.plan import Part, Probe
from services.laptop.state import State
from services.laptop.supervisor import _spawn

state = State(Path(sys.argv[1]))
if sys.argv[2] == "beside a thread":
    threading.Thread(target=threading.Event().wait, daemon=True).start()
signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
environment = {"PYTHONPATH": os.environ["PYTHONPATH"], "LANG": "C.UTF-8"}

def part(name, module=""):
    return Part(name, (sys.executable, "-P", "-m", module or name), environment, "", Probe.NONE, module)

forked = fork([part("nats"), *(part(f"{name}_forked", name) for name in sys.argv[3:])], state)
signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})

async def ends():
    started = forked or {name: await _spawn(part(name), state) for name in sys.argv[3:]}
    # Two wait for each, as the one that keeps it and the one that restarts it do.
    codes = await asyncio.gather(*(asyncio.gather(each.wait(), each.wait()) for each in started.values()))
    assert all(one == other for one, other in codes)
    return dict(zip(started, (code for code, _ in codes), strict=True))

print(json.dumps(asyncio.run(ends())))
"""

SHOWS = """
import json, os, signal, sys
from pathlib import Path

def target(number):
    try:
        return os.path.basename(os.readlink(f"/proc/self/fd/{number}"))
    except FileNotFoundError:
        return None  # that by which the folder was listed

print(json.dumps({
    "__name__": __name__,
    "argv": sys.argv,
    "environment": dict(os.environ),
    "is_leader": os.getsid(0) == os.getpid(),
    "blocked": sorted(signal.pthread_sigmask(signal.SIG_BLOCK, ())),
    "on_interrupt": str(signal.getsignal(signal.SIGINT)),
    "input": sys.stdin.read(),
    "holds": sorted(filter(None, (target(number) for number in os.listdir("/proc/self/fd") if int(number) > 2))),
}), flush=True)
sys.stderr.write(Path("/proc/self/comm").read_text())
"""


def run(tmp_path: Path, modules: dict[str, str], how: str = "forked") -> dict[str, int]:
    """The exit codes of modules that were started, by name."""
    for name, text in modules.items():
        (tmp_path / f"{name}.py").write_text(text)
    root = str(Path(services.__path__[0]).parent)
    outcome = subprocess.run(
        [sys.executable, "-c", FORKS, str(tmp_path / "state"), how, *modules],
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
        env=os.environ | {"PYTHONPATH": f"{root}{os.pathsep}{tmp_path}"},
    )
    assert (outcome.returncode, outcome.stderr) == (0, "")
    codes: dict[str, int] = json.loads(outcome.stdout)
    return codes


def log(tmp_path: Path, name: str) -> list[str]:
    return (tmp_path / "state" / "logs" / f"{name}.log").read_text().splitlines()


def test_a_fork_finds_what_its_command_would_find(tmp_path: Path) -> None:
    assert run(tmp_path, {"shows": SHOWS}) == {"shows_forked": 0}
    assert run(tmp_path, {"shows": SHOWS}, "beside a thread") == {"shows": 0}
    (forked, its_name), (commanded, _) = log(tmp_path, "shows_forked"), log(tmp_path, "shows")
    assert json.loads(forked) == json.loads(commanded)
    assert json.loads(forked)["holds"] == ["children.lock"]
    assert its_name == "shows_forked"


def test_a_fork_ends_with_the_code_that_its_command_would_end_with(tmp_path: Path) -> None:
    modules = {
        "returns": "",
        "leaves": "raise SystemExit",
        "exits": "raise SystemExit(3)",
        "explains": "raise SystemExit('the disk is full')",
        "fails": "1 / 0",
        "dies": "import os; os.kill(os.getpid(), 9)",
        "lacks": "import no_such_module",
    }
    forked = run(tmp_path, modules)
    commanded = run(tmp_path, modules, "beside a thread")
    assert forked == {f"{name}_forked": code for name, code in commanded.items()}
    assert list(commanded.values()) == [0, 0, 3, 1, 1, -9, 1]
    assert log(tmp_path, "explains_forked") == log(tmp_path, "explains") == ["the disk is full"]
    assert log(tmp_path, "fails_forked")[-1] == log(tmp_path, "fails")[-1] == "ZeroDivisionError: division by zero"
