"""Celery's messages in a folder, each put there and taken away in one step.

kombu's own transport writes a message where a reader already looks for it, and a half-written one ends the reader; and
it keeps in files which queue is bound to what, and does not notice when they are gone. Here a message goes to the queue
that it names.
"""

from __future__ import annotations

import json
import logging
import os
import time
import uuid
from pathlib import Path
from queue import Empty
from typing import Any

from kombu.transport import filesystem

log = logging.getLogger(__name__)


class Channel(filesystem.Channel):
    """A channel whose messages are whole or not there. What cannot be read is dropped."""

    def get_table(self, exchange: str) -> list[filesystem.exchange_queue_t]:
        """An exchange leads to the queue of its name."""
        return [filesystem.exchange_queue_t(routing_key=exchange, pattern="", queue=exchange)]

    def _queue_bind(self, *_: str) -> None:
        """Nothing is kept."""

    def _size(self, queue: str) -> int:
        return sum(1 for _ in Path(self.data_folder_in).glob(f"*.{queue}.msg"))

    def _put(self, queue: str, payload: Any, **_: Any) -> None:  # type: ignore[override]  # kombu's bases disagree
        folder = Path(self.data_folder_out)
        folder.mkdir(parents=True, exist_ok=True)
        # Messages are taken in the order of their names.
        place = folder / f"{time.time_ns()}_{uuid.uuid4()}.{queue}.msg"
        unfinished = place.with_suffix(".unfinished")
        unfinished.write_text(json.dumps(payload))
        unfinished.rename(place)

    def _get(self, queue: str, timeout: float | None = None) -> Any:
        del timeout
        for place in sorted(Path(self.data_folder_in).glob(f"*.{queue}.msg")):
            taken = place.with_suffix(".taken")
            try:
                place.rename(taken)
            except FileNotFoundError:
                continue  # another worker was quicker
            try:
                return json.loads(taken.read_text())
            except ValueError:
                log.warning("a message cannot be read, and is dropped", extra={"file": place.name})
            finally:
                taken.unlink()
        raise Empty


class Transport(filesystem.Transport):
    """The transport of `filesystem:///path`."""

    Channel = Channel


def transport_options(root: Path) -> dict[str, Any]:
    """The options of the transport on a folder, which is made when it is needed."""
    return {"data_folder_in": os.fspath(root), "data_folder_out": os.fspath(root), "polling_interval": 0.1}
