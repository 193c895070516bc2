"""What is told on the bus."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import Connection

from redscience.api.match.v1.match_pb2 import EndedMatch, TurnDue
from services.kit.bus import subject_of
from services.kit.outbox import tell
from services.match.model import Snapshot
from services.match.schema import outbox

ENDED, TURN_DUE = subject_of(EndedMatch), subject_of(TurnDue)


def hint_subject(match_id: str) -> str:
    """The hint that something about a match has changed."""
    return f"hint.match.{match_id}"


def tell_ended(connection: Connection, message: EndedMatch) -> None:
    """A match has ended; in the transaction that ends it."""
    tell(connection, outbox, ENDED, message, event_id=message.event_id, now_ms=message.ended_at_ms)


def tell_turns_due(connection: Connection, snapshot: Snapshot, new_id: Callable[[], str], now_ms: int) -> None:
    """Seats that services hold are to act: one fact for each service, in the transaction that made it so."""
    acting = snapshot.table.state.acting
    held = {seat.controller_id for seat in snapshot.match.seats if seat.seat in acting and seat.is_held_by_service}
    for controller_id in sorted(held):
        message = TurnDue(match_id=snapshot.match.id, controller_id=controller_id)
        tell(connection, outbox, TURN_DUE, message, event_id=new_id(), now_ms=now_ms)
