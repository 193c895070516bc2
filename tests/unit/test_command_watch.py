"""`redscience watch`: what it shows over several streams."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import grpc
import pytest

from redscience.api.match.v1.match_pb2 import STATUS_ENDED, STATUS_RUNNING, Match, WatchResponse
from redscience.command import following
from redscience.command.failures import CommandError, Exit
from redscience.command.server import Server
from redscience.command.watch import changes

FIRST = Match(id="m", status=STATUS_RUNNING, view_version=1)
SECOND = Match(id="m", status=STATUS_RUNNING, view_version=2)
LAST = Match(id="m", status=STATUS_ENDED, view_version=3)


class Refusal(grpc.RpcError):
    """A stream's end."""

    def __init__(self, code: grpc.StatusCode) -> None:
        self._code = code

    def code(self) -> grpc.StatusCode:
        return self._code

    def details(self) -> str:
        return f"It is {self._code.name}."

    def trailing_metadata(self) -> tuple[tuple[str, str], ...]:
        return ()


EXPIRED = Refusal(grpc.StatusCode.UNAUTHENTICATED)
AWAY = Refusal(grpc.StatusCode.UNAVAILABLE)


class FakeServer(Server):
    """Tells on each stream what is given for it, and gives each a token of its own."""

    def __init__(self, *streams: list[Match | Refusal]) -> None:
        super().__init__("http://127.0.0.1:1", "secret")
        self._streams = iter(streams)
        self._number = 1
        self.tokens: list[int] = []

    @property
    def match(self) -> Any:
        return self

    def bearer(self) -> Any:
        return self._number

    def renew(self) -> None:
        self._number += 1

    def Watch(self, _: object, metadata: int) -> Iterator[WatchResponse]:
        self.tokens.append(metadata)
        for told in next(self._streams):
            if isinstance(told, Refusal):
                raise told
            yield WatchResponse(match=told)


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(following, "_PAUSE_S", 0.0)


def test_a_stream_that_ends_with_its_token_is_followed_by_another_and_nothing_is_shown_twice() -> None:
    server = FakeServer([FIRST, EXPIRED], [FIRST, SECOND, EXPIRED], [SECOND, AWAY], [LAST])
    assert list(changes(server, "m")) == [FIRST, SECOND, LAST]
    assert server.tokens == [1, 2, 3, 4]


def test_who_is_refused_with_a_fresh_token_is_told() -> None:
    server = FakeServer([FIRST, EXPIRED], [EXPIRED])
    shown = changes(server, "m")
    assert next(shown) == FIRST
    with pytest.raises(CommandError, match="It is UNAUTHENTICATED") as refused:
        next(shown)
    assert refused.value.exit_code is Exit.REFUSED
