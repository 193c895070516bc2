"""What the services stand on: PostgreSQL, Redis, three servers of NATS, and who takes mail."""

from __future__ import annotations

import asyncio
import json
import re
import shutil
import socket
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import psycopg
import yaml
from drill.workloads import HOST
from fixtures.patience import PATIENCE_S
from fixtures.postgres import PostgresServer, programs
from manifests.documents import ROOT

from services.laptop.nats_server import nats_server_path

VALUES = ROOT / "values"
_CODE = re.compile(r"^Your code is (\S+)\.", re.MULTILINE)

PortOf = Callable[[object], int]


def missing() -> list[str]:
    """What has to be installed first, a line each with its remedy."""
    return [
        f"{name} is missing. Install it (Debian: apt-get install {package})."
        for name, package, found in (
            ("PostgreSQL", "postgresql", programs()),
            ("Redis", "redis-server", _redis()),
        )
        if found is None
    ]


def _redis() -> str | None:
    return shutil.which("redis-server") or shutil.which("valkey-server")


def make_databases(server: PostgresServer, secrets: Path) -> None:
    """The databases and their owners, as `hosted_keys` writes them down."""
    with psycopg.connect(server.url("postgres"), autocommit=True) as connection:
        for statement in (secrets / "postgresql" / "databases.sql").read_text().splitlines():
            connection.execute(statement.encode())


class Redis:
    """Celery's broker, which keeps nothing over its own death.

    Attributes:
        address: where it listens.
    """

    def __init__(self, port: int) -> None:
        self.address = f"{HOST}:{port}"
        self._port = port
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Starts it, and waits until it listens."""
        program = _redis()
        assert program is not None
        command = [program, "--port", str(self._port), "--bind", HOST, "--save", "", "--appendonly", "no"]
        self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        _wait_until_listening(self._port)

    def kill(self) -> None:
        """Kills it, and loses all that it holds."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None


class NatsCluster:
    """As many servers as the values of the chart say, each with a folder of its own.

    Args:
        folder: of all of them.
        users: what `hosted_keys` writes for the chart: who may do what.
        port_of: gives ports.
    """

    def __init__(self, folder: Path, users: Path, port_of: PortOf) -> None:
        values = yaml.safe_load((VALUES / "nats.yaml").read_text())["config"]
        assert values["cluster"]["enabled"], "NATS is to be a cluster"
        assert values["jetstream"]["fileStore"]["enabled"], "NATS is to keep streams in files"
        self.names = [f"nats-{number}" for number in range(values["cluster"]["replicas"])]
        self._folder, self._port_of = folder, port_of
        self._running: dict[str, subprocess.Popen[bytes]] = {}
        said = json.loads(users.read_text())
        routes = [f"nats://{HOST}:{port_of((name, 6222))}" for name in self.names]
        for name in self.names:
            (folder / name).mkdir(parents=True)
            whole = said | {
                "server_name": name,
                "listen": self.address(name),
                "http": f"{HOST}:{port_of((name, 8222))}",
                "jetstream": {"store_dir": str(folder / name), "max_file_store": 1 << 30},
                "cluster": {"name": "nats", "listen": f"{HOST}:{port_of((name, 6222))}", "routes": routes},
            }
            (folder / f"{name}.conf").write_text(json.dumps(whole))

    def address(self, name: str) -> str:
        """Where a server takes clients."""
        return f"{HOST}:{self._port_of((name, 4222))}"

    def start(self, name: str) -> None:
        """Starts a server."""
        with (self._folder / f"{name}.log").open("ab") as log:
            command = [nats_server_path(), "--config", self._folder / f"{name}.conf"]
            self._running[name] = subprocess.Popen(command, stdout=log, stderr=log)

    def kill(self, name: str) -> None:
        """Kills a server; what it has stored stays."""
        process = self._running.pop(name, None)
        if process is not None:
            process.kill()
            process.wait()

    def endpoints(self) -> list[str]:
        """Those that run."""
        return [self.address(name) for name in self._running]

    @property
    def pids(self) -> list[int]:
        """The processes that run."""
        return [process.pid for process in self._running.values()]

    def leader(self) -> str:
        """Who leads the stream; the first where nobody says."""
        return str((self.stream() or {}).get("cluster", {}).get("leader") or self.names[0])

    def stream(self) -> dict[str, Any] | None:
        """What its leader says of the stream of facts; None where none says anything."""
        for name in self._running:
            for stream in self._streams(name):
                if stream.get("cluster", {}).get("leader") == name:
                    return stream
        return None

    def kept_on(self) -> int:
        """On how many servers the stream is whole now."""
        cluster = (self.stream() or {}).get("cluster", {})
        return bool(cluster) + sum(
            bool(each.get("current")) and not each.get("offline") for each in cluster.get("replicas", ())
        )

    def _streams(self, name: str) -> list[dict[str, Any]]:
        url = f"http://{HOST}:{self._port_of((name, 8222))}/jsz?accounts=1&streams=1&config=1"
        try:
            with urlopen(url, timeout=2) as answer:
                said = json.load(answer)
        except OSError:
            return []
        details = [stream for account in said.get("account_details", ()) for stream in account.get("stream_detail", ())]
        return [stream for stream in details if stream["name"] == "redscience"]

    async def until_whole(self) -> None:
        """Waits until every server has all of the stream."""
        give_up_at = time.monotonic() + PATIENCE_S
        while await asyncio.to_thread(self.kept_on) < len(self.names):
            assert time.monotonic() < give_up_at, f"the stream is on {self.kept_on()} of {len(self.names)} servers"
            await asyncio.sleep(0.2)

    def stop(self) -> None:
        """Ends all."""
        for name in self.names:
            self.kill(name)


class MailServer:
    """Takes mail, and keeps the last code for each address.

    Attributes:
        address: where it listens.
    """

    def __init__(self, port: int) -> None:
        self.address = f"{HOST}:{port}"
        self._codes: dict[str, str] = {}
        self._server: asyncio.Server | None = None

    async def start(self) -> None:
        """Listens."""
        host, _, port = self.address.rpartition(":")
        self._server = await asyncio.start_server(self._take, host, int(port))

    def stop(self) -> None:
        """Listens no more."""
        if self._server is not None:
            self._server.close()

    def code(self, email: str) -> str:
        """The code that was mailed to somebody; waits for it, in another thread than its own."""
        give_up_at = time.monotonic() + PATIENCE_S
        while email not in self._codes:
            assert time.monotonic() < give_up_at, f"no mail for {email}"
            time.sleep(0.05)
        return self._codes.pop(email)

    async def _take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"220 ready\r\n")
        while line := (await reader.readline()).decode().strip():
            word = line.split()[0].upper()
            if word == "DATA":
                writer.write(b"354 go on\r\n")
                self._read((await reader.readuntil(b"\r\n.\r\n")).decode())
            writer.write(b"221 bye\r\n" if word == "QUIT" else b"250 fine\r\n")
            if word == "QUIT":
                break
        writer.close()

    def _read(self, mail: str) -> None:
        to, code = re.search(r"^To: (\S+)", mail, re.MULTILINE), _CODE.search(mail)
        if to and code:
            self._codes[to[1]] = code[1]


def _wait_until_listening(port: int) -> None:
    give_up_at = time.monotonic() + PATIENCE_S
    while time.monotonic() < give_up_at:
        try:
            socket.create_connection((HOST, port), timeout=1).close()
        except OSError:
            time.sleep(0.05)
        else:
            return
    raise AssertionError(f"nobody listens on {port}")
