"""The chaos service: `python -m services.chaos`. It has no methods of its own, only health."""

from __future__ import annotations

from redscience.api.match.v1.match_pb2_grpc import MatchServiceStub
from services.chaos.choosing import drawing_key
from services.chaos.playing import Player
from services.kit.process import Process, run


async def compose(process: Process) -> None:
    """Makes the parts and puts them together."""
    match = MatchServiceStub(process.channels.own("match"))
    process.keep_running("player", Player(match.Serve, drawing_key(process.config.secret)).play)


if __name__ == "__main__":
    run("chaos", compose)
