"""The real thing: `redscience up`, its processes killed one after the other, then the supervisor itself."""

from __future__ import annotations

import fcntl
import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path

import pytest
from fixtures.locks import nothing_is_left
from fixtures.patience import PATIENCE_S
from fixtures.platform import COMMAND, Platform
from fixtures.ports import free_ports

from redscience.api.players.v1 import players_pb2 as pb
from redscience.api.players.v1.players_pb2_grpc import PlayersServiceStub
from redscience.variations.engine.warm import KERNELS
from services.gateway.security import COOKIE
from services.kit.channels import connect
from services.kit.parent import PARENT_VARIABLE
from services.laptop.nats_server import BUS_RIGHTS


def command(*arguments: str, environ: Mapping[str, str] = os.environ) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "redscience.command", *arguments],
        env=environ,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )


def logged_in(platform: Platform) -> str:
    """The secret of a session of Anna's."""
    with connect(platform.address_of("players")) as channel:
        players = PlayersServiceStub(channel)
        challenge = players.RequestCode(pb.RequestCodeRequest(email="anna@example.org")).challenge
        outbox = players.ListOutbox(pb.ListOutboxRequest(key=platform.outbox_key))
        found = re.search(r"\b\d{6}\b", outbox.mails[0].body)
        assert found is not None
        request = pb.LogInRequest(email="anna@example.org", code=found[0], challenge=challenge)
        return players.LogIn(request).secret


def test_everything_may_die_and_nothing_is_lost_or_left(own_platform: Platform) -> None:
    own_platform.start()
    second = command("up", "--state", str(own_platform.state))
    where = f"in {own_platform.state} (process {own_platform.supervisor.pid}) at {own_platform.address}"
    remedy = "Stop it, or name another folder with --state (make run STATE=…)."
    assert (second.returncode, second.stderr) == (2, f"redscience already runs {where}. {remedy}\n")

    secret = logged_in(own_platform)
    for name in ("players", "nats", "gateway"):
        own_platform.kill(name)
    with connect(own_platform.address_of("players")) as channel:
        assert PlayersServiceStub(channel).Exchange(pb.ExchangeRequest(secret=secret)).token

    names = ("nats", "players", "rules", "match", "rating")
    addresses = {name: own_platform.address_of(name) for name in names}
    own_platform.abandon()
    assert own_platform.is_alone()
    own_platform.start()
    assert {name: own_platform.address_of(name) for name in names} == addresses
    with connect(own_platform.address_of("players")) as channel:
        assert PlayersServiceStub(channel).Exchange(pb.ExchangeRequest(secret=secret)).token
    pages = http.client.HTTPConnection(own_platform.address.removeprefix("http://"), timeout=PATIENCE_S)
    pages.request("GET", "/healthz")
    assert pages.getresponse().status == 200
    pages.close()
    own_platform.stop()

    logs = "".join(log.read_text() for log in (own_platform.state / "logs").iterdir())
    passwords = [file.read_text() for file in (own_platform.state / "keys").glob("*.nats")]
    assert len(passwords) == len(BUS_RIGHTS) + 1
    said = ("NATS does not permit", "NATS refuses", *passwords)
    assert not [each for each in said if each in logs]


def test_a_browser_is_told_no_more_once_its_session_has_ended(own_platform: Platform) -> None:
    own_platform.start()
    secret = logged_in(own_platform)
    cookie = {"Cookie": f"{COOKIE}={secret}"}
    pages = http.client.HTTPConnection(own_platform.address.removeprefix("http://"), timeout=PATIENCE_S)
    pages.request("GET", "/api/games", headers=cookie)
    (game, *_) = json.loads(pages.getresponse().read())
    pages.request("GET", f"/api/events?leaderboard={game['id']}", headers=cookie)
    stream = pages.getresponse()
    assert stream.status == 200
    until_line(stream, b"event: leaderboard")
    with connect(own_platform.address_of("players")) as channel:
        PlayersServiceStub(channel).LogOut(pb.LogOutRequest(secret=secret))
    # It is not only seen at the next beat.
    assert b"event: beat\n" not in until_line(stream, b"event: gone")
    pages.close()
    own_platform.stop()


