"""A leaderboard of a million players: what it costs to show it, and to apply one more match.

Run `python -m benchmarks.leaderboards`. Everything is the rating service's own from the database up, in this process,
one call after the other: what is left out is gRPC.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, insert, text

from benchmarks.services.databases import own_databases
from benchmarks.services.report import spread
from services.kit.database import Database, open_database
from services.kit.ids import new_id
from services.kit.universes import PUBLIC
from services.rating import queries, store
from services.rating.__main__ import MIGRATIONS
from services.rating.leaderboard import LeaderboardKey
from services.rating.result import MatchResult, SeatResult
from services.rating.schema import boards, records

SAMPLES = 500
_ROWS_AT_ONCE = 20_000
_BOARD = LeaderboardKey(PUBLIC, new_id())


def rows(players: Sequence[str], dice: random.Random) -> Iterator[list[dict[str, Any]]]:
    """Records of players whose skill differs, some thousands at a time."""
    for first in range(0, len(players), _ROWS_AT_ONCE):
        yield [_row(player, dice) for player in players[first : first + _ROWS_AT_ONCE]]


def _row(player: str, dice: random.Random) -> dict[str, Any]:
    mu, sigma, held_since_ms = dice.gauss(25, 5), dice.uniform(1.5, 8), dice.randrange(1, 10**12)
    top_burst = dice.uniform(0, 4)
    return {
        "universe": _BOARD.universe,
        "game_id": _BOARD.game_id,
        "player_id": player,
        "mu": mu,
        "sigma": sigma,
        "rating": mu - 3 * sigma,
        "played": 9,
        "won": 4,
        "drawn": 1,
        "lost": 4,
        "top_burst": top_burst,
        "level": mu - 3 * sigma + top_burst,
        "held_since_ms": held_since_ms,
        "seniority": -held_since_ms,
        "last_match_at_ms": held_since_ms,
        "turns": 40,
        "thinking_ms": 200_000,
    }


def duel(players: Sequence[str], dice: random.Random) -> MatchResult:
    """A match of two of them."""
    winner, loser = dice.sample(players, 2)
    return MatchResult(
        event_id=new_id(),
        match_id=new_id(),
        game_id=_BOARD.game_id,
        universe=_BOARD.universe,
        rated=True,
        started_at_ms=10**12,
        ended_at_ms=10**12 + 1,
        seats=(
            SeatResult("black", winner, "person", "win", 0, 4, 8_000),
            SeatResult("white", loser, "person", "lose", 1, 4, 8_000),
        ),
        chaos=None,
    )


async def measure(server_url: str, count: int) -> AsyncIterator[str]:
    """A line for each thing that is asked for or done."""
    dice, players = random.Random(1), [new_id() for _ in range(count)]
    async with _opened(server_url) as database:
        await _fill(database, players, dice)

        def shown(connection: Connection) -> object:
            return queries.board(connection, _BOARD, {dice.choice(players)}, 10)

        def around(connection: Connection) -> object:
            return queries.list_around(connection, _BOARD, player=dice.choice(players), size=50)

        def applied(connection: Connection) -> object:
            return store.apply(connection, duel(players, dice), now_ms=10**12 + 2)

        for name, call in (
            ("the leaderboard with whoever asks", partial(database.read, shown)),
            ("a page of 50 around a player", partial(database.read, around)),
            ("a match applied", partial(database.write, applied)),
        ):
            yield f"{name}: {await _timed(call)}"


async def _timed(call: Callable[[], Awaitable[object]]) -> str:
    """How long it takes, and the CPU time of this process that it costs: the better measure beside other work."""
    lasted_ms, cpu_s = [], time.process_time()
    for _ in range(SAMPLES):
        begun = time.perf_counter()
        await call()
        lasted_ms.append(1000 * (time.perf_counter() - begun))
    return f"{spread(lasted_ms)}, CPU {1000 * (time.process_time() - cpu_s) / SAMPLES:.2f} ms"


async def _fill(database: Database, players: Sequence[str], dice: random.Random) -> None:
    board = {"universe": _BOARD.universe, "game_id": _BOARD.game_id, "matches": 9, "drawn": 1.0}
    await database.write(lambda connection: connection.execute(insert(boards), board))
    for some in rows(players, dice):
        await database.write(lambda connection, some=some: connection.execute(insert(records), some))  # type: ignore[misc]
    await database.write(lambda connection: connection.execute(text("ANALYZE")))


@asynccontextmanager
async def _opened(server_url: str) -> AsyncIterator[Database]:
    with own_databases(server_url) as url, tempfile.TemporaryDirectory(prefix="redscience-leaderboards-") as folder:
        file = f"sqlite:///{Path(folder) / 'rating.sqlite'}"
        database = await open_database(url.format(service="rating") if url else file, MIGRATIONS)
        try:
            yield database
        finally:
            await database.close()


async def _print(server_url: str, count: int) -> None:
    async for line in measure(server_url, count):
        print(line, flush=True)


def main() -> None:
    """Measures and reports."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.leaderboards", description="Measures a large leaderboard."
    )
    parser.add_argument("--players", type=int, default=1_000_000, help="on the leaderboard (1000000)")
    parser.add_argument(
        "--database", default="", metavar="URL", help="of a PostgreSQL server on which databases may be made"
    )
    arguments = parser.parse_args()
    asyncio.run(_print(arguments.database, arguments.players))


if __name__ == "__main__":
    main()
