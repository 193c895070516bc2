"""Calls of a platform's services, found by the address of its pages."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from redscience.api.batch.v1.batch_pb2_grpc import BatchServiceStub
from redscience.api.match.v1.match_pb2_grpc import MatchServiceStub
from redscience.api.players.v1.players_pb2_grpc import PlayersServiceStub
from redscience.api.rating.v1.rating_pb2_grpc import RatingServiceStub
from redscience.api.rules.v1.rules_pb2_grpc import RulesServiceStub
from redscience.client.access import AccessToken
from redscience.client.channels import Metadata, aio_channel, bearer
from redscience.client.discovery import found, is_secure, normal_address
from redscience.errors import NotLoggedIn

if TYPE_CHECKING:  # they are there for checkers of types alone
    from redscience.api.batch.v1.batch_pb2_grpc import BatchServiceAsyncStub
    from redscience.api.match.v1.match_pb2_grpc import MatchServiceAsyncStub
    from redscience.api.players.v1.players_pb2_grpc import PlayersServiceAsyncStub
    from redscience.api.rating.v1.rating_pb2_grpc import RatingServiceAsyncStub
    from redscience.api.rules.v1.rules_pb2_grpc import RulesServiceAsyncStub


@dataclass(frozen=True, slots=True)
class Connection:
    """The services of a platform, called by somebody who has a secret; errors come back as `RedscienceError`.

    Attributes:
        batch: None where the platform is one of before there were tournaments.
        token: the access token that goes along, renewed in time.
    """

    players: PlayersServiceAsyncStub
    rules: RulesServiceAsyncStub
    match: MatchServiceAsyncStub
    rating: RatingServiceAsyncStub
    batch: BatchServiceAsyncStub | None
    token: AccessToken


@asynccontextmanager
async def connected(server: str, secret: str) -> AsyncIterator[Connection]:
    """Leads to the services of the platform whose pages are at an address.

    Args:
        server: "http://127.0.0.1:8000".
        secret: of a session or a bot; "" calls as nobody.

    Raises:
        InvalidField: this is no address.
        NotLoggedIn: the secret is none.
        Unavailable: there is no platform at this address now.
    """
    if not secret.isascii():
        raise NotLoggedIn("This secret has signs in it that no secret has. Copy it as its owner was shown it.")
    address = normal_address(server)
    addresses = await asyncio.to_thread(found, address)
    channel_to = partial(aio_channel, secure=is_secure(address))
    async with AsyncExitStack() as opened:
        token = AccessToken(await opened.enter_async_context(channel_to(addresses["players"], _nothing)), secret)

        async def along() -> Metadata:
            return bearer(await token()) if secret else ()

        channels = {name: await opened.enter_async_context(channel_to(addresses[name], along)) for name in addresses}
        yield Connection(
            PlayersServiceStub(channels["players"]),
            RulesServiceStub(channels["rules"]),
            MatchServiceStub(channels["match"]),
            RatingServiceStub(channels["rating"]),
            BatchServiceStub(channels["batch"]) if "batch" in channels else None,
            token,
        )


async def _nothing() -> Metadata:
    return ()
