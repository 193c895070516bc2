"""The worker: `python -m services.match.worker`. It ends turns whose time is over.

Where nobody ever runs out of time it stays small: most of what a worker loads is Celery.
"""

from __future__ import annotations

from services.kit.first_message import until_first_message

NAME = "worker"
QUEUE = "match"


def main() -> None:
    """Runs the worker until SIGTERM or SIGINT."""
    until_first_message(NAME, QUEUE)
    from services.match.working import run  # noqa: PLC0415 - slow to load

    run(NAME, QUEUE)


if __name__ == "__main__":
    main()
