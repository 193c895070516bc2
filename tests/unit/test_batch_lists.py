"""A page of tournaments is read at once, however many there are on it, and tells what each of them tells of itself."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, cast

import pytest
from fixtures.services import person
from fixtures.tournaments import DEEP, GREEDY, RANDOM, tournament
from test_batch_counting import played, read_by

from redscience.api.batch.v1 import batch_pb2 as pb
from services.batch.__main__ import MIGRATIONS
from services.batch.blocks import Blocks, first_round
from services.batch.counting import text_of
from services.batch.fields import house_player
from services.batch.model import Block, Played, Player, Tournament
from services.batch.servicer import BatchServicer
from services.batch.store import Store
from services.batch.watching import Watching
from services.kit.bus import MemoryBus
from services.kit.clock import ManualClock
from services.kit.database import Database, open_database
from services.kit.identity import set_caller
from services.kit.ids import new_id

ANNA, BEN, CARL = (Player(new_id(), name, "person", entry="accepted") for name in ("Anna", "Ben", "Carl"))
ASKED = replace(CARL, entry="invited")
SECOND_MS = 1_000


class Lists:
    """The batch service's database, and tournaments in it."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._marks = count()
        self.clock = ManualClock()

    async def add(self, *players: Player, **changes: Any) -> Tournament:
        """Adds a tournament, whose first block is handed out."""
        made = replace(tournament(*players, games_each=40), mark=next(self._marks), created_at_ms=self.clock.now_ms())
        made = replace(made, settings=replace(made.settings, window_ms=60_000 if made.people else 0), **changes)
        store = Store(house_player)
        first = None if made.status == "inviting" else first_round(made)
        await self._database.write(partial(store.add, tournament=made, request_id=new_id(), first=first))
        await self._cut(made)
        return made

    async def play(self, made: Tournament) -> None:
        """Plays a block of one."""
        block, store = await self._cut(made), Store(house_player)
        assert block is not None
        told = Played(b"", text_of(played(made, block.first, block.count)), "", SECOND_MS)
        assert await self._blocks(store).finish(block.id, told)

    async def listed(self, **asked: Any) -> tuple[list[pb.Tournament], int]:
        """A page, told by a service that knows of none yet, and how many questions it has asked of the database."""
        servicer = self._servicer()
        with read_by() as statements:
            answer = await servicer.List(pb.ListRequest(**asked), cast("Any", None))
        return list(answer.tournaments), sum(statement.startswith("SELECT") for statement in statements)

    async def told(self, tournament_id: str) -> pb.Tournament:
        """A tournament by itself."""
        answer = await self._servicer().Get(pb.GetRequest(tournament_id=tournament_id), cast("Any", None))
        return answer.tournament

    async def _cut(self, made: Tournament) -> Block | None:
        store, now_ms = Store(house_player), self.clock.now_ms()
        return await self._database.write(lambda connection: store.cut(connection, made.id, now_ms))

    def _blocks(self, store: Store) -> Blocks:
        return Blocks(self._database, store, self.clock, Watching(MemoryBus()), lambda _: None)

    def _servicer(self) -> BatchServicer:
        nobody, store = cast("Any", None), Store(house_player)
        return BatchServicer(
            database=self._database,
            store=store,
            blocks=self._blocks(store),
            rulebook=nobody,
            entrants=nobody,
            leaderboards=nobody,
            universes=nobody,
            watching=Watching(MemoryBus()),
            clock=self.clock,
        )


@pytest.fixture
async def lists(tmp_path: Path) -> AsyncIterator[Lists]:
    """As Anna asks for them."""
    database = await open_database(f"sqlite:///{tmp_path / 'batch.sqlite'}", MIGRATIONS)
    set_caller(person(ANNA.player_id), "")
    yield Lists(database)
    await database.close()


async def fill(lists: Lists) -> None:
    """One tournament of every kind: the house's, with bots, and with people, who play or are asked."""
    house = await lists.add(RANDOM, GREEDY)
    lists.clock.advance(SECOND_MS)
    await lists.play(house)
    await lists.add(RANDOM, DEEP)
    await lists.add(ANNA, BEN, CARL)
    await lists.add(ANNA, GREEDY)
    await lists.add(ANNA, BEN, ASKED, status="inviting")
    await lists.add(RANDOM, GREEDY, status="paused")


@pytest.mark.parametrize("asked", [{}, {"own": True}], ids=["all", "own"])
async def test_a_page_is_read_by_as_many_questions_however_many_are_on_it(lists: Lists, asked: dict[str, Any]) -> None:
    await fill(lists)
    few, questions = await lists.listed(**asked)
    assert [each.status for each in few].count(pb.STATUS_INVITING) == 1
    assert sum(bool(each.progress.pairings) for each in few) == 2
    assert any(each.progress.games_per_second for each in few) != bool(asked)
    await fill(lists)
    await fill(lists)
    many, more_questions = await lists.listed(**asked, page_size=100)
    assert len(many) == 3 * len(few)
    assert more_questions == questions <= 7
    for each in many:
        assert each == await lists.told(each.id)
