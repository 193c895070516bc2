"""The worker's end."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import suppress

import pytest
from celery.exceptions import WorkerShutdown
from celery.worker import state

from services.kit.worker import stop_at_once


@pytest.fixture
def stopping() -> Iterator[None]:
    before = signal.getsignal(signal.SIGTERM)
    stop_at_once()
    yield
    signal.signal(signal.SIGTERM, before)
    state.should_stop = None


@pytest.mark.usefixtures("stopping")
def test_a_signal_ends_the_worker_where_it_stands() -> None:
    with pytest.raises(WorkerShutdown):
        os.kill(os.getpid(), signal.SIGTERM)


@pytest.mark.usefixtures("stopping")
def test_a_signal_that_comes_where_errors_are_swallowed_ends_the_worker_soon() -> None:
    with suppress(WorkerShutdown):
        os.kill(os.getpid(), signal.SIGTERM)
    with pytest.raises(WorkerShutdown):
        state.maybe_shutdown()
