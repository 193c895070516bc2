"""What the match service keeps of large matches: whoever has many of them takes no more than is there for all."""

from __future__ import annotations

import gc
import json
import tracemalloc
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from fixtures.databases import Databases, sqlite_only
from fixtures.huge import HUGE_FILE
from fixtures.matches import ANNA, STARTED_MS, human, match_of, random_player

from redscience import families
from redscience.api.match.v1 import match_pb2
from services.kit.clock import ManualClock
from services.kit.database import open_database
from services.kit.ids import new_id
from services.match import turns
from services.match.__main__ import MIGRATIONS
from services.match.adjudicator import Adjudicator
from services.match.alarms import Alarms
from services.match.downtime import Downtime
from services.match.messages import match_message
from services.match.model import Snapshot
from services.match.store import Request
from services.match.table import laid

MATCHES = 10
KEPT_MIB = 10


@pytest.fixture
def traced() -> Iterator[Callable[[], float]]:
    """The MiB that are held of what has been made since: what a process takes tells of other tests, too."""
    tracemalloc.start()

    def held() -> float:
        gc.collect()
        return tracemalloc.get_traced_memory()[0] / (1 << 20)

    yield held
    tracemalloc.stop()


@sqlite_only
async def test_what_large_matches_take_is_bounded(
    databases: Databases, traced: Callable[[], float], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("services.match.snapshot_cache._MOST_BYTES", KEPT_MIB << 20)
    clock = ManualClock(STARTED_MS)
    database = await open_database(databases.of_service("match"), MIGRATIONS)
    game = families.read(json.dumps(HUGE_FILE)).game()
    adjudicator = Adjudicator(
        database=database,
        clock=clock,
        load_game=lambda _: game,
        downtime=Downtime(database),
        alarms=Alarms(clock),
        most_held=500,
    )

    async def make(number: int) -> None:
        seats = [human("black", 0, ANNA), *(random_player(seat, at) for at, seat in enumerate(game.seats[1:], 1))]
        match = replace(match_of(game, *seats, seed=f"{number:032x}"), id=new_id())

        def begin(now_ms: int) -> turns.Change:
            return turns.begin(Snapshot(match, laid(game, match.seed), {}), now_ms)

        def told(snapshot: Snapshot, now_ms: int) -> match_pb2.Match:
            return match_message(snapshot, "black", now_ms)

        made = await adjudicator.add("{}", begin, Request(ANNA, f"r{number}", ""), told, lambda _: None)
        move = json.loads(made.view)["legal"][number]["move"]
        await adjudicator.take(
            match.id,
            lambda snapshot, now_ms: turns.play(snapshot, "black", (move,), 1, now_ms),
            lambda snapshot, _: [len(snapshot.table.view(seat)) for seat in snapshot.table.state.acting],
        )

    for number in range(3):  # what a process takes once is taken then, moves in hand included
        await make(number)
    before = traced()
    for number in range(3, MATCHES):
        await make(number)
    more = traced() - before
    await database.close()
    assert more < 2 * KEPT_MIB, "unbounded they took 7 MiB each"
