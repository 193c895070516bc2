"""The life of a worker of Celery: it takes tasks from one queue, one at a time, until it is told to stop."""

from __future__ import annotations

import logging
import os
import signal
import sys
from collections.abc import Callable, Mapping
from types import FrameType, MappingProxyType
from typing import Any

from celery import Celery, signals
from celery.exceptions import WorkerShutdown
from celery.worker import state

from services.kit import garbage, metrics, telemetry
from services.kit.broker import celery_app
from services.kit.config import Config, ConfigError, read_config
from services.kit.parent import die_with_parent

# One task at a time in this process, which starts and stops fast; where there is more to do there are more processes.
_LIGHT: Mapping[str, Any] = MappingProxyType(
    {
        "pool": "solo",
        "without_gossip": True,
        "without_mingle": True,
        "without_heartbeat": True,
        "loglevel": "WARNING",
        "quiet": True,
    }
)


def stop_at_once(**_: object) -> None:
    """Has SIGTERM end the worker where it stands: what it has in hand is safe to do again, and will be.

    What has been taken from the broker is given back to it, in the time that `leave_when_told` leaves for that.
    """

    def stop(_number: int, _frame: FrameType | None) -> None:
        # What is raised in the midst of a callback is swallowed; Celery's loop looks for this every other second.
        state.should_stop = 0
        # What was being made just now, such as a call, stays half made, and would complain of it as it goes.
        sys.unraisablehook = _say_nothing
        raise WorkerShutdown(0)

    signal.signal(signal.SIGTERM, stop)


def _say_nothing(_: object) -> None:
    """In place of telling what could not be raised."""


def keep_beating(sender: Any, **_: object) -> None:
    """Has Celery's own loop say that it goes round."""
    metrics.PULSE.beat()
    sender.timer.call_repeatedly(1.0, metrics.PULSE.beat)


def run_worker(name: str, queue: str, add_tasks: Callable[[Celery, Config], None]) -> None:
    """Runs a worker until SIGTERM or SIGINT: the whole of its `main`.

    Exits with 2 and a message where the configuration is wrong.

    Args:
        name: its identity, as a service's.
        queue: whose tasks it takes.
        add_tasks: registers them.
    """
    try:
        config = read_config(name, os.environ)
        telemetry.start(config)
        metrics.serve(config.metrics_address)
    except ConfigError as error:
        sys.stderr.write(f"{error}\n")
        sys.exit(2)
    except OSError as error:
        sys.stderr.write(f"{error}\n")
        sys.exit(1)
    logging.captureWarnings(capture=True)
    die_with_parent()
    app = celery_app(config.broker_url, queue)
    add_tasks(app, config)
    # Celery sets its own handler while it starts, and would wait for the broker's next answer.
    signals.worker_ready.connect(stop_at_once, weak=False)
    signals.worker_ready.connect(keep_beating, weak=False)
    # Not by its command line, which loads what edits and colours lines of a terminal: a third of the start.
    worker = app.Worker(**_LIGHT)
    garbage.spare_what_stays()
    worker.start()
    telemetry.stop()
    # To unload all that has been loaded takes longer than all else of the end.
    os._exit(worker.exitcode or 0)
