"""Access tokens: exchanged for a secret, and renewed before they end."""

from __future__ import annotations

import asyncio
import time

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

    def forget(self) -> None:
        """Has it exchanged anew: it was refused. The platform's clock says when it ends, and this one may be wrong."""
        self._answer = players_pb2.ExchangeResponse()

    async def player(self) -> players_pb2.Player:
        """Whose secret it is; without an id where it is a service's."""
        return (await self._exchanged()).player

    async def _exchanged(self) -> players_pb2.ExchangeResponse:
        async with self._lock:
            if not lasts(self._answer.expires_at_ms):
                self._answer = await self._stub.Exchange(players_pb2.ExchangeRequest(secret=self._secret))
            return self._answer


def lasts(expires_at_ms: int) -> bool:
    """Whether a token that ends then need not be exchanged yet."""
    return time.time() < expires_at_ms / 1000 - RENEW_BEFORE_S
