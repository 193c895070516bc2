"""When it is looked again for blocks that are to be handed out."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from fixtures.tournaments import DEEP, GREEDY, RANDOM, tournament
from sqlalchemy import Connection

from redscience import families
from redscience.errors import BlockTaken
from services.batch import block_store
from services.batch.__main__ import MIGRATIONS
from services.batch.appointments import GRACE_MS
from services.batch.block_store import HANDED_AGAIN_AFTER_MS, LEASE_MS
from services.batch.blocks import IDLE_S, PERIOD_S, Blocks, first_round
from services.batch.fields import house_player
from services.batch.model import Player
from services.batch.store import Store
from services.batch.watching import Watching
from services.kit.bus import MemoryBus
from services.kit.clock import ManualClock
from services.kit.database import open_database
from services.kit.ids import new_id

HOUR_MS = 3_600_000


async def test_blocks_that_are_played_as_matches_are_watched_as_closely_as_those_of_workers(tmp_path: Path) -> None:
    database = await open_database(f"sqlite:///{tmp_path / 'batch.sqlite'}", MIGRATIONS)
    store, clock, live = Store(house_player), ManualClock(), list[str]()
    blocks = Blocks(database, store, clock, Watching(MemoryBus()), lambda _: None)
    blocks.when_live(live.append)
    assert await blocks.once() == IDLE_S
    made = tournament(RANDOM, DEEP)
    await database.write(lambda connection: store.add(connection, made, new_id(), first_round(made)))
    assert await blocks.once() == PERIOD_S
    assert len(live) == 2
    # Whoever plays them may fall silent any moment.
    for block_id in live:
        await blocks.begin(block_id, new_id(), is_live=True)
    assert await blocks.once() == PERIOD_S
    await database.close()


async def test_what_a_worker_has_lost_is_handed_out_again_though_the_clock_was_set_back(tmp_path: Path) -> None:
    database = await open_database(f"sqlite:///{tmp_path / 'batch.sqlite'}", MIGRATIONS)
    store, clock, handed = Store(house_player), ManualClock(), list[str]()
    blocks = Blocks(database, store, clock, Watching(MemoryBus()), handed.append)
    made = tournament(RANDOM, GREEDY, games_each=10)
    await database.write(lambda connection: store.add(connection, made, new_id(), first_round(made)))
    clock.advance(HOUR_MS)
    await blocks.once()
    first = list(handed)
    # One is taken by a worker that is killed, the others are lost on their way.
    await blocks.begin(first[0], new_id())
    handed.clear()
    clock.advance(-HOUR_MS)
    await blocks.once()
    assert set(handed) >= set(first)
    # And another may take the one whose worker is gone.
    clock.advance(HOUR_MS)
    await blocks.begin(first[1], new_id())
    clock.advance(-HOUR_MS)
    await blocks.begin(first[1], new_id())
    clock.advance(max(LEASE_MS, HANDED_AGAIN_AFTER_MS) - 1)
    handed.clear()
    await blocks.once()
    assert first[1] not in handed
    await database.close()


async def test_people_who_play_another_game_are_given_time_for_the_one_that_would_close(tmp_path: Path) -> None:
    database = await open_database(f"sqlite:///{tmp_path / 'batch.sqlite'}", MIGRATIONS)
    store, clock, bus, live = Store(house_player), ManualClock(), MemoryBus(), list[str]()
    blocks = Blocks(database, store, clock, Watching(bus), lambda _: None)
    blocks.when_live(live.append)
    people = [Player(new_id(), name, "person", entry="accepted") for name in ("Anna", "Ben")]
    one, other = (tournament(*people, game=game, games_each=1) for game in ("RockPaperScissors", "Tic-Tac-Toe"))
    settings = replace(one.settings, window_ms=60_000)
    both = replace(one, settings=settings, games=(*one.games, *other.games), created_at_ms=clock.now_ms())
    await database.write(lambda connection: store.add(connection, both, new_id(), first_round(both)))
    await blocks.once()
    for person in people:
        here = {"tournament_id": both.id, "player_id": person.player_id, "now_ms": clock.now_ms(), "leaves": False}
        await database.write(partial(blocks.appointments.arrive, **here))
    for _ in range(2):  # at one go it would be given back
        clock.advance(30_000)
        await blocks.once()
    playing, closing = dict.fromkeys(live)
    await blocks.begin(playing, new_id(), is_live=True)
    with pytest.raises(BlockTaken, match="waits for people"):
        await blocks.begin(closing, new_id(), is_live=True)
    block = await database.read(lambda connection: block_store.find(connection, closing))
    assert block is not None
    assert (block.is_waiting, block.closes_at_ms) == (True, clock.now_ms() + GRACE_MS)
    await database.close()


async def test_who_was_here_while_the_clock_was_ahead_is_not_for_an_hour_after(tmp_path: Path) -> None:
    database = await open_database(f"sqlite:///{tmp_path / 'batch.sqlite'}", MIGRATIONS)
    store, clock, live = Store(house_player), ManualClock(), list[str]()
    blocks = Blocks(database, store, clock, Watching(MemoryBus()), lambda _: None)
    blocks.when_live(live.append)
    anna, ben = (Player(new_id(), name, "person", entry="accepted") for name in ("Anna", "Ben"))
    made = tournament(anna, ben, games_each=1)
    made = replace(made, settings=replace(made.settings, window_ms=24 * HOUR_MS), created_at_ms=clock.now_ms())
    await database.write(lambda connection: store.add(connection, made, new_id(), first_round(made)))
    await blocks.once()

    async def arrive(person: Player) -> None:
        here = {"tournament_id": made.id, "player_id": person.player_id, "now_ms": clock.now_ms(), "leaves": False}
        await database.write(partial(blocks.appointments.arrive, **here))
        await blocks.once()

    clock.advance(HOUR_MS)
    await arrive(anna)
    clock.advance(-HOUR_MS)
    await arrive(ben)
    assert live == []
    await arrive(anna)
    assert len(set(live)) == 1
    await database.close()


async def test_whoever_has_made_many_tournaments_takes_turns_as_if_they_had_one(tmp_path: Path) -> None:
    database = await open_database(f"sqlite:///{tmp_path / 'batch.sqlite'}", MIGRATIONS)
    store, anna, ben = Store(house_player), new_id(), new_id()
    made = [
        replace(tournament(RANDOM, GREEDY, games_each=100), mark=mark, made_by_id=maker)
        for mark, maker in enumerate((anna, anna, anna, ben))
    ]
    for each in made:
        await database.write(partial(store.add, tournament=each, request_id=new_id(), first=first_round(each)))
    makers, by_id = [], {each.id: each for each in made}
    for now_ms in range(1, 17):

        def cut(connection: Connection, now_ms: int = now_ms) -> str:
            next_id = block_store.next_to_cut(connection)
            assert next_id is not None
            store.cut(connection, next_id, now_ms)
            return next_id

        makers.append(await database.write(cut))
    assert [by_id[each].made_by_id for each in makers].count(ben) == 8
    assert {makers.count(each.id) for each in made[:3]} == {2, 3}
    await database.close()


@pytest.mark.parametrize("players", [(RANDOM, GREEDY), (RANDOM, DEEP)], ids=["by workers", "as matches"])
async def test_a_tournament_of_a_game_that_is_read_no_more_is_paused_and_goes_on_when_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, players: tuple[Player, ...]
) -> None:
    database = await open_database(f"sqlite:///{tmp_path / 'batch.sqlite'}", MIGRATIONS)
    store, clock, handed = Store(house_player), ManualClock(), list[str]()
    blocks = Blocks(database, store, clock, Watching(MemoryBus()), handed.append)
    blocks.when_live(handed.append)
    made, is_live = tournament(*players, game="Undercut"), DEEP in players
    await database.write(lambda connection: store.add(connection, made, new_id(), first_round(made)))

    async def status() -> str:
        known = await database.read(lambda connection: store.find(connection, made.id))
        assert known is not None
        return known.status

    installed = (families.family("variations"),)
    with monkeypatch.context() as without:
        # As after a start without the package of its family.
        without.setattr(families, "every", lambda: installed)
        await blocks.once()
        with pytest.raises(BlockTaken, match="Games with the format 'undercut/1' cannot be played here"):
            await blocks.begin(handed[0], new_id(), is_live=is_live)
        assert await status() == "paused"
        handed.clear()
        clock.advance(60_000)
        await blocks.once()
        assert handed == []
    await database.write(lambda connection: store.set_status(connection, made.id, "running"))
    clock.advance(60_000)
    await blocks.once()
    assert (await blocks.begin(handed[0], new_id(), is_live=is_live)).tournament.id == made.id
    assert await status() == "running"
    await database.close()


async def test_of_few_tournaments_it_is_known_that_their_games_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = await open_database(f"sqlite:///{tmp_path / 'batch.sqlite'}", MIGRATIONS)
    store, handed, read = Store(house_player), list[str](), list[str]()
    blocks = Blocks(database, store, ManualClock(), Watching(MemoryBus()), handed.append)
    monkeypatch.setattr("services.batch.blocks._MOST_READABLE", 2)
    monkeypatch.setattr(families, "saved", read.append)
    for mark in range(3):
        made = replace(tournament(RANDOM, GREEDY, games_each=2), mark=mark)
        await database.write(partial(store.add, tournament=made, request_id=new_id(), first=first_round(made)))
    await blocks.once()
    for block_id in handed:
        await blocks.begin(block_id, "worker")
    assert (len(handed), len(read)) == (3, 3)
    for number, times in ((2, 3), (0, 4), (0, 4)):
        await blocks.renew(handed[number], "worker")
        assert len(read) == times
    await database.close()
