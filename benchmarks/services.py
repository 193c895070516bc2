"""Many matches at once on the whole platform, beside what this machine gives at best.

The platform runs as `redscience up` does. A program plays all matches against Random over one stream (`Serve`), or as
people do, with a call for each move and a stream for each match (`--unary`). In the same run, on the same disk: how
many transactions of one row SQLite commits in a second, one after the other and as durably as the services do, and how
many calls a gRPC service answers that does nothing. What is reported are turns a second (Random's included), as shares
of these, how long it takes from an answer until its match asks again, and how much CPU each process spends on a turn.

    python -m benchmarks.services [--matches N …] [--seconds S] [--game NAME] [--think MS] [--unary]
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
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
from collections.abc import AsyncIterator, Iterator, Mapping
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

EMAIL = "bench@example.org"
STOP_S = 20.0
PEER_S = 3.0
CALLERS = 16
WARM_UP_S = 3.0
CREATED_AT_ONCE = 16
CLOCK_TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True, slots=True)
class Load:
    """What is played.

    Attributes:
        matches: at once.
        think_ms: how long our side thinks about a move on average, evenly from half to one and a half of it; 0 for
            an answer at once.
        unary: a call for each move and a stream for each match.
    """

    game: str
    matches: int
    seconds: float
    think_ms: float
    unary: bool


@dataclass(slots=True)
class Counted:
    """What the matches did since the warm-up.

    Attributes:
        turns: made by both sides.
        replies_ms: from an answer of ours until its match asked us again: both turns judged, stored and told.
        ended: matches that were played to their end.
        cpu_s: spent by each process of the platform, and by us.
    """

    turns: int = 0
    replies_ms: list[float] = field(default_factory=list)
    ended: int = 0
    cpu_s: Mapping[str, float] = field(default_factory=dict)


class Person:
    """Who plays: one person, and the services as they reach them.

    Args:
        state: the folder of the platform.
        game: its name.
    """

    def __init__(self, state: Path, game: str) -> None:
        self._processes: dict[str, Any] = json.loads((state / "processes.json").read_text())
        self._channels: list[grpc.aio.Channel] = []
        self._game = game
        self._player_id = ""
        self._game_id = ""
        self._creating = asyncio.Semaphore(CREATED_AT_ONCE)
        self.metadata: tuple[tuple[str, str], ...] = ()
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
        self.metadata, self._player_id = bearer(exchanged.token), session.player.id
        rules: Any = RulesServiceStub(self.channel("rules"))
        self._game_id = (await rules.Get(rules_pb2.GetRequest(name=self._game), metadata=self.metadata)).game.id

    async def create(self) -> match_pb2.Match:
        """A match against Random."""
        async with self._creating:
            request = match_pb2.CreateRequest(
                game_id=self._game_id, player_ids=[self._player_id, RANDOM_ID], request_id=secrets.token_hex(8)
            )
            return (await self.match.Create(request, metadata=self.metadata)).match

    def cpu_s(self) -> dict[str, float]:
        """The CPU time that each process of the platform and this one have spent so far."""
        pids = {name: process["pid"] for name, process in self._processes.items()}
        return {name: _cpu_s(pid) for name, pid in {**pids, "us": os.getpid()}.items()}

    async def close(self) -> None:
        """Closes the channels."""
        for channel in self._channels:
            await channel.close()


def _cpu_s(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / CLOCK_TICKS


class Side:
    """Our side of all matches.

    Attributes:
        counted: what has happened since counting began.
    """

    def __init__(self, person: Person, load: Load) -> None:
        self._person = person
        self._load = load
        self.counted = Counted()

    async def play(self) -> Counted:
        """Plays for the time of the load, after a warm-up."""
        raise NotImplementedError

    async def measure(self, warm_up_s: float) -> None:
        """Counts for the time of the load, from the end of the warm-up."""
        await asyncio.sleep(warm_up_s)
        self.counted, before = Counted(), self._person.cpu_s()
        await asyncio.sleep(self._load.seconds)
        self.counted.cpu_s = {name: after_s - before[name] for name, after_s in self._person.cpu_s().items()}


async def _cancelled(*tasks: asyncio.Task[Any]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


class Program(Side):
    """Plays all its matches over one stream, and begins a new one for each that ends."""

    def __init__(self, person: Person, load: Load) -> None:
        super().__init__(person, load)
        self._answers: list[match_pb2.Answer] = []
        self._has_answers = asyncio.Event()
        self._answered_at: dict[str, float] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._dice = random.Random(1)

    async def play(self) -> Counted:
        """Plays for the time of the load, after a warm-up."""
        playing = asyncio.create_task(self._play())
        await asyncio.gather(*(self._person.create() for _ in range(self._load.matches)))
        await self.measure(WARM_UP_S)
        await _cancelled(playing, *self._tasks)
        return self.counted

    async def _play(self) -> None:
        stream = self._person.match.Serve(self._requests(), metadata=self._person.metadata)
        async for message in stream:
            now = time.perf_counter()
            for decision in message.decisions:
                self._note_reply(decision.match_id, now)
                self._answer_in_time(decision)
            for over in message.over:
                self.counted.ended += 1
                self._note_reply(over.match_id, now)
                self._begin(self._person.create())

    def _note_reply(self, match_id: str, now: float) -> None:
        answered_at = self._answered_at.pop(match_id, None)
        if answered_at is not None:
            self.counted.replies_ms.append(1000 * (now - answered_at))
            self.counted.turns += 1  # Random's

    def _answer_in_time(self, decision: match_pb2.Decision) -> None:
        legal = json.loads(decision.view)["legal"]
        answer = match_pb2.Answer(
            match_id=decision.match_id,
            seat=decision.seat,
            view_version=decision.view_version,
            moves=[self._dice.choice(legal)["move"]],
        )
        if self._load.think_ms:
            pause_s = self._load.think_ms / 1000 * self._dice.uniform(0.5, 1.5)
            asyncio.get_running_loop().call_later(pause_s, self._send, answer)
        else:
            self._send(answer)

    def _send(self, answer: match_pb2.Answer) -> None:
        self._answered_at[answer.match_id] = time.perf_counter()
        self.counted.turns += 1
        self._answers.append(answer)
        self._has_answers.set()

    async def _requests(self) -> AsyncIterator[match_pb2.ServeRequest]:
        while True:
            await self._has_answers.wait()
            self._has_answers.clear()
            answers, self._answers = self._answers, []
            for first in range(0, len(answers), 256):
                yield match_pb2.ServeRequest(answers=answers[first : first + 256])

    def _begin(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


class People(Side):
    """As many people as there are matches: each follows theirs, and makes each move by a call."""

    async def play(self) -> Counted:
        """Plays for the time of the load, after a warm-up."""
        playing = [asyncio.create_task(self._play()) for _ in range(self._load.matches)]
        await self.measure(2 * WARM_UP_S)
        await _cancelled(*playing)
        return self.counted

    async def _play(self) -> None:
        while True:
            await self._play_one((await self._person.create()).id)

    async def _play_one(self, match_id: str) -> None:
        watch = self._person.match.Watch(match_pb2.WatchRequest(match_id=match_id), metadata=self._person.metadata)
        moved_at: float | None = None
        async for answer in watch:
            match = answer.match
            if match.status == match_pb2.STATUS_ENDED:
                self.counted.ended += 1
                return
            view = json.loads(match.view)
            if match.viewer not in view["acting"]:
                continue
            if moved_at is not None:
                self.counted.turns += 1  # Random's
                self.counted.replies_ms.append(1000 * (time.perf_counter() - moved_at))
            if self._load.think_ms:
                await asyncio.sleep(self._load.think_ms / 1000)
            moved_at = time.perf_counter()
            await self._move(match, secrets.choice(view["legal"])["move"])
            self.counted.turns += 1

    async def _move(self, match: match_pb2.Match, move: str) -> None:
        request = match_pb2.PlayRequest(
            match_id=match.id, view_version=match.view_version, request_id=str(match.view_version), moves=[move]
        )
        await self._person.match.Play(request, metadata=self._person.metadata)


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


def measure(loads: list[Load]) -> Iterator[str]:
    """Runs everything, and says what came of each load as soon as it is known."""
    with tempfile.TemporaryDirectory(prefix="redscience-bench-") as folder:
        commits, calls = commits_per_s(Path(folder)), asyncio.run(calls_per_s())
        yield f"{calls:.0f} empty gRPC calls/s; {commits:.0f} bare SQLite commits/s"
        for number, load in enumerate(loads):
            state = Path(folder) / str(number)
            with platform(state):
                counted = asyncio.run(_play(state, load))
            yield report(load, counted, calls, commits)


async def _play(state: Path, load: Load) -> Counted:
    person = Person(state, load.game)
    await person.log_in()
    counted = await (People(person, load) if load.unary else Program(person, load)).play()
    await person.close()
    return counted


def report(load: Load, counted: Counted, calls: float, commits: float) -> str:
    """What came of a load, beside what the machine gives."""
    turns = counted.turns / load.seconds
    way = "a call a move" if load.unary else "one stream"
    think = f", thinking {load.think_ms:.0f} ms" if load.think_ms else ""
    cpu = ", ".join(
        f"{name} {1000 * spent / max(1, counted.turns):.2f}"
        for name, spent in sorted(counted.cpu_s.items(), key=lambda item: -item[1])
        if spent
    )
    return (
        f"{load.matches} matches of {load.game}, {way}{think}: {turns:.0f} turns/s, {counted.ended} ended\n"
        f"  of {calls:.0f} empty gRPC calls/s: {turns / calls:.3f}\n"
        f"  of {commits:.0f} bare SQLite commits/s: {turns / commits:.3f}\n"
        f"  until a match asks again: {_spread(counted.replies_ms)}\n"
        f"  CPU a turn, ms: {cpu}"
    )


def _spread(milliseconds: list[float]) -> str:
    if len(milliseconds) < 2:  # noqa: PLR2004 - a percentile needs two
        return "too few"
    percentiles = statistics.quantiles(milliseconds, n=100)
    return f"p50 {percentiles[49]:.1f} ms, p99 {percentiles[98]:.1f} ms"


def main() -> None:
    """Measures and reports."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--matches", type=int, nargs="+", default=[20, 100, 200], help="at once (20 100 200)")
    parser.add_argument("--seconds", type=float, default=15.0, help="for how long each (15)")
    parser.add_argument("--game", default="Connect4", help="what is played (Connect4)")
    parser.add_argument("--think", type=float, default=0.0, help="ms that our side thinks about a move (0)")
    parser.add_argument("--unary", action="store_true", help="a call for each move, as people play")
    arguments = parser.parse_args()
    loads = [
        Load(arguments.game, matches, arguments.seconds, arguments.think, arguments.unary)
        for matches in arguments.matches
    ]
    for line in measure(loads):
        sys.stdout.write(line + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
