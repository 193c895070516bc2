"""Runs the rules service: `python -m services.rules`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from sqlalchemy import Connection

from redscience import families
from redscience.api.rules.v1.rules_pb2_grpc import add_RulesServiceServicer_to_server
from services.kit.blocked import OWN_LIST, read_blocked_words
from services.kit.erased import Erased, gone
from services.kit.outbox import Relay
from services.kit.process import Process, run
from services.rules import index, shelf
from services.rules.drafts import drop_all
from services.rules.lengths import Lengths, tell_unmeasured
from services.rules.schema import erased, outbox
from services.rules.servicer import ACCESS, RulesServicer

MIGRATIONS = Path(__file__).parent / "migrations"


async def compose(process: Process) -> None:
    """Puts the parts together."""
    database = await process.database(MIGRATIONS)
    ready = [families.get(name) for name in families.names()]

    def load(connection: Connection) -> None:
        shelf.load(connection, ready, now_ms=process.clock.now_ms())

    await database.write(load)
    while await database.write(index.catch_up):
        pass
    after_id = ""
    while after_id := await database.write(partial(_tell_unmeasured, after_id, process.clock.now_ms())):
        pass
    await Lengths(database, process.bus).listen()

    async def erase(told: Sequence[Erased]) -> None:
        await database.write(lambda connection: drop_all(connection, gone(told)))

    process.follow_erasures(database, erased, erase)
    process.keep_running("catalogue", partial(shelf.keep_loaded, database, ready, process.clock))
    process.keep_running("outbox", Relay(database, outbox, process.bus).run)
    blocked = read_blocked_words(process.config.blocked_words_file or OWN_LIST)
    process.serve(add_RulesServiceServicer_to_server, RulesServicer(database, process.clock, blocked), ACCESS)


def _tell_unmeasured(after_id: str, now_ms: int, connection: Connection) -> str:
    return tell_unmeasured(connection, after_id, now_ms=now_ms)


if __name__ == "__main__":
    run("rules", compose)