def until_line(stream: http.client.HTTPResponse, begin: bytes) -> list[bytes]:
    """Reads a stream up to a line; that must come. Gives what came before it."""
    before = list[bytes]()
    for line in iter(stream.readline, b""):
        if line.startswith(begin):
            return before
        before.append(line)
    pytest.fail(f"{begin!r} never came")


def test_a_taken_port_is_said_so(tmp_path: Path) -> None:
    (port,) = free_ports(1)
    with socket.create_server(("127.0.0.1", port)):
        outcome = command("up", "--state", str(tmp_path / "state"), "--port", str(port))
    remedy = "Stop what listens there, or name another with --port (make run PORT=…)."
    assert (outcome.returncode, outcome.stderr) == (2, f"Port {port} is taken. {remedy}\n")


def test_what_cannot_be_understood_ends_with_2_and_a_message() -> None:
    for arguments, said in (((), "a command is missing"), (("down",), "down")):
        outcome = command(*arguments)
        assert (outcome.returncode, "Traceback" in outcome.stderr) == (2, False), outcome
        assert said in outcome.stderr


def test_what_cannot_be_used_ends_with_2_and_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    (tmp_path / "state" / "keys").mkdir(parents=True)
    (tmp_path / "state" / "keys" / "private.pem").write_text("")
    # The usual port may be taken: by the platform of whoever runs the tests.
    free = ("--port", str(free_ports(1)[0]))
    for arguments, said in (
        (("--port", "x"), "redscience up: argument --port: 'x' is no port; give a number from 1 to 65535. Try "),
        (("--port", "70000"), "redscience up: argument --port: '70000' is no port; give a number from 1 to 65535."),
        (("--port", "10080"), "Browsers open no page on port 10080. Name another with --port (make run PORT=…)."),
        (("--depth", "3"), "redscience up: unrecognized arguments: --depth 3. Try redscience up --help."),
        (
            ("--state", str(tmp_path / "file" / "state"), *free),
            "cannot be used: Not a directory. Fix that, or name another",
        ),
        (
            ("--state", str(tmp_path / "state"), *free),
            "private.pem is no Ed25519 key. Remove it, and a new one is made.",
        ),
    ):
        outcome = command("up", *arguments)
        assert (outcome.returncode, outcome.stdout, outcome.stderr.count("\n")) == (2, "", 1), outcome
        assert said in outcome.stderr


def test_a_compiled_engine_that_cannot_be_kept_ends_with_2_and_a_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    environ = os.environ | {"REDSCIENCE_KERNELS": str(tmp_path / "file")}
    outcome = command("up", "--state", str(tmp_path / "state"), environ=environ)
    assert (outcome.returncode, outcome.stderr.count("\n")) == (2, 1), outcome
    assert outcome.stderr.endswith(": Not a directory. Fix that, or name another folder with REDSCIENCE_KERNELS.\n")
    assert nothing_is_left(tmp_path / "state")


class Start:
    """A start of the platform, to be interrupted."""

    def __init__(self, state: Path, **environment: str) -> None:
        (port,) = free_ports(1)
        self._process = subprocess.Popen(
            [sys.executable, "-m", "redscience.command", "up", "--state", str(state), "--port", str(port)],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env=os.environ | {PARENT_VARIABLE: str(os.getpid())} | environment,
        )

    def wait_for(self, begin: str) -> None:
        """Returns once it says a line that begins so."""
        said = list[str]()
        for line in self._process.stdout or ():
            said.append(line)
            if line.startswith(begin):
                return
        pytest.fail(f"it has ended with {self._process.wait()} and has said {said}")

    def interrupt(self) -> tuple[int, list[str]]:
        """Presses Ctrl-C; returns the exit code and what else it says."""
        self._process.send_signal(signal.SIGINT)
        rest, _ = self._process.communicate(timeout=PATIENCE_S)
        return self._process.returncode, rest.splitlines()

    def kill(self) -> None:
        """Ends the supervisor so that it can do nothing for what it has started."""
        self._process.kill()
        self._process.communicate()


