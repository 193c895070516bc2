"""The platform that is measured, in processes of its own as `redscience up` runs it, and people who reach it."""

from __future__ import annotations

import asyncio
import json
import os
import re
import secrets
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import grpc.aio

from benchmarks.services.databases import own_databases
from redscience.api.match.v1 import match_pb2
from redscience.api.match.v1.match_pb2_grpc import MatchServiceStub
from redscience.api.players.v1 import players_pb2
from redscience.api.players.v1.players_pb2_grpc import PlayersServiceStub
from redscience.api.rules.v1 import rules_pb2
from redscience.api.rules.v1.rules_pb2_grpc import RulesServiceStub
from redscience.client.channels import bearer
from redscience.names import RANDOM_ID

STOP_S = 20.0
CREATED_AT_ONCE = 16
CLOCK_TICKS = os.sysconf("SC_CLK_TCK")
PAGE_BYTES = os.sysconf("SC_PAGE_SIZE")


class Platform:
    """A platform that runs.

    Args:
        state: its folder.
    """

    def __init__(self, state: Path) -> None:
        self.state = state
        self._processes: dict[str, Any] = json.loads((state / "processes.json").read_text())

    @property
    def services(self) -> Iterable[str]:
        """The names of its processes."""
        return self._processes

    @property
    def outbox_key(self) -> str:
        """What opens its outbox."""
        return (self.state / "keys" / "outbox.key").read_text().strip()

    def address(self, service: str) -> str:
        """`host:port` on which a service listens."""
        return str(self._processes[service]["address"])

    def cpu_s(self) -> dict[str, float]:
        """The CPU time that each process of the platform and this one have spent so far."""
        pids = {name: process["pid"] for name, process in self._processes.items()}
        return {name: _cpu_s(pid) for name, pid in {**pids, "us": os.getpid()}.items()}

    def cpu_since(self, before_s: dict[str, float]) -> dict[str, float]:
        """What each has spent since then."""
        return {name: spent_s - before_s[name] for name, spent_s in self.cpu_s().items()}

    def memory_bytes(self, service: str) -> int:
        """The memory that a process has in use."""
        return int(Path(f"/proc/{self._processes[service]['pid']}/statm").read_text().split()[1]) * PAGE_BYTES


def _cpu_s(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / CLOCK_TICKS


@contextmanager
def running(state: Path, server_url: str) -> Iterator[Platform]:
    """A new platform in this folder, with its databases there too, or on the PostgreSQL server that is given."""
    with own_databases(server_url) as database_url, _started(state, database_url):
        yield Platform(state)


@contextmanager
def _started(state: Path, database_url: str) -> Iterator[None]:
    command = [sys.executable, "-m", "services.laptop", "--state", str(state), "--port", str(_free_port())]
    environment = os.environ | {"REDSCIENCE_MOST_SEATS": "1000000"}
    if database_url:
        environment["REDSCIENCE_DATABASE_URL"] = database_url
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:  # noqa: S603 - ours
        try:
            if not any(line.startswith("redscience is at") for line in process.stdout or ()):
                raise SystemExit("The platform does not start.")
            yield
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(STOP_S)


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


class Person:
    """Somebody who is logged in.

    Attributes:
        platform: where.
        metadata: says to each service who calls.
        id: of the player.
        secret: of the session.
        match: the match service.
    """

    def __init__(self, platform: Platform) -> None:
        self.platform = platform
        self.metadata: tuple[tuple[str, str], ...] = ()
        self.id = self.secret = ""
        self._channels: list[grpc.aio.Channel] = []
        self._creating = asyncio.Semaphore(CREATED_AT_ONCE)
        self.match: Any = MatchServiceStub(self.channel("match"))

    def channel(self, service: str) -> grpc.aio.Channel:
        """A connection of its own to a service."""
        options = (("grpc.use_local_subchannel_pool", 1),)
        channel = grpc.aio.insecure_channel(self.platform.address(service), options)
        self._channels.append(channel)
        return channel

    async def log_in(self) -> None:
        """Logs in as somebody new, by the code in the outbox."""
        email = f"{secrets.token_hex(8)}@example.org"
        players: Any = PlayersServiceStub(self.channel("players"))
        asked = await players.RequestCode(players_pb2.RequestCodeRequest(email=email))
        mails = (await players.ListOutbox(players_pb2.ListOutboxRequest(key=self.platform.outbox_key))).mails
        (body,) = (mail.body for mail in mails if mail.to == email)
        (code,) = re.findall(r"\b\d{6}\b", body)
        session = await players.LogIn(players_pb2.LogInRequest(email=email, code=code, challenge=asked.challenge))
        self.id, self.secret = session.player.id, session.secret
        await self.renew()

    async def renew(self) -> None:
        """Takes a new token: one lasts ten minutes."""
        players: Any = PlayersServiceStub(self.channel("players"))
        exchanged = await players.Exchange(players_pb2.ExchangeRequest(secret=self.secret))
        self.metadata = bearer(exchanged.token)

    async def make_bot(self, name: str) -> tuple[str, str]:
        """A bot of theirs: its id, and its secret."""
        players: Any = PlayersServiceStub(self.channel("players"))
        made = await players.MakeBot(players_pb2.MakeBotRequest(name=name), metadata=self.metadata)
        return made.player.id, made.token

    async def game_id(self, name: str) -> str:
        """The id of a game."""
        rules: Any = RulesServiceStub(self.channel("rules"))
        return str((await rules.Get(rules_pb2.GetRequest(name=name), metadata=self.metadata)).game.id)

    async def save_game(self, rule_set: str) -> None:
        """Saves a game."""
        rules: Any = RulesServiceStub(self.channel("rules"))
        request = rules_pb2.SaveRequest(rule_set=rule_set, request_id=secrets.token_hex(8))
        await rules.Save(request, metadata=self.metadata)

    async def create(self, game_id: str, *other_ids: str) -> match_pb2.Match:
        """A match against Random, or against whom is named, or the invitation of them."""
        async with self._creating:
            request = match_pb2.CreateRequest(
                game_id=game_id,
                player_ids=[self.id, *(other_ids or (RANDOM_ID,))],
                request_id=secrets.token_hex(8),
            )
            match: match_pb2.Match = (await self.match.Create(request, metadata=self.metadata)).match
            return match

    async def play(self, match: match_pb2.Match, move: str, traceparent: str = "") -> None:
        """Makes a move in a match as it was seen."""
        request = match_pb2.PlayRequest(
            match_id=match.id, view_version=match.view_version, request_id=str(match.view_version), moves=[move]
        )
        trace = (("traceparent", traceparent),) if traceparent else ()
        await self.match.Play(request, metadata=(*self.metadata, *trace))

    async def close(self) -> None:
        """Closes the connections."""
        for channel in self._channels:
            await channel.close()


@asynccontextmanager
async def person(platform: Platform) -> AsyncIterator[Person]:
    """Somebody, logged in."""
    somebody = Person(platform)
    try:
        await somebody.log_in()
        yield somebody
    finally:
        await somebody.close()


@asynccontextmanager
async def bot(owner: Person) -> AsyncIterator[Person]:
    """A new bot of somebody's."""
    program = Person(owner.platform)
    try:
        program.id, program.secret = await owner.make_bot(f"Bot {secrets.token_hex(4)}")
        await program.renew()
        yield program
    finally:
        await program.close()
