"""What the match service hands to the worker: references that are safe to handle twice, never the only memory."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from celery import Celery

from services.match.queries import HANDED_AGAIN_AFTER_MS, Due

EXPIRE_TURN = "match.expire_turn"
QUEUE = "match"
_POLL_S = 0.1


def celery_app(broker_url: str) -> Celery:
    """Celery on a broker: `filesystem:///path` for a folder, or the URL of a Redis. No results are kept."""
    app = Celery("redscience")
    app.conf.update(
        broker_url="filesystem://" if _is_folder(broker_url) else broker_url,
        broker_transport_options=_folders(broker_url) if _is_folder(broker_url) else {},
        broker_connection_retry_on_startup=True,
        task_default_queue=QUEUE,
        task_acks_late=True,
        task_ignore_result=True,
        task_publish_retry=False,
        task_store_errors_even_if_ignored=False,
        worker_prefetch_multiplier=1,
        worker_hijack_root_logger=False,
        worker_send_task_events=False,
        worker_enable_remote_control=False,
    )
    return app


def hand_over(app: Celery, due: Due) -> None:
    """Hands a deadline to the worker. It is handed again while it is past, so a message need not live longer."""
    app.send_task(
        EXPIRE_TURN, args=(due.match_id, due.due_at_ms), expires=2 * HANDED_AGAIN_AFTER_MS / 1000, ignore_result=True
    )


def _is_folder(broker_url: str) -> bool:
    return urlsplit(broker_url).scheme == "filesystem"


def _folders(broker_url: str) -> dict[str, Any]:
    """The transport's folders below the URL's path; they are made if need be."""
    root = Path(urlsplit(broker_url).path)
    folders = {"queue": root / "queue", "control": root / "control"}
    for folder in folders.values():
        folder.mkdir(parents=True, exist_ok=True)
    return {
        "data_folder_in": str(folders["queue"]),
        "data_folder_out": str(folders["queue"]),
        "control_folder": str(folders["control"]),
        "polling_interval": _POLL_S,
    }
