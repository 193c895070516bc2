"""Access tokens: exchanged for a secret, and renewed before they end."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable

import grpc.aio

from redscience.api.players.v1 import players_pb2, players_pb2_grpc

RENEW_BEFORE_S = 120.0
"""How long before its end a token is exchanged anew."""


class AccessToken:
    """The access token of whoever has a secret.

    Args:
        players: leads to the players service.
        secret: of a session, a bot or a service.
    """

    def __init__(self, players: grpc.aio.Channel, secret: str) -> None:
        self._stub = players_pb2_grpc.PlayersServiceStub(players)
        self._secret = secret
        self._answer = players_pb2.ExchangeResponse()
        self._lock = asyncio.Lock()

    async def __call__(self) -> str:
        """The token; exchanged first where there is none that lasts.

        Raises:
            NotLoggedIn: the secret is none, or no longer.
        """
        return (await self._exchanged()).token

    async def player(self) -> players_pb2.Player:
        """Whose secret it is; without an id where it is a service's."""
        return (await self._exchanged()).player

    async def _exchanged(self) -> players_pb2.ExchangeResponse:
        async with self._lock:
            if not lasts(self._answer.expires_at_ms):
                self._answer = await self._stub.Exchange(players_pb2.ExchangeRequest(secret=self._secret))
            return self._answer


class ThreadedAccessToken:
    """`AccessToken` for threads.

    Args:
        exchange: the method of the players service.
        secret: of a session, a bot or a service.
    """

    def __init__(
        self, exchange: Callable[[players_pb2.ExchangeRequest], players_pb2.ExchangeResponse], secret: str
    ) -> None:
        self._exchange = exchange
        self._secret = secret
        self._answer = players_pb2.ExchangeResponse()
        self._lock = threading.Lock()

    def __call__(self) -> str:
        """The token; exchanged first where there is none that lasts."""
        return self._exchanged().token

    def player(self) -> players_pb2.Player:
        """Whose secret it is; without an id where it is a service's."""
        return self._exchanged().player

    def renew(self) -> None:
        """Has the next call exchange the secret anew."""
        self._answer = players_pb2.ExchangeResponse()

    def _exchanged(self) -> players_pb2.ExchangeResponse:
        with self._lock:
            if not lasts(self._answer.expires_at_ms):
                self._answer = self._exchange(players_pb2.ExchangeRequest(secret=self._secret))
            return self._answer


def lasts(expires_at_ms: int) -> bool:
    """Whether a token that ends then need not be exchanged yet."""
    return time.time() < expires_at_ms / 1000 - RENEW_BEFORE_S
