"""What is told on the bus."""

from __future__ import annotations

from sqlalchemy import Connection

from redscience.api.match.v1.match_pb2 import EndedMatch, MeasuredGame
from services.kit.bus import subject_of
from services.kit.outbox import tell
from services.match.schema import outbox

ENDED = subject_of(EndedMatch)
MEASURED = subject_of(MeasuredGame)

NEW_REPLICA = "hint.match-replica"
"""The hint that another replica of this service has come up."""


MATCH, INVITATION, CHAT = "match", "invitation", "chat"
"""What there are hints of."""


def hint_subject(match_id: str, kind: str = MATCH) -> str:
    """The hint that something about a match has changed, or about the invitation to it, or what is said about it."""
    return f"hint.{kind}.{match_id}"


def tell_ended(connection: Connection, message: EndedMatch) -> None:
    """A match has ended; in the transaction that ends it."""
    tell(connection, outbox, ENDED, message, event_id=message.event_id, now_ms=message.ended_at_ms)


def tell_measured(connection: Connection, message: MeasuredGame, event_id: str, *, now_ms: int) -> None:
    """It was found out how long a game is."""
    tell(connection, outbox, MEASURED, message, event_id=event_id, now_ms=now_ms)
