"""What is remembered of games."""

from __future__ import annotations

import time
from typing import cast

import grpc.aio
import pytest

from redscience.api.rules.v1.rules_pb2 import Game, GetRequest, GetResponse
from services.kit import rulebook
from services.kit.rulebook import REMEMBERED_S, RulesRulebook


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The ids of games that the rules service was asked for; it says how often it was asked."""
    asked: list[str] = []

    class Rules:
        def __init__(self, _channel: grpc.aio.Channel) -> None:
            pass

        async def Get(self, request: GetRequest) -> GetResponse:
            asked.append(request.id)
            return GetResponse(game=Game(id=request.id, name=f"version {len(asked)}"))

    monkeypatch.setattr(rulebook, "RulesServiceStub", Rules)
    return asked


async def test_a_game_is_asked_for_once_in_a_while(asked: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    book = RulesRulebook(cast("grpc.aio.Channel", None))
    now_s = 1000.0
    monkeypatch.setattr(time, "monotonic", lambda: now_s)
    assert [(await book.game(game_id)).name for game_id in ("a", "a", "b", "a")] == [
        "version 1",
        "version 1",
        "version 2",
        "version 1",
    ]
    now_s += REMEMBERED_S
    assert (await book.game("a")).name == "version 3"
    assert asked == ["a", "b", "a"]


async def test_no_more_games_are_remembered_than_are_played(asked: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rulebook, "_MOST_REMEMBERED", 2)
    book = RulesRulebook(cast("grpc.aio.Channel", None))
    for game_id in ("a", "b", "c", "b", "a"):
        await book.game(game_id)
    assert asked == ["a", "b", "c", "a"]
