"""The worker: `python -m services.match.worker`. It ends turns whose time is over.

Where nobody ever runs out of time it stays small: most of what a worker loads is Celery.
"""

from __future__ import annotations

import os
import sys

from services.kit.config import ConfigError, read_config
from services.kit.first_message import until_first_message
from services.kit.parent import die_with_parent

NAME = "worker"
QUEUE = "match"


def main() -> None:
    """Runs the worker until SIGTERM or SIGINT."""
    try:
        config = read_config(NAME, os.environ)
    except ConfigError as error:
        sys.stderr.write(f"{error}\n")
        sys.exit(2)
    die_with_parent()
    until_first_message(config.broker_url, QUEUE)
    from services.match.working import run  # noqa: PLC0415 - slow to load

    run(NAME, QUEUE)


if __name__ == "__main__":
    main()