def test_a_supervisor_that_is_killed_leaves_no_compiler(tmp_path: Path) -> None:
    start = Start(tmp_path / "state", REDSCIENCE_KERNELS=str(tmp_path / "kernels"))
    start.wait_for("Compiling the engine, once: 2 of ")
    start.kill()
    assert nothing_is_left(tmp_path / "state")
    # What it had compiled is kept; that may be more than the one that was told, on a machine that lets this test wait.
    assert list((tmp_path / "kernels").rglob("*.nbc"))


@pytest.mark.usefixtures("heeds_control_c")
def test_control_c_while_it_loads_its_modules(tmp_path: Path) -> None:
    presses = """
import os, signal, sys

class Presses:
    def find_spec(self, name, *_):
        if name == "services.laptop.supervisor":
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Presses())
"""
    (tmp_path / "sitecustomize.py").write_text(presses)
    path = os.pathsep.join(filter(None, (str(tmp_path), os.environ.get("PYTHONPATH"))))
    outcome = command("up", "--state", str(tmp_path / "state"), environ=os.environ | {"PYTHONPATH": path})
    assert (outcome.returncode, outcome.stdout, outcome.stderr) == (130, "", "\nInterrupted.\n")
    assert not (tmp_path / "state").exists()


def test_the_folder_that_one_stands_in_lends_it_no_modules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("grpc", "sqlalchemy"):
        (tmp_path / f"{name}.py").write_text("raise AssertionError")
    outcome = command("up", "--help")
    assert (outcome.returncode, outcome.stderr) == (0, "")


def sleeps(pid: int) -> bool:
    """Whether a process waits for something, as the system says."""
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "S"


@pytest.mark.usefixtures("heeds_control_c")
def test_control_c_while_a_backup_is_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "backup")
    restore = ("host", "restore", str(tmp_path / "backup"), "--state", str(tmp_path / "state"))
    with subprocess.Popen([*COMMAND, *restore], stderr=subprocess.PIPE, text=True) as process:
        try:
            with (tmp_path / "backup").open("wb"):
                # Python heeds no signal that comes between its last look for one and the moment in which it reads.
                while not sleeps(process.pid):
                    time.sleep(0.005)
                process.send_signal(signal.SIGINT)
                _, said = process.communicate(timeout=PATIENCE_S)
        finally:
            process.kill()
    assert (process.returncode, said) == (130, "\nInterrupted.\n")
    assert [each.name for each in tmp_path.iterdir()] == ["backup"]


@pytest.mark.usefixtures("heeds_control_c")
def test_control_c_while_it_waits_for_the_last_run(tmp_path: Path) -> None:
    (tmp_path / "state").mkdir()
    with (tmp_path / "state" / "children.lock").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        start = Start(tmp_path / "state")
        start.wait_for("Waiting for processes of the last run to end: which ones is not known\n")
        assert start.interrupt() == (130, [])
    assert nothing_is_left(tmp_path / "state")


@pytest.mark.usefixtures("heeds_control_c")
def test_control_c_while_it_compiles(tmp_path: Path) -> None:
    start = Start(tmp_path / "state", REDSCIENCE_KERNELS=str(tmp_path / "kernels"))
    start.wait_for("Starting nats, rules, players, chaos, rating, worker, batch-worker")
    start.wait_for(f"Compiling the engine, once: 1 of {len(KERNELS.names)}\n")
    code, said = start.interrupt()
    assert (code, said[-1]) == (0, "Stopping")
    assert all(line.startswith(("Compiling the engine, once:", "Waiting for ")) for line in said[:-1])
    assert nothing_is_left(tmp_path / "state")


@pytest.mark.usefixtures("heeds_control_c")
def test_control_c_while_its_processes_start(tmp_path: Path) -> None:
    start = Start(tmp_path / "state")
    start.wait_for("Starting nats, rules, players, ")
    code, said = start.interrupt()
    assert (code, said[-1]) == (0, "Stopping")
    assert all(line.startswith(("Compiling the engine, once:", "Waiting for ")) for line in said[:-1])
    assert nothing_is_left(tmp_path / "state")


def test_it_knows_its_version_and_says_what_it_can_do() -> None:
    assert re.fullmatch(r"redscience \d+\.\d+\.\d+\n", command("--version").stdout)
    assert "up" in command("--help").stdout
    assert "--state" in command("up", "--help").stdout
