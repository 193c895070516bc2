"""What a long tournament costs as it grows, as a table: `make bench-tournament`.

    python -m benchmarks.long_tournament [--games 1000000] [--greedy] [--minutes 10]

A platform of its own plays Random against Random in Connect4. Each row says how things stand after so many games:
pace since the row before, memory of each process, what is stored, and how long whoever looks has to wait. At the end
stands what that comes to, beside what is wanted of two cores where nothing else runs.
"""

from __future__ import annotations

import argparse
import asyncio
import http.client
import os
import sys
import tempfile
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.services.platform import Person, Platform, running
from redscience.api.batch.v1 import batch_pb2 as pb
from redscience.api.batch.v1.batch_pb2_grpc import BatchServiceStub
from redscience.names import GREEDY_ID, RANDOM_ID
from services.gateway.security import COOKIE
from services.kit.ids import new_id

GAME = "Connect4"
WANTED_PACE = 3_000
"""Games a second that are kept, of Random against Random on two cores."""
BULK, WANTED_BULK_S = 10_000, 10.0
"""So many games are to be rated in so many seconds."""
FIRST_ROW = 10_000
LOOK_S = 0.5
LEAST_US = 5
RENEW_S = 240
MEBI = 1 << 20
HEADER = ("games", "games/s", "CPU a game", "page", "JSON", "CSV", "games listed", "stored", "memory")


@dataclass(slots=True)
class Row:
    """How things stand.

    Attributes:
        games, at_s, cpu_s: so many had been played at that time, for so much of the processor by each process.
        cells: what is printed of it.
    """

    games: int
    at_s: float
    cpu_s: Mapping[str, float]
    cells: tuple[str, ...]


class Watcher(Person):
    """Somebody who makes a tournament, and looks at it by programs and by pages."""

    def __init__(self, platform: Platform) -> None:
        super().__init__(platform)
        self.batch: Any = BatchServiceStub(self.channel("batch"))

    async def begin(self, games: int, opponent_id: str) -> str:
        """Makes the tournament, of Random against somebody."""
        request = pb.CreateRequest(
            request_id=new_id(),
            game_ids=[await self.game_id(GAME)],
            players=[pb.Player(player_id=RANDOM_ID), pb.Player(player_id=opponent_id)],
            games_each=games,
            rated=True,
        )
        return str((await self.batch.Create(request, metadata=self.metadata)).tournament.id)

    async def progress(self, own_id: str) -> pb.Progress:
        """How far it is."""
        answer = await self.batch.Get(pb.GetRequest(tournament_id=own_id), metadata=self.metadata)
        progress: pb.Progress = answer.tournament.progress
        return progress

    async def list_last(self, own_id: str, played: int) -> float:
        """How long the last hundred games take to be listed, in seconds."""
        began = time.perf_counter()
        request = pb.ListGamesRequest(tournament_id=own_id, first=max(0, played - 100), page_size=100)
        await self.batch.ListGames(request, metadata=self.metadata)
        return time.perf_counter() - began

    def asked(self, path: str) -> float:
        """How long the gateway takes to answer, in seconds."""
        connection = http.client.HTTPConnection(self.platform.address("gateway"), timeout=60)
        began = time.perf_counter()
        connection.request("GET", path, headers={"Cookie": f"{COOKIE}={self.secret}"})
        answer = connection.getresponse()
        answer.read()
        connection.close()
        if answer.status != http.client.OK:
            raise SystemExit(f"{path} is answered by {answer.status}.")
        return time.perf_counter() - began


async def played(platform: Platform, games: int, opponent_id: str, minutes: float) -> None:
    """Has the tournament played, and prints a row whenever twice as many games have been."""
    watcher = Watcher(platform)
    await watcher.log_in()
    own_id = await watcher.begin(games, opponent_id)
    begun_at_s = time.monotonic()
    begun_cpu_s = platform.cpu_s()
    last, due = Row(0, begun_at_s, begun_cpu_s, ()), FIRST_ROW
    renewed_at_s = begun_at_s
    while True:
        if time.monotonic() - renewed_at_s > RENEW_S:
            await watcher.renew()
            renewed_at_s = time.monotonic()
        progress = await watcher.progress(own_id)
        is_last = progress.status != pb.STATUS_RUNNING or time.monotonic() - begun_at_s > 60 * minutes
        if progress.games_played >= due or is_last:
            last = await _row(watcher, own_id, progress.games_played, last)
            _line(last.cells)
            due = 2 * due
        if is_last:
            break
        await asyncio.sleep(LOOK_S)
    _say_whole(last, last.at_s - begun_at_s, {name: last.cpu_s[name] - begun_cpu_s[name] for name in last.cpu_s})
    await watcher.close()


