"""What the batch service hands to workers: references to blocks, safe to handle twice, never the only memory."""

from __future__ import annotations

from celery import Celery

PLAY_BLOCK = "batch.play_block"
_EXPIRES_S = 60.0
"""A block that is not taken is handed out again, so that a message need not live longer."""


def hand_over(app: Celery, block_id: str) -> None:
    """Hands a block to a worker."""
    app.send_task(PLAY_BLOCK, args=(block_id,), expires=_EXPIRES_S, ignore_result=True)
