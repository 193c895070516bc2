"""What becomes of a match at a server whose player presses Ctrl-C."""

from __future__ import annotations

import builtins
from types import SimpleNamespace
from typing import Any, cast

import pytest

from redscience.api.match.v1 import match_pb2
from redscience.command import play_at_server
from redscience.command.server import Server


def test_control_c_cancels_the_invitation_from_the_moment_that_this_is_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    match = match_pb2.Match(id="1", status=match_pb2.STATUS_INVITED)
    cancelled: list[str] = []

    def get(_: match_pb2.GetRequest) -> Any:
        return SimpleNamespace(match=match)

    def cancel(request: match_pb2.CancelRequest) -> None:
        cancelled.append(request.match_id)

    def say(*words: str, **more: Any) -> None:
        said(*words, **more)
        if "Ctrl-C cancels the invitation." in words:
            raise KeyboardInterrupt

    said = builtins.print
    monkeypatch.setattr(builtins, "print", say)
    for name in ("News", "screen_of", "source_of"):
        monkeypatch.setattr(play_at_server, name, lambda *_: None)
    server = SimpleNamespace(
        match=SimpleNamespace(Get=get, Cancel=cancel), call=lambda method, request: method(request)
    )
    assert play_at_server.play_on(cast("Server", server), "1") == play_at_server.INTERRUPTED
    assert cancelled == ["1"]
    assert capsys.readouterr().out.endswith("\nThe invitation is cancelled.\n")
