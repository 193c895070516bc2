"""A worker that plays a block: it is alive for whoever looks after it, however long that takes."""

from __future__ import annotations

import threading
from unittest.mock import Mock

import pytest
from fixtures.patience import PATIENCE_S

from redscience.errors import BlockTaken, UnplayableGame
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


@pytest.mark.parametrize(
    ("refusal", "pauses"),
    [
        (UnplayableGame("Nobody here reads it."), [working.FAILED_PAUSE_S]),
        (ValueError("a family's own fault"), [working.FAILED_PAUSE_S]),
        (BlockTaken("Another plays it."), []),
    ],
)
def test_a_worker_that_cannot_play_takes_no_block_after_the_other(
    monkeypatch: pytest.MonkeyPatch, refusal: Exception, pauses: list[float]
) -> None:
    slept: list[float] = []
    monkeypatch.setattr(working.time, "sleep", slept.append)
    batch = Mock()
    batch.BeginBlock.side_effect = refusal
    working.Worker(batch, lambda: "token").attempt("block")
    assert slept == pauses
    assert not batch.FinishBlock.called
