"""Runs the rating service: `python -m services.rating`."""

from __future__ import annotations

from pathlib import Path

from redscience.api.batch.v1.batch_pb2_grpc import BatchServiceStub
from redscience.api.match.v1.match_pb2_grpc import MatchServiceStub
from redscience.api.rating.v1.rating_pb2_grpc import add_RatingServiceServicer_to_server
from services.kit.process import Process, run
from services.kit.universes import PlayersUniverses
from services.rating.blocks import PlayedBlocks
from services.rating.events import EndedMatches
from services.rating.servicer import ACCESS, RatingServicer
from services.rating.watching import Watching

MIGRATIONS = Path(__file__).parent / "migrations"


async def compose(process: Process) -> None:
    """Puts the parts together."""
    database = await process.database(MIGRATIONS)
    watching = Watching()
    ended = EndedMatches(
        database=database,
        bus=process.bus,
        watching=watching,
        match=MatchServiceStub(process.channels.own("match")),
        clock=process.clock,
    )
    blocks = PlayedBlocks(
        database=database,
        bus=process.bus,
        watching=watching,
        batch=BatchServiceStub(process.channels.own("batch")),
        clock=process.clock,
    )
    servicer = RatingServicer(database, watching, process.clock, PlayersUniverses(process.channels.forward("players")))
    process.serve(add_RatingServiceServicer_to_server, servicer, ACCESS)
    process.keep_running("catch up with ended matches", ended.keep_catching_up)
    process.keep_running("rate what tournaments have played", blocks.keep_catching_up)
    await ended.listen()
    await blocks.listen()


if __name__ == "__main__":
    run("rating", compose)
