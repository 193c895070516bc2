"""A bot whose token is refused exchanges its secret anew, whatever its own clock says."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from types import SimpleNamespace
from typing import Any

import pytest

from redscience.api.match.v1 import match_pb2
from redscience.api.players.v1 import players_pb2
from redscience.client import Bot
from redscience.client.access import AccessToken
from redscience.client.connection import Connection
from redscience.errors import NotLoggedIn

AN_HOUR_MS = 3_600_000


class Platform:
    """Its clock is ahead: a token ends when it was used once, though by the client's clock it lasts for an hour."""

    def __init__(self) -> None:
        self.exchanged = 0
        self.asked = list[str]()
        self.valid = ""

    async def exchange(self, _: players_pb2.ExchangeRequest) -> players_pb2.ExchangeResponse:
        self.exchanged += 1
        self.valid = f"token {self.exchanged}"
        expires_at_ms = time.time_ns() // 1_000_000 + AN_HOUR_MS
        return players_pb2.ExchangeResponse(token=self.valid, expires_at_ms=expires_at_ms)

    def serve(self, token: AccessToken) -> Any:
        async def messages(_: AsyncIterator[match_pb2.ServeRequest]) -> AsyncIterator[match_pb2.ServeResponse]:
            await asyncio.sleep(0)
            self.asked.append(await token())
            if self.asked[-1] != self.valid:
                raise NotLoggedIn("The access token has expired. Ask for a new one.")
            yield match_pb2.ServeResponse()
            self.valid = ""
            raise NotLoggedIn("The access token has expired. Ask for a new one.")

        return messages


async def test_a_token_that_is_refused_is_exchanged_though_it_lasts_by_the_own_clock(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    platform = Platform()

    @asynccontextmanager
    async def connected(_: str, secret: str) -> AsyncIterator[Connection]:
        players: Any = SimpleNamespace(unary_unary=lambda *_, **__: platform.exchange)
        token = AccessToken(players, secret)
        yield Connection(None, None, SimpleNamespace(Serve=platform.serve(token)), None, token)

    monkeypatch.setattr("redscience.client.bot.connected", connected)
    with suppress(TimeoutError):
        await asyncio.wait_for(Bot(lambda _: "", secret="of a bot").play(), 0.5)  # noqa: S106  # it opens nothing
    assert 2 <= platform.exchanged <= 6
    assert platform.asked == [f"token {number}" for number in range(1, platform.exchanged + 1)]
