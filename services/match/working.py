"""What the worker does: ends turns whose time is over, by asking the match service to."""

from __future__ import annotations

import logging

from celery import Celery

from redscience.api.match.v1.match_pb2 import ExpireTurnRequest
from redscience.api.match.v1.match_pb2_grpc import MatchServiceStub
from redscience.api.players.v1.players_pb2_grpc import PlayersServiceStub
from redscience.client.access import ThreadedAccessToken
from redscience.client.channels import bearer
from redscience.errors import RedscienceError
from services.kit.channels import connect
from services.kit.config import Config
from services.kit.worker import run_worker
from services.match.tasks import EXPIRE_TURN

log = logging.getLogger(__name__)


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


def run(name: str, queue: str) -> None:
    """Ends turns until SIGTERM or SIGINT."""
    run_worker(name, queue, add_tasks)
