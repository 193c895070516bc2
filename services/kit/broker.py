"""Celery on a broker, as services hand work to workers: references that are safe to handle twice, no results."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from celery import Celery

from services.kit.folder_broker import transport_options

_REDIS = {"socket_timeout": 5.0, "socket_connect_timeout": 5.0, "socket_keepalive": True}
"""How long a Redis may say nothing: who hands work over for all matches does not wait for one that stands still."""


@cache
def celery_app(broker_url: str, queue: str) -> Celery:
    """Celery on a queue of a broker: `filesystem:///path` for a folder, or the URL of a Redis. No results are kept."""
    app = Celery("redscience")
    app.conf.update(
        **_broker(broker_url),
        broker_connection_retry_on_startup=True,
        task_default_queue=queue,
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


def _broker(broker_url: str) -> dict[str, Any]:
    parts = urlsplit(broker_url)
    if parts.scheme != "filesystem":
        return {"broker_url": broker_url, "broker_transport_options": dict(_REDIS)}
    return {
        "broker_url": "filesystem://localhost",
        "broker_transport": "services.kit.folder_broker:Transport",
        "broker_transport_options": transport_options(Path(parts.path)),
    }
