"""Waits for the first message in a folder of messages, before anything is loaded that takes time and memory."""

from __future__ import annotations

import os
import time
from urllib.parse import urlsplit

_LOOK_S = 0.2


def until_first_message(broker_url: str, queue: str) -> None:
    """Returns when there is a message in a queue; at once where the broker is no folder."""
    parts = urlsplit(broker_url)
    if parts.scheme != "filesystem":
        return
    while not _has_message(parts.path, queue):
        time.sleep(_LOOK_S)


def _has_message(folder: str, queue: str) -> bool:
    try:
        return any(name.endswith(f".{queue}.msg") for name in os.listdir(folder))  # noqa: PTH208  # names, not paths
    except FileNotFoundError:
        return False
