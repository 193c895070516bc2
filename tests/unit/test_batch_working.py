"""A worker that plays a block: it is alive for whoever looks after it, however long that takes."""

from __future__ import annotations

import threading
from collections.abc import Callable
from unittest.mock import Mock

import pytest
from fixtures.patience import PATIENCE_S

from redscience.api.batch.v1.batch_pb2 import BeginBlockRequest, RenewBlockResponse
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


def test_a_block_that_takes_long_is_left_between_two_moves_for_others_who_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    renewed, played = threading.Event(), list[str]()

    def play(begun: Mock, _: object, check: Callable[[], None]) -> PlayedBlock:
        if begun.name == "theirs":
            played.append("theirs")
        else:
            renewed.clear()
            assert renewed.wait(PATIENCE_S)
            for move in ("first", "second"):
                check()
                played.append(move)
        return PlayedBlock(b"", "", "")

    def begin(request: BeginBlockRequest, **_: object) -> Mock:
        begun = Mock()
        begun.name = request.block_id
        return begun

    def renew(*_: object, **__: object) -> RenewBlockResponse:
        renewed.set()
        return RenewBlockResponse(other_block_id="" if "theirs" in played else "theirs")

    monkeypatch.setattr(working, "RENEW_S", 0.001)
    monkeypatch.setattr(working, "GIVES_WAY_AFTER_S", 0.0)
    monkeypatch.setattr(working, "play_block", play)
    batch = Mock()
    batch.BeginBlock.side_effect, batch.RenewBlock.side_effect = begin, renew
    working.Worker(batch, lambda: "token").play("long")
    assert [each for each in played if each != "theirs"] == ["first", "second"]
    assert played[0] == "theirs"
    assert [call.args[0].block_id for call in batch.FinishBlock.call_args_list][-1] == "long"
