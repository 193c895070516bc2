"""A worker that plays a block: it is alive for whoever looks after it, however long that takes."""

from __future__ import annotations

import threading
from unittest.mock import Mock

import pytest
from fixtures.patience import PATIENCE_S

from services.batch import working
from services.batch.playing import PlayedBlock
from services.kit.metrics import Pulse


def test_a_worker_beats_while_it_plays_a_block_that_takes_long(monkeypatch: pytest.MonkeyPatch) -> None:
    beaten = threading.Event()

    def play_until_it_has_beaten(*_: object) -> PlayedBlock:
        beaten.clear()
        assert beaten.wait(PATIENCE_S), "one move may take a minute, and a liveness probe waits for half of it"
        return PlayedBlock(b"", "", "")

    monkeypatch.setattr(working, "RENEW_S", 0.001)
    monkeypatch.setattr(working, "play_block", play_until_it_has_beaten)
    monkeypatch.setattr(Pulse, "beat", lambda _: beaten.set())
    batch = Mock()
    working.Worker(batch, lambda: "token").play("block")
    assert batch.FinishBlock.called
