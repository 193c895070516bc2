"""What becomes of a match at a server whose player presses Ctrl-C, and what they are told of it."""

from __future__ import annotations

import builtins
import threading
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any, cast

import pytest
from fixtures.patience import PATIENCE_S

from redscience.api.match.v1 import match_pb2
from redscience.command import play_at_server
from redscience.command.output import time_of
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


PAUSED = match_pb2.Match(
    id="1",
    viewer="black",
    status=match_pb2.STATUS_RUNNING,
    view="{}",
    is_paused=True,
    paused_until_ms=1_795_366_800_000,
)


@pytest.mark.parametrize(
    ("news", "told"),
    [
        ((), "The match is paused. It goes on when somebody resumes it, at the latest at {until}."),
        # Heard while the person typed, and not looked at.
        ((match_pb2.Match(id="1"),), "The match goes on, and so does your time."),
    ],
)
def test_who_goes_in_a_pause_is_told_until_when_it_is_paused(
    news: tuple[match_pb2.Match, ...], told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    is_typing, is_heard = threading.Event(), threading.Event()

    def changes(*_: object) -> Iterator[match_pb2.Match]:
        assert is_typing.wait(PATIENCE_S)
        yield from news
        is_heard.set()

    def typed(_: str) -> str:
        is_typing.set()
        assert is_heard.wait(PATIENCE_S)
        raise KeyboardInterrupt

    monkeypatch.setattr(play_at_server, "changes", changes)
    monkeypatch.setattr(builtins, "input", typed)
    server = cast("Server", SimpleNamespace(address="http://there"))
    screen: Any = SimpleNamespace(say=said.append, explain=said.append, show=lambda *_: None)
    screen.tell_moves = screen.tell_rules = screen.explain
    session = play_at_server.Session(server, PAUSED, play_at_server.News(server, "1"), screen)
    with pytest.raises(KeyboardInterrupt):
        session.play()
    where = "Play on at http://there/matches/1, or watch: redscience watch 1"
    assert said[-1] == f"{told.format(until=time_of(PAUSED.paused_until_ms))} {where}"
