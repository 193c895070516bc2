"""People in tournaments who say something at one moment: each of them is told by what the other has said."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from functools import partial
from typing import TypeVar

import pytest
from fixtures.databases import Databases, postgres_only
from fixtures.patience import PATIENCE_S
from fixtures.tournaments import tournament
from sqlalchemy import Connection, text

from services.batch import block_store, entries
from services.batch.__main__ import MIGRATIONS
from services.batch.appointments import Appointments
from services.batch.blocks import first_round
from services.batch.creation import games_total
from services.batch.fields import house_player
from services.batch.model import Entry, Player, Tournament
from services.batch.rounds import schedule
from services.batch.store import Store
from services.kit.database import Database, open_database
from services.kit.ids import new_id

pytestmark = postgres_only  # on SQLite one unit of work runs after the other

T = TypeVar("T")
NOW_MS, WINDOW_MS = 1_700_000_000_000, 3_600_000
WAITS_FOR_ME = text("SELECT count(*) FROM pg_locks WHERE NOT granted AND transactionid = pg_current_xact_id()::xid")


@pytest.fixture
async def database(databases: Databases) -> AsyncIterator[Database]:
    opened = await open_database(databases.of_service("batch"), MIGRATIONS)
    yield opened
    await opened.close()


@pytest.fixture
def store() -> Store:
    return Store(house_player)


def asked(**said: Entry) -> Tournament:
    """A tournament of people who have said this, by their names."""
    people = (Player(new_id(), name, "person", entry=entry) for name, entry in said.items())
    made = tournament(*people, game="Tic-Tac-Toe", games_each=1)
    return replace(
        made,
        status="inviting" if "invited" in said.values() else "running",
        settings=replace(made.settings, window_ms=WINDOW_MS),
        games_total=games_total(made),
    )


async def added(database: Database, store: Store, made: Tournament) -> Tournament:
    first = None if made.status == "inviting" else first_round(made)
    assert await database.write(lambda connection: store.add(connection, made, new_id(), first))
    return made


async def at_once(database: Database, one: Callable[[Connection], T], other: Callable[[Connection], T]) -> tuple[T, T]:
    """Runs two units of work, of which the other waits for the one when that ends."""
    is_done = threading.Event()

    def first(connection: Connection) -> T:
        result = one(connection)
        is_done.set()
        give_up_at = time.monotonic() + PATIENCE_S
        while not connection.execute(WAITS_FOR_ME).scalar_one():
            assert time.monotonic() < give_up_at, "the other does not wait"
            time.sleep(0.005)
        return result

    def second(connection: Connection) -> T:
        assert is_done.wait(PATIENCE_S)
        return other(connection)

    return tuple(await asyncio.gather(database.write(first), database.write(second)))


def accepts(store: Store, own: Tournament, number: int) -> Callable[[Connection], Tournament]:
    player_id = own.players[number].player_id
    return partial(
        entries.answer, store=store, tournament_id=own.id, player_id=player_id, now_ms=NOW_MS, entry="accepted"
    )


async def found(database: Database, store: Store, own: Tournament) -> Tournament:
    seen = await database.read(lambda connection: store.find(connection, own.id))
    assert seen is not None
    return seen


async def test_a_tournament_begins_when_the_last_two_accept_at_once(database: Database, store: Store) -> None:
    own = await added(database, store, asked(anna="accepted", ben="invited", carl="invited"))
    _, told = await at_once(database, accepts(store, own, 1), accepts(store, own, 2))
    assert told.status == "running"
    assert (await found(database, store, own)).status == "running"


async def test_who_accepts_while_the_maker_begins_plays(database: Database, store: Store) -> None:
    own = await added(database, store, asked(anna="accepted", ben="accepted", carl="invited", dora="invited"))
    begin = partial(entries.begin, store=store, tournament_id=own.id, now_ms=NOW_MS)
    await at_once(database, accepts(store, own, 2), begin)
    begun = await found(database, store, own)
    assert [player.name for player in begun.players] == ["anna", "ben", "carl"]
    assert begun.games_total == games_total(begun)
    (round_,) = await database.read(lambda connection: store.rounds(connection, own.id))
    assert round_.end == len(schedule(begun, round_))


async def test_a_game_is_called_when_its_two_people_come_at_once(database: Database, store: Store) -> None:
    own = await added(database, store, asked(anna="accepted", ben="accepted"))
    block = await database.write(lambda connection: store.cut(connection, own.id, NOW_MS))
    assert block is not None
    anna, ben = (
        partial(Appointments(store).arrive, tournament_id=own.id, player_id=each.player_id, now_ms=NOW_MS, leaves=False)
        for each in own.players
    )
    await at_once(database, anna, ben)
    called = await database.read(lambda connection: block_store.find(connection, block.id))
    assert called is not None
    assert (called.called, called.is_waiting) == (1, False)
