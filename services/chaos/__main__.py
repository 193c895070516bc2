"""The chaos service: `python -m services.chaos`. It has no methods of its own, only health."""

from __future__ import annotations

from services.chaos.choosing import drawing_key
from services.chaos.owed import DURABLE, TURN_DUE, Owed
from services.chaos.playing import MatchService
from services.kit.process import Process, run


async def compose(process: Process) -> None:
    """Makes the parts and puts them together."""
    owed = Owed(MatchService(process.channels.own("match")), drawing_key(process.config.secret))
    await process.bus.consume(TURN_DUE, DURABLE, owed.heard)
    process.keep_running("owed", owed.ask)


if __name__ == "__main__":
    run("chaos", compose)
