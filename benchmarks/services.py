"""Many matches at once on the whole platform, beside what this machine gives at best.

The platform runs as `redscience up` does. Each match is followed by a watcher that plays as soon as it is to act, all
over gRPC, against Random. In the same run, on the same disk: how many transactions of one row SQLite commits in a
second, one after the other and as durably as the services do, and how many calls a gRPC service answers that does
nothing. What is reported is turns a second (Random's included), as shares of these, and the latency of a turn.

    python -m benchmarks.services [--matches N] [--seconds S]
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import secrets
import signal
import socket
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import grpc.aio

from redscience.api.match.v1 import match_pb2
from redscience.api.match.v1.match_pb2_grpc import MatchServiceStub
from redscience.api.players.v1 import players_pb2
from redscience.api.players.v1.players_pb2_grpc import PlayersServiceStub
from redscience.api.rules.v1 import rules_pb2
from redscience.api.rules.v1.rules_pb2_grpc import RulesServiceStub
from redscience.names import RANDOM_ID
from services.kit.channels import bearer

GAME = "Connect4"
EMAIL = "bench@example.org"
STOP_S = 20.0
PEER_S = 3.0
CALLERS = 16


@dataclass(slots=True)
class Counted:
    """What the matches did.

    Attributes:
        turns: made by both sides.
        latencies_ms: of the calls by which we moved.
        replies_ms: from a move of ours until we were to act again.
        ended: matches that were played to their end.
    """

    turns: int = 0
    latencies_ms: list[float] = field(default_factory=list)
    replies_ms: list[float] = field(default_factory=list)
    ended: int = 0


class Clients:
    """Clients of a platform, all of one person.

    Args:
        state: the folder of the platform.
    """

    def __init__(self, state: Path) -> None:
        self._processes: dict[str, Any] = json.loads((state / "processes.json").read_text())
        self._channels: list[grpc.aio.Channel] = []
        self._metadata: tuple[tuple[str, str], ...] = ()
        self._player_id = ""
        self._game_id = ""
        self.match: Any = MatchServiceStub(self.channel("match"))

    def channel(self, service: str) -> grpc.aio.Channel:
        """A channel to a service."""
        channel = grpc.aio.insecure_channel(self._processes[service]["address"])
        self._channels.append(channel)
        return channel

    async def log_in(self) -> None:
        """Logs in by the outbox, and looks the game up."""
        players: Any = PlayersServiceStub(self.channel("players"))
        await players.RequestCode(players_pb2.RequestCodeRequest(email=EMAIL))
        mails = (await players.ListOutbox(players_pb2.ListOutboxRequest())).mails
        code = re.findall(r"\b\d{6}\b", mails[0].body)[0]
        session = await players.LogIn(players_pb2.LogInRequest(email=EMAIL, code=code))
        exchanged = await players.Exchange(players_pb2.ExchangeRequest(secret=session.secret))
        self._metadata, self._player_id = bearer(exchanged.token), session.player.id
        rules: Any = RulesServiceStub(self.channel("rules"))
        self._game_id = (await rules.Get(rules_pb2.GetRequest(name=GAME), metadata=self._metadata)).game.id

    async def play(self, counted: Counted, until: float) -> None:
        """Plays one match after the other until an instant of the monotonic clock."""
        while time.monotonic() < until:
            request = match_pb2.CreateRequest(
                game_id=self._game_id, player_ids=[self._player_id, RANDOM_ID], request_id=secrets.token_hex(8)
            )
            match = (await self.match.Create(request, metadata=self._metadata)).match
            await self._play_one(match.id, counted, until)

    async def _play_one(self, match_id: str, counted: Counted, until: float) -> None:
        watch = self.match.Watch(match_pb2.WatchRequest(match_id=match_id), metadata=self._metadata)
        moved_at: float | None = None
        async for answer in watch:
            match = answer.match
            if match.status == match_pb2.STATUS_ENDED:
                counted.ended += 1
                return
            if time.monotonic() >= until:
                watch.cancel()
                return
            view = json.loads(match.view)
            if match.viewer not in view["acting"]:
                continue
            if moved_at is not None:
                counted.turns += 1  # Random's
                counted.replies_ms.append(1000 * (time.monotonic() - moved_at))
            moved_at = time.monotonic()
            await self._move(match, secrets.choice(view["legal"])["move"])
            counted.latencies_ms.append(1000 * (time.monotonic() - moved_at))
            counted.turns += 1

    async def _move(self, match: match_pb2.Match, move: str) -> None:
        request = match_pb2.PlayRequest(
            match_id=match.id, view_version=match.view_version, request_id=str(match.view_version), moves=[move]
        )
        await self.match.Play(request, metadata=self._metadata)

    async def close(self) -> None:
        """Closes the channels."""
        for channel in self._channels:
            await channel.close()


@contextmanager
def platform(state: Path) -> Iterator[None]:
    """The platform, running."""
    command = [sys.executable, "-m", "services.laptop", "--state", str(state), "--port", str(_free_port())]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:  # noqa: S603 - our own program
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


def commits_per_s(folder: Path) -> float:
    """Durable transactions of one row that SQLite commits in a second, one after the other."""
    connection = sqlite3.connect(folder / "peer.sqlite", isolation_level=None)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("CREATE TABLE row (text TEXT)")
    count, begun = 0, time.monotonic()
    while time.monotonic() - begun < PEER_S:
        connection.execute("INSERT INTO row VALUES (?)", ("x" * 200,))
        count += 1
    connection.close()
    return count / PEER_S


async def calls_per_s() -> float:
    """Calls that a gRPC service in a process of its own answers in a second, when it has nothing to do."""
    command = (sys.executable, "-c", ECHO)
    echo = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    port = int(await echo.stdout.readline()) if echo.stdout else 0
    async with grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:
        call: Any = channel.unary_unary("/echo/Echo")
        until = time.monotonic() + PEER_S
        counts = await asyncio.gather(*(_call(call, until) for _ in range(CALLERS)))
    echo.terminate()
    await echo.wait()
    return sum(counts) / PEER_S


async def _call(call: Any, until: float) -> int:
    count = 0
    while time.monotonic() < until:
        await call(b"x" * 200)
        count += 1
    return count


ECHO = """
import asyncio, grpc.aio
async def main():
    async def echo(request, context):
        return request
    server = grpc.aio.server()
    handlers = {"Echo": grpc.unary_unary_rpc_method_handler(echo)}
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler("echo", handlers),))
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    print(port, flush=True)
    await server.wait_for_termination()
