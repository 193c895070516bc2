"""What the match service hands to the worker: references that are safe to handle twice, never the only memory."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from celery import Celery

from services.match.deadlines import HANDED_AGAIN_AFTER_MS, Due
from services.match.folder_broker import transport_options

EXPIRE_TURN = "match.expire_turn"
QUEUE = "match"


@cache
def celery_app(broker_url: str) -> Celery:
    """Celery on a broker: `filesystem:///path` for a folder, or the URL of a Redis. No results are kept."""
    app = Celery("redscience")
    app.conf.update(
        **_broker(broker_url),
        broker_connection_retry_on_startup=True,
        task_default_queue=QUEUE,
        task_acks_late=True,
        task_ignore_result=True,
        task_publish_retry=False,
        task_store_errors_even_if_ignored=False,
        worker_prefetch_multiplier=1,
        worker_hijack_root_logger=False,
        worker_redirect_stdouts=False,
        worker_send_task_events=False,
        worker_enable_remote_control=False,
    )
    return app


def hand_over(app: Celery, due: Due) -> None:
    """Hands a deadline to the worker. It is handed again while it is past, so a message need not live longer."""
    app.send_task(
        EXPIRE_TURN, args=(due.match_id, due.due_at_ms), expires=2 * HANDED_AGAIN_AFTER_MS / 1000, ignore_result=True
    )


def _broker(broker_url: str) -> dict[str, Any]:
    parts = urlsplit(broker_url)
    if parts.scheme != "filesystem":
        return {"broker_url": broker_url}
    return {
        "broker_url": "filesystem://localhost",
        "broker_transport": "services.match.folder_broker:Transport",
        "broker_transport_options": transport_options(Path(parts.path)),
    }
