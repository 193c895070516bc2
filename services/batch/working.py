"""What a worker does: takes a block, plays it, and tells what came of it."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from celery import Celery

from redscience.api.batch.v1 import batch_pb2
from redscience.api.batch.v1.batch_pb2_grpc import BatchServiceStub
from redscience.api.players.v1.players_pb2_grpc import PlayersServiceStub
from redscience.client.access import ThreadedAccessToken
from redscience.client.channels import bearer
from redscience.errors import BlockTaken, RedscienceError, Unavailable
from services.batch.playing import PlayedBlock, play_block
from services.batch.tasks import PLAY_BLOCK
from services.kit.channels import connect
from services.kit.clock import SystemClock
from services.kit.config import Config
from services.kit.ids import new_id
from services.kit.metrics import PULSE
from services.kit.worker import run_worker

log = logging.getLogger(__name__)

RENEW_S = 1.5
PATIENCE_S = 30.0
"""So long a worker keeps games that it has played, while nobody takes them."""
SHORT_PATIENCE_S = 2.0
"""So long it waits to begin one: another is handed out in time."""
FAILED_PAUSE_S = 2.0
"""So long it takes no other after one that failed: as many wait as seem to be played, and soon all would."""
GIVES_WAY_AFTER_S = 10.0
"""A block that takes longer is left between two moves for those of others who wait."""
_DEEPEST = 3
"""So many blocks are begun at most, one left for the other: each has its players in memory."""
_PAUSE_S = 0.25


@dataclass(slots=True)
class _Held:
    """A block that this worker plays.

    Attributes:
        since_s: when it was begun.
        other: a block of somebody who waits, by its id; "" for nobody.
        away_s: how long it was left for others.
    """

    since_s: float
    lost: threading.Event = field(default_factory=threading.Event)
    other: str = ""
    away_s: float = 0.0


class Worker:
    """Plays blocks, and says of each as long as it does that it does.

    Args:
        batch: the batch service.
        token: gives this worker's access token.
    """

    def __init__(self, batch: Any, token: Callable[[], str]) -> None:
        self._batch = batch
        self._token = token
        self._clock = SystemClock()
        self._depth = 0

    def attempt(self, block_id: str) -> None:
        """Plays a block. What fails is not tried again here: it is handed out again."""
        try:
            self.play(block_id)
        except BlockTaken as error:
            log.debug("nothing is to be played", extra={"block": block_id, "why": error.message})
        except RedscienceError as error:
            log.warning("a block was not played", extra={"block": block_id, "code": error.code, "why": error.message})
            if not isinstance(error, Unavailable):  # for whom it has waited
                time.sleep(FAILED_PAUSE_S)
        except Exception:
            log.exception("a block was not played", extra={"block": block_id})
            time.sleep(FAILED_PAUSE_S)

    def play(self, block_id: str) -> None:
        """Plays a block, unless there is nothing to play for it."""
        taken_by = new_id()
        block = self._call(
            self._batch.BeginBlock, batch_pb2.BeginBlockRequest(block_id=block_id, taken_by=taken_by), SHORT_PATIENCE_S
        )
        begun_at = time.perf_counter()
        with self._renewed(block_id, taken_by) as held:
            played = play_block(block, self._clock.now_ms, lambda: self._between_moves(held))
            took_ms = round(1000 * (time.perf_counter() - begun_at - held.away_s))
            self._finish(block_id, taken_by, played, took_ms)

    def _between_moves(self, held: _Held) -> None:
        """Plays a block of somebody else who waits, where this one takes long.

        Raises:
            BlockTaken: this one is not this worker's any more.
        """
        if held.lost.is_set():
            raise BlockTaken("The block is not this worker's any more.")
        left_at = time.monotonic()
        if not held.other or self._depth >= _DEEPEST - 1 or left_at - held.since_s < GIVES_WAY_AFTER_S:
            return
        other, held.other = held.other, ""
        self._depth += 1
        try:
            self.attempt(other)
        finally:
            self._depth -= 1
        held.away_s += time.monotonic() - left_at

    def _finish(self, block_id: str, taken_by: str, played: PlayedBlock, took_ms: int) -> None:
        request = batch_pb2.FinishBlockRequest(
            block_id=block_id,
            taken_by=taken_by,
            games=played.games,
            counts=played.counts,
            sets=played.sets,
            took_ms=took_ms,
        )
        self._call(self._batch.FinishBlock, request, PATIENCE_S)

    @contextmanager
    def _renewed(self, block_id: str, taken_by: str) -> Iterator[_Held]:
        """Renews a block while it lasts."""
        done, held = threading.Event(), _Held(time.monotonic())
        request = batch_pb2.RenewBlockRequest(block_id=block_id, taken_by=taken_by)

        def renew() -> None:
            while not done.wait(RENEW_S):
                # Celery's own loop, which beats otherwise, stands still meanwhile; and one move may take a minute.
                PULSE.beat()
                try:
                    held.other = self._call(self._batch.RenewBlock, request, 0.0).other_block_id
                except BlockTaken:
                    held.lost.set()
                except RedscienceError as error:
                    log.info("a block is not renewed", extra={"block": block_id, "code": error.code})

        thread = threading.Thread(target=renew, name="renew block", daemon=True)
        thread.start()
        try:
            yield held
        finally:
            done.set()

    def _call(self, method: Callable[..., Any], request: Any, patience_s: float) -> Any:
        """Calls a method, again and again while its service is away, for so long."""
        give_up_at = time.monotonic() + patience_s
        while True:
            try:
                return method(request, metadata=bearer(self._token()))
            except Unavailable:
                if time.monotonic() + _PAUSE_S > give_up_at:
                    raise
                time.sleep(_PAUSE_S)


def add_tasks(app: Celery, config: Config) -> None:
    """Registers the tasks."""
    players = PlayersServiceStub(connect(config.addresses["players"]))
    token = ThreadedAccessToken(players.Exchange, config.secret)
    worker = Worker(BatchServiceStub(connect(config.addresses["batch"])), token)

    @app.task(name=PLAY_BLOCK)  # type: ignore[untyped-decorator]  # Celery has no types
    def play(block_id: str) -> None:
        """Plays a block."""
        worker.attempt(block_id)


def run(name: str, queue: str) -> None:
    """Takes blocks until SIGTERM or SIGINT."""
    run_worker(name, queue, add_tasks)
