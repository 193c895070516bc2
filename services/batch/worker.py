"""A worker: `python -m services.batch.worker`. It plays blocks of games, one after the other.

There may be any number of them, anywhere. Whatever one has in hand is played by another where it dies. They take what
others leave of the processor.
"""

from __future__ import annotations

import os

from services.kit.first_message import until_first_message

NAME = "batch-worker"
QUEUE = "batch"
_NICE = 10


def main() -> None:
    """Runs the worker until SIGTERM or SIGINT. Where nobody ever makes a tournament it stays small."""
    os.nice(_NICE)
    until_first_message(NAME, QUEUE)
    from services.batch.working import run  # noqa: PLC0415 - slow to load

    run(NAME, QUEUE)


if __name__ == "__main__":
    main()
