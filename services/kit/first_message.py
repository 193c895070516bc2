"""Waits for the first message in a folder of messages, before anything is loaded that takes time and memory."""

from __future__ import annotations

import time
from pathlib import Path
from urllib.parse import urlsplit

_LOOK_S = 0.2


def until_first_message(broker_url: str, queue: str) -> None:
    """Returns when there is a message in a queue; at once where the broker is no folder."""
    parts = urlsplit(broker_url)
    if parts.scheme != "filesystem":
        return
    while not any(Path(parts.path).glob(f"*.{queue}.msg")):
        time.sleep(_LOOK_S)
