"""The real thing: `redscience up`, its processes killed one after the other, then the supervisor itself."""

from __future__ import annotations

import http.client
import re
import socket
import subprocess
import sys
from pathlib import Path

from fixtures.patience import PATIENCE_S
from fixtures.platform import Platform
from fixtures.ports import free_ports

from redscience.api.players.v1 import players_pb2 as pb
from redscience.api.players.v1.players_pb2_grpc import PlayersServiceStub
from services.kit.channels import connect


def command(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "redscience.command", *arguments],
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )


def test_everything_may_die_and_nothing_is_lost_or_left(own_platform: Platform) -> None:
    own_platform.start()
    second = command("up", "--state", str(own_platform.state))
    assert second.returncode == 2
    assert f"(process {own_platform.supervisor.pid})" in second.stderr

    with connect(own_platform.address_of("players")) as channel:
        players = PlayersServiceStub(channel)
        players.RequestCode(pb.RequestCodeRequest(email="anna@example.org"))
        found = re.search(r"\b\d{6}\b", players.ListOutbox(pb.ListOutboxRequest()).mails[0].body)
        assert found is not None
        secret = players.LogIn(pb.LogInRequest(email="anna@example.org", code=found[0])).secret
    for name in ("players", "nats", "gateway"):
        own_platform.kill(name)
    with connect(own_platform.address_of("players")) as channel:
        assert PlayersServiceStub(channel).Exchange(pb.ExchangeRequest(secret=secret)).token

    own_platform.abandon()
    assert own_platform.is_alone()
    own_platform.start()
    with connect(own_platform.address_of("players")) as channel:
        assert PlayersServiceStub(channel).Exchange(pb.ExchangeRequest(secret=secret)).token
    pages = http.client.HTTPConnection(own_platform.address.removeprefix("http://"), timeout=PATIENCE_S)
    pages.request("GET", "/healthz")
    assert pages.getresponse().status == 200
    pages.close()
    own_platform.stop()


def test_a_taken_port_is_said_so(tmp_path: Path) -> None:
    (port,) = free_ports(1)
    with socket.create_server(("127.0.0.1", port)):
        outcome = command("up", "--state", str(tmp_path / "state"), "--port", str(port))
    assert outcome.returncode == 2
    assert f"Port {port} is taken" in outcome.stderr


def test_what_cannot_be_understood_ends_with_2_and_a_message(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for arguments, said in (
        ((), "a command is missing"),
        (("down",), "down"),
        (("up", "--port", "x"), "'x' is no port"),
        (("up", "--port", "70000"), "'70000' is no port"),
        (("up", "--depth", "3"), "--depth"),
        (("up", "--state", str(tmp_path / "file" / "state")), "cannot be used"),
    ):
        outcome = command(*arguments)
        assert (outcome.returncode, "Traceback" in outcome.stderr) == (2, False), outcome
        assert said in outcome.stderr


def test_it_knows_its_version_and_says_what_it_can_do() -> None:
    assert re.fullmatch(r"redscience \d+\.\d+\.\d+\n", command("--version").stdout)
    assert "up" in command("--help").stdout
    assert "--state" in command("up", "--help").stdout