def _say_whole(last: Row, took_s: float, cpu_s: Mapping[str, float]) -> None:
    """What it came to beside what is wanted, and by the processor alone, which other work slows less."""
    games = max(1, last.games)
    pace, by_cpu = games / took_s, (os.cpu_count() or 1) * games / sum(cpu_s.values())
    sys.stdout.write(f"\n{last.games} games in {took_s:.0f} s: {pace:.0f} kept games/s, {WANTED_PACE} wanted;")
    sys.stdout.write(
        f" {by_cpu:.0f} if all cores did nothing else (of {1000 * sum(cpu_s.values()) / games:.2f} ms CPU a game)\n"
    )
    rating_s = BULK * cpu_s["rating"] / games
    sys.stdout.write(f"{BULK} games are rated in {rating_s:.1f} s of CPU, {WANTED_BULK_S:.0f} s wanted\n")


async def _row(watcher: Watcher, own_id: str, games: int, last: Row) -> Row:
    platform = watcher.platform
    now_s, cpu_s = time.monotonic(), platform.cpu_s()
    since = max(1, games - last.games)
    spent_us = {name: round(1_000_000 * (cpu_s[name] - last.cpu_s[name]) / since) for name in cpu_s}
    waits = [
        await asyncio.to_thread(watcher.asked, path)
        for path in (
            f"/tournaments/{own_id}",
            f"/api/tournaments/{own_id}/tournament.json",
            f"/api/tournaments/{own_id}/standings.csv",
        )
    ]
    waits.append(await watcher.list_last(own_id, games))
    memory = {name: platform.memory_bytes(name) // MEBI for name in platform.services}
    cells = (
        str(games),
        f"{(games - last.games) / (now_s - last.at_s):.0f}",
        _each({name: spent for name, spent in spent_us.items() if spent >= LEAST_US}, "µs"),
        *(f"{1000 * wait:.0f} ms" for wait in waits),
        _each(_stored(platform.state), "MiB"),
        _each(memory, "MiB"),
    )
    return Row(games, now_s, cpu_s, cells)


def _each(amounts: Mapping[str, int], unit: str) -> str:
    return ", ".join(f"{name} {amount}" for name, amount in amounts.items()) + f" {unit}"


def _stored(state: Path) -> dict[str, int]:
    """What the services keep that take part, in MiB."""
    files = {name: state.rglob(f"{name}.sqlite*") for name in ("batch", "rating")}
    return {name: sum(path.stat().st_size for path in paths) // MEBI for name, paths in files.items()}


def _line(cells: Iterable[str]) -> None:
    sys.stdout.write(f"| {' | '.join(cells)} |\n")
    sys.stdout.flush()


def main() -> None:
    """Measures, and prints the table in Markdown."""
    parser = argparse.ArgumentParser("benchmarks.long_tournament", description="Measures a long tournament.")
    parser.add_argument("--games", type=int, default=1_000_000, help="in all (1000000)")
    parser.add_argument("--greedy", action="store_true", help="Random plays against Greedy, which is slower")
    parser.add_argument("--minutes", type=float, default=60.0, help="it is not looked at for longer (60)")
    chosen = parser.parse_args()
    sys.stdout.write(f"{os.cpu_count()} cores\n\n")
    _line(HEADER)
    _line("---" for _ in HEADER)
    with tempfile.TemporaryDirectory() as folder, running(Path(folder), "") as platform:
        opponent_id = GREEDY_ID if chosen.greedy else RANDOM_ID
        asyncio.run(played(platform, chosen.games, opponent_id, chosen.minutes))


if __name__ == "__main__":
    main()
