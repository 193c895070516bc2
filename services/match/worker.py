"""The worker: `python -m services.match.worker`. It ends turns whose time is over, by asking the match service to."""

from __future__ import annotations

import logging
import os
import sys

from celery import Celery

from redscience.api.match.v1.match_pb2 import ExpireTurnRequest
from redscience.api.match.v1.match_pb2_grpc import MatchServiceStub
from redscience.errors import RedscienceError
from services.kit import telemetry
from services.kit.channels import ThreadedOwnToken, bearer, connect
from services.kit.config import Config, ConfigError, read_config
from services.kit.parent import die_with_parent
from services.match.tasks import EXPIRE_TURN, celery_app

log = logging.getLogger(__name__)


def add_tasks(app: Celery, config: Config) -> None:
    """Registers the tasks."""
    token = ThreadedOwnToken(connect(config.addresses["players"]), config.secret)
    match = MatchServiceStub(connect(config.addresses["match"]))

    @app.task(name=EXPIRE_TURN)  # type: ignore[untyped-decorator]  # Celery has no types
    def expire_turn(match_id: str, due_at_ms: int) -> None:
        """Ends a turn. What fails is not tried again here: the sweep hands it again while it is due."""
        request = ExpireTurnRequest(match_id=match_id, due_at_ms=due_at_ms)
        try:
            match.ExpireTurn(request, metadata=bearer(token()))
        except RedscienceError as error:
            log.warning("a turn was not ended", extra={"match": match_id, "code": error.code, "why": error.message})


def main() -> None:
    """Runs the worker until SIGTERM or SIGINT."""
    try:
        config = read_config("worker", os.environ)
    except ConfigError as error:
        sys.stderr.write(f"{error}\n")
        sys.exit(2)
    telemetry.start(config)
    die_with_parent()
    app = celery_app(config.broker_url)
    add_tasks(app, config)
    app.worker_main(
        ["worker", "--pool=solo", "--without-gossip", "--without-mingle", "--without-heartbeat", "--loglevel=WARNING"]
    )


if __name__ == "__main__":
    main()