asyncio.run(main())
"""


def measure(matches: int, seconds: float) -> str:
    """Runs everything and says what came of it."""
    with tempfile.TemporaryDirectory(prefix="redscience-bench-") as folder:
        commits, calls = commits_per_s(Path(folder)), asyncio.run(calls_per_s())
        state = Path(folder) / "state"
        with platform(state):
            counted = asyncio.run(play_all(state, matches, seconds))
    turns = counted.turns / seconds
    return (
        f"{matches} matches of {GAME} at once for {seconds:.0f} s: {turns:.0f} turns/s, {counted.ended} ended\n"
        f"  of {commits:.0f} bare SQLite commits/s: {turns / commits:.3f}\n"
        f"  of {calls:.0f} bare gRPC calls/s:      {turns / calls:.3f}\n"
        f"  a move of ours:  {_spread(counted.latencies_ms)}\n"
        f"  Random's reply:  {_spread(counted.replies_ms)}"
    )


async def play_all(state: Path, matches: int, seconds: float) -> Counted:
    """Plays so many matches at once for so long."""
    clients, counted = Clients(state), Counted()
    await clients.log_in()
    until = time.monotonic() + seconds
    await asyncio.gather(*(clients.play(counted, until) for _ in range(matches)))
    await clients.close()
    return counted


def _spread(milliseconds: list[float]) -> str:
    if len(milliseconds) < 2:  # noqa: PLR2004 - a percentile needs two
        return "too few"
    percentiles = statistics.quantiles(milliseconds, n=100)
    return f"p50 {percentiles[49]:.0f} ms, p99 {percentiles[98]:.0f} ms"


def main() -> None:
    """Measures and reports."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--matches", type=int, default=200, help="at once (200)")
    parser.add_argument("--seconds", type=float, default=30.0, help="for how long (30)")
    arguments = parser.parse_args()
    sys.stdout.write(measure(arguments.matches, arguments.seconds) + "\n")


if __name__ == "__main__":
    main()
