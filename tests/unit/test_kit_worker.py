"""The worker's end."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import suppress

import pytest
from celery.exceptions import WorkerShutdown
from celery.worker import state

from services.kit.worker import stop_at_once


class Call:
    """Told to stop while it is made; as a call of gRPC it needs all of itself when it goes."""

    def __init__(self) -> None:
        os.kill(os.getpid(), signal.SIGTERM)
        self.state = "made"

    def __del__(self) -> None:
        assert self.state


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """What could not be raised, as long as that is told."""
    told: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", told.append)
    return told


@pytest.fixture
def stopping(said: list[object]) -> Iterator[None]:  # noqa: ARG001  (it is put back after the test)
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


@pytest.mark.usefixtures("stopping")
def test_what_is_left_half_made_says_nothing_of_it(said: list[object]) -> None:
    with pytest.raises(WorkerShutdown):
        Call()
    assert said == []
