"""Where a platform is, and calls of its services."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from http.client import HTTPException
from typing import Any
from urllib.request import urlopen

from redscience.api.match.v1.match_pb2_grpc import MatchServiceStub
from redscience.api.players.v1.players_pb2_grpc import PlayersServiceStub
from redscience.api.rating.v1.rating_pb2_grpc import RatingServiceStub
from redscience.api.rules.v1.rules_pb2_grpc import RulesServiceStub
from redscience.client.access import AccessToken
from redscience.client.channels import Metadata, aio_channel, bearer
from redscience.errors import Unavailable

DEFAULT_SERVER = "http://127.0.0.1:8000"
"""Where a platform is found that `make run` has started on this machine."""
WELL_KNOWN = "/.well-known/redscience"

_PATIENCE_S = 10.0
_SERVICES = ("players", "rules", "match", "rating")
_LONGEST_ANSWER = 65_536


@dataclass(frozen=True, slots=True)
class Connection:
    """The services of a platform, called by somebody who has a secret; errors come back as `RedscienceError`.

    Attributes:
        token: the access token that goes along, renewed in time.
    """

    players: Any
    rules: Any
    match: Any
    rating: Any
    token: AccessToken


@asynccontextmanager
async def connected(server: str, secret: str) -> AsyncIterator[Connection]:
    """Leads to the services of the platform whose pages are at an address.

    Args:
        server: "http://127.0.0.1:8000".
        secret: of a session or a bot; "" calls as nobody.

    Raises:
        Unavailable: there is no platform at this address now.
    """
    addresses = await asyncio.to_thread(found, server)
    async with AsyncExitStack() as opened:
        token = AccessToken(await opened.enter_async_context(aio_channel(addresses["players"], _nothing)), secret)

        async def along() -> Metadata:
            return bearer(await token()) if secret else ()

        channels = {name: await opened.enter_async_context(aio_channel(addresses[name], along)) for name in _SERVICES}
        yield Connection(
            PlayersServiceStub(channels["players"]),
            RulesServiceStub(channels["rules"]),
            MatchServiceStub(channels["match"]),
            RatingServiceStub(channels["rating"]),
            token,
        )


def found(server: str) -> Mapping[str, str]:
    """The `host:port` of each service of the platform whose pages are at an address.

    Raises:
        Unavailable: there is no platform at this address now.
    """
    if not server.startswith(("http://", "https://")):
        raise Unavailable(f"{server} is no address of a platform: it begins with http:// or https://.")
    try:
        with urlopen(server.rstrip("/") + WELL_KNOWN, timeout=_PATIENCE_S) as answer:  # noqa: S310 - as above
            text = answer.read(_LONGEST_ANSWER)
    except (OSError, ValueError, HTTPException) as error:
        why = f"No platform answers at {server}: {error}. See that it is running, and that this is its address."
        raise Unavailable(why) from None
    try:
        addresses = json.loads(text)["grpc"]
        return {name: str(addresses[name]) for name in _SERVICES}
    except (ValueError, KeyError, TypeError):
        why = f"What answers at {server} is no platform of redscience. Give the address of its pages."
        raise Unavailable(why) from None


async def _nothing() -> Metadata:
    return ()
