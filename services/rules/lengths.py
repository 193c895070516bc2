"""How long games are: whoever can play them finds out, and what it tells is kept."""

from __future__ import annotations

import logging

from google.protobuf.message import DecodeError
from sqlalchemy import Connection, select, update

from redscience.api.match.v1.match_pb2 import MeasuredGame
from redscience.api.rules.v1.rules_pb2 import SavedGame
from services.kit.bus import Bus, Event, subject_of
from services.kit.database import Database
from services.kit.outbox import tell
from services.rules.game import UNMEASURED
from services.rules.schema import games, outbox

SAVED, MEASURED = subject_of(SavedGame), subject_of(MeasuredGame)
DURABLE = "rules"
_TOGETHER = 50

log = logging.getLogger(__name__)


def tell_saved(connection: Connection, game_id: str, rule_set: str, *, now_ms: int) -> None:
    """A game is there that nobody has measured; in the transaction that saves it."""
    message = SavedGame(game_id=game_id, rule_set=rule_set)
    tell(connection, outbox, SAVED, message, event_id=game_id, now_ms=now_ms)


def tell_unmeasured(connection: Connection, after_id: str, *, now_ms: int) -> str:
    """Tells of some games that nobody has measured, as those that an earlier release saved; the last id, or ""."""
    is_told = select(outbox.c.id).where(outbox.c.id == games.c.id).exists()
    unmeasured = select(games.c.id, games.c.rule_set).where(
        games.c.turns == UNMEASURED, games.c.listed, games.c.id > after_id, ~is_told
    )
    rows = connection.execute(unmeasured.order_by(games.c.id).limit(_TOGETHER)).all()
    for row in rows:
        tell_saved(connection, row.id, row.rule_set, now_ms=now_ms)
    return rows[-1].id if len(rows) == _TOGETHER else ""


class Lengths:
    """Keeps how long games are. A game is measured the same however often, so that it may be told twice."""

    def __init__(self, database: Database, bus: Bus) -> None:
        self._database = database
        self._bus = bus

    async def listen(self) -> None:
        """Begins to hear what was measured."""
        await self._bus.consume(MEASURED, DURABLE, self.hear)

    async def hear(self, event: Event) -> None:
        """Takes a fact from the bus."""
        try:
            measured = MeasuredGame.FromString(event.payload)
        except DecodeError:
            # It would read no better the next time.
            log.exception("what was measured cannot be read", extra={"event": event.id})
            return
        put = update(games).where(games.c.id == measured.game_id).values(turns=max(0, measured.turns))
        await self._database.write(lambda connection: connection.execute(put))
