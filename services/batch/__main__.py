"""The batch service: `python -m services.batch`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from sqlalchemy import Connection

from redscience.api.batch.v1.batch_pb2_grpc import add_BatchServiceServicer_to_server
from redscience.api.match.v1.match_pb2_grpc import MatchServiceStub
from services.batch import entries
from services.batch.benchmark import RatingLeaderboards
from services.batch.blocks import Blocks, Hand
from services.batch.entrants import MatchEntrants
from services.batch.fields import house_player
from services.batch.live import LiveBlocks
from services.batch.model import Tournament
from services.batch.schema import erased
from services.batch.servicer import ACCESS, BatchServicer
from services.batch.store import Store
from services.batch.watching import Watching
from services.batch.worker import QUEUE
from services.kit.erased import Erased
from services.kit.process import Process, run
from services.kit.rulebook import RulesRulebook
from services.kit.universes import PlayersUniverses

MIGRATIONS = Path(__file__).parent / "migrations"


async def compose(process: Process, hand: Hand | None = None) -> None:
    """Makes the parts and puts them together; tests hand blocks to workers of their own."""
    database = await process.database(MIGRATIONS)
    store, watching = Store(house_player), Watching(process.bus)
    hand = hand or partial(hand_to_worker, process.config.broker_url)
    blocks = Blocks(database, store, process.clock, watching, hand)
    live = LiveBlocks(blocks, MatchServiceStub(process.channels.own("match")), database, store)
    blocks.when_live(live.play)
    servicer = BatchServicer(
        database=database,
        store=store,
        blocks=blocks,
        rulebook=RulesRulebook(process.channels.forward("rules")),
        entrants=MatchEntrants(process.channels.own("match")),
        leaderboards=RatingLeaderboards(process.channels.forward("rating")),
        universes=PlayersUniverses(process.channels.forward("players")),
        watching=watching,
        clock=process.clock,
    )
    process.serve(add_BatchServiceServicer_to_server, servicer, ACCESS)
    await watching.listen()

    async def erase(told: Sequence[Erased]) -> None:
        renamed = {each.player_id: each.name for each in told if each.is_renamed}
        names, now_ms = {each.player_id: each.name for each in told if not each.is_renamed}, process.clock.now_ms()

        def work(connection: Connection) -> Sequence[Tournament]:
            store.erase(connection, renamed)
            return entries.erase(connection, store, names, now_ms)

        for each in await database.write(work):
            await watching.changed(each.id)
        blocks.wake()

    process.follow_erasures(database, erased, erase)
    process.keep_running("blocks", blocks.run)
    process.keep_running("live blocks", live.run)


def hand_to_worker(broker_url: str, block_id: str) -> None:
    """Hands a block to a worker. Celery is slow to load, and is not needed before the first one."""
    from services.batch.tasks import hand_over  # noqa: PLC0415 - see above
    from services.kit.broker import celery_app  # noqa: PLC0415 - likewise

    hand_over(celery_app(broker_url, QUEUE), block_id)


if __name__ == "__main__":
    run("batch", compose)
