"""When it is looked again for blocks that are to be handed out."""

from __future__ import annotations

from pathlib import Path

from fixtures.tournaments import DEEP, RANDOM, tournament

from services.batch.__main__ import MIGRATIONS
from services.batch.blocks import IDLE_S, PERIOD_S, Blocks, first_round
from services.batch.fields import house_player
from services.batch.store import Store
from services.batch.watching import Watching
from services.kit.bus import MemoryBus
from services.kit.clock import ManualClock
from services.kit.database import open_database
from services.kit.ids import new_id


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
