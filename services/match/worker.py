"""The worker: `python -m services.match.worker`. It ends turns whose time is over, by asking the match service to."""

from __future__ import annotations

import logging
import os
import signal
import sys
from types import FrameType
from typing import Any

from celery import Celery, signals
from celery.exceptions import WorkerShutdown
from celery.worker import state

from redscience.api.match.v1.match_pb2 import ExpireTurnRequest
from redscience.api.match.v1.match_pb2_grpc import MatchServiceStub
from redscience.api.players.v1.players_pb2_grpc import PlayersServiceStub
from redscience.client.access import ThreadedAccessToken
from redscience.client.channels import bearer
from redscience.errors import RedscienceError
from services.kit import metrics, telemetry
from services.kit.channels import connect
from services.kit.config import Config, ConfigError, read_config
from services.kit.parent import die_with_parent
from services.match.tasks import EXPIRE_TURN, celery_app

log = logging.getLogger(__name__)

# One task at a time in this process: it only asks, and starts and stops fast.
_LIGHT = ("--pool=solo", "--without-gossip", "--without-mingle", "--without-heartbeat", "--loglevel=WARNING")


def add_tasks(app: Celery, config: Config) -> None:
    """Registers the tasks."""
    players = PlayersServiceStub(connect(config.addresses["players"]))
    token = ThreadedAccessToken(players.Exchange, config.secret)
    match = MatchServiceStub(connect(config.addresses["match"]))

    @app.task(name=EXPIRE_TURN)  # type: ignore[untyped-decorator]  # Celery has no types
    def expire_turn(match_id: str, due_at_ms: int) -> None:
        """Ends a turn. What fails is not tried again here: the sweep hands it again while it is due."""
        request = ExpireTurnRequest(match_id=match_id, due_at_ms=due_at_ms)
        try:
            match.ExpireTurn(request, metadata=bearer(token()))
        except RedscienceError as error:
            log.warning("a turn was not ended", extra={"match": match_id, "code": error.code, "why": error.message})


def stop_at_once(**_: object) -> None:
    """Has SIGTERM end the worker where it stands: what it has in hand is safe to do again, and will be."""

    def stop(_number: int, _frame: FrameType | None) -> None:
        # What is raised in the midst of a callback is swallowed; Celery's loop looks for this every other second.
        state.should_stop = 0
        raise WorkerShutdown(0)

    signal.signal(signal.SIGTERM, stop)


def keep_beating(sender: Any, **_: object) -> None:
    """Has Celery's own loop say that it goes round."""
    metrics.PULSE.beat()
    sender.timer.call_repeatedly(1.0, metrics.PULSE.beat)


def main() -> None:
    """Runs the worker until SIGTERM or SIGINT."""
    try:
        config = read_config("worker", os.environ)
        telemetry.start(config)
    except ConfigError as error:
        sys.stderr.write(f"{error}\n")
        sys.exit(2)
    try:
        metrics.serve(config.metrics_address)
    except OSError as error:
        sys.stderr.write(f"{error}\n")
        sys.exit(1)
    logging.captureWarnings(capture=True)
    die_with_parent()
    app = celery_app(config.broker_url)
    add_tasks(app, config)
    # Celery sets its own handler while it starts, and would wait for the broker's next answer.
    signals.worker_ready.connect(stop_at_once, weak=False)
    signals.worker_ready.connect(keep_beating, weak=False)
    code = app.start(["--quiet", "worker", *_LIGHT])
    telemetry.stop()
    sys.exit(code)


if __name__ == "__main__":
    main()
