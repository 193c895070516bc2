"""How a worker begins: it stays small until there is something to do, for most of what it loads is Celery."""

from __future__ import annotations

import os
import sys
import time
from urllib.parse import urlsplit

from services.kit.config import ConfigError, read_config
from services.kit.leaving import leave_when_told
from services.kit.parent import die_with_parent

_LOOK_S = 0.2


def until_first_message(name: str, queue: str) -> None:
    """Returns when there is a message for a worker; at once where the broker is no folder.

    From its beginning on SIGTERM and SIGINT end this process soon.
    Exits with 2 and a message where the configuration is wrong.

    Args:
        name: its identity, as a service's.
        queue: whose tasks it takes.
    """
    leave_when_told()
    try:
        config = read_config(name, os.environ)
    except ConfigError as error:
        sys.stderr.write(f"{error}\n")
        sys.exit(2)
    die_with_parent()
    parts = urlsplit(config.broker_url)
    if parts.scheme != "filesystem":
        return
    while not _has_message(parts.path, queue):
        time.sleep(_LOOK_S)


def _has_message(folder: str, queue: str) -> bool:
    try:
        return any(name.endswith(f".{queue}.msg") for name in os.listdir(folder))  # noqa: PTH208  # names, not paths
    except FileNotFoundError:
        return False
