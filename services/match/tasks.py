"""What the match service hands to the worker: references that are safe to handle twice, never the only memory."""

from __future__ import annotations

from celery import Celery

from services.match.deadlines import HANDED_AGAIN_AFTER_MS, Due

EXPIRE_TURN = "match.expire_turn"


def hand_over(app: Celery, due: Due) -> None:
    """Hands a deadline to the worker. It is handed again while it is past, so a message need not live longer."""
    app.send_task(
        EXPIRE_TURN, args=(due.match_id, due.due_at_ms), expires=2 * HANDED_AGAIN_AFTER_MS / 1000, ignore_result=True
    )
