"""The services that are asked, and how a call is made: with the caller's own token, a deadline, and patience."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, cast

from redscience.api.batch.v1.batch_pb2_grpc import BatchServiceStub
from redscience.api.chat.v1.chat_pb2_grpc import ChatServiceStub
from redscience.api.house.v1.house_pb2_grpc import HouseServiceStub
from redscience.api.match.v1.match_pb2_grpc import MatchServiceStub
from redscience.api.players.v1.players_pb2_grpc import PlayersServiceStub
from redscience.api.rating.v1.rating_pb2_grpc import RatingServiceStub
from redscience.api.rules.v1.rules_pb2_grpc import RulesServiceStub
from redscience.client.access import ThreadedAccessToken
from redscience.client.channels import bearer
from redscience.errors import Unavailable
from services.kit.channels import CLIENT_ADDRESS_KEY, Channels, connect
from services.kit.config import Config

if TYPE_CHECKING:
    from redscience.api.batch.v1.batch_pb2_grpc import BatchServiceAsyncStub
    from redscience.api.chat.v1.chat_pb2_grpc import ChatServiceAsyncStub
    from redscience.api.house.v1.house_pb2_grpc import HouseServiceAsyncStub
    from redscience.api.match.v1.match_pb2_grpc import MatchServiceAsyncStub
    from redscience.api.players.v1.players_pb2_grpc import PlayersServiceAsyncStub
    from redscience.api.rating.v1.rating_pb2_grpc import RatingServiceAsyncStub

CALL_TIMEOUT_S = 5.0
# A service that restarts is back within this time on a laptop; a browser that waits longer is told, and asks again.
PATIENCE_S = 4.0

Request_contra = TypeVar("Request_contra", contravariant=True)
Response_co = TypeVar("Response_co", covariant=True)


class PagedRequest(Protocol):
    """A request for a list."""

    page_token: str


Paged = TypeVar("Paged", bound=PagedRequest)


class Method(Protocol[Request_contra, Response_co]):
    """A unary method of a stub."""

    def __call__(
        self,
        request: Request_contra,
        /,
        timeout: float | None = None,
        metadata: tuple[tuple[str, str], ...] | None = None,
    ) -> Response_co:
        """Calls it and waits for the answer."""
        ...


@dataclass(frozen=True, slots=True)
class Backends:
    """The services behind the gateway.

    Attributes:
        own_token: gives the gateway's own access token, for what it asks for those who have none.
    """

    players: PlayersServiceStub
    rules: RulesServiceStub
    match: MatchServiceStub
    chat: ChatServiceStub
    rating: RatingServiceStub
    house: HouseServiceStub
    batch: BatchServiceStub
    own_token: Callable[[], str]


@dataclass(frozen=True, slots=True)
class LiveBackends:
    """The services that event streams follow, asked on the event loop."""

    players: PlayersServiceAsyncStub
    match: MatchServiceAsyncStub
    chat: ChatServiceAsyncStub
    rating: RatingServiceAsyncStub
    house: HouseServiceAsyncStub
    batch: BatchServiceAsyncStub


def connect_live(channels: Channels) -> LiveBackends:
    """The same services, for the event loop."""
    return LiveBackends(
        players=PlayersServiceStub(channels.anonymous("players")),
        match=MatchServiceStub(channels.anonymous("match")),
        chat=ChatServiceStub(channels.anonymous("match")),
        rating=RatingServiceStub(channels.anonymous("rating")),
        house=HouseServiceStub(channels.anonymous("house")),
        batch=BatchServiceStub(channels.anonymous("batch")),
    )


def connect_backends(config: Config) -> Backends:
    """Channels to the services, for threads."""
    players = PlayersServiceStub(connect(config.addresses["players"]))
    match = connect(config.addresses["match"])
    return Backends(
        players=players,
        rules=RulesServiceStub(connect(config.addresses["rules"])),
        match=MatchServiceStub(match),
        chat=ChatServiceStub(match),
        rating=RatingServiceStub(connect(config.addresses["rating"])),
        house=HouseServiceStub(connect(config.addresses["house"])),
        batch=BatchServiceStub(connect(config.addresses["batch"])),
        own_token=ThreadedAccessToken(players.Exchange, config.secret),
    )


def call(
    method: Method[Request_contra, Response_co],
    request: Request_contra,
    token: str = "",
) -> Response_co:
    """Calls a method that is safe to repeat, again and again while its service does not answer.

    Raises:
        RedscienceError: what the service refused, or `Unavailable` when patience ended.
    """
    give_up_at = time.monotonic() + PATIENCE_S
    pause_s = 0.05
    while True:
        try:
            return call_once(method, request, token)
        except Unavailable:
            if time.monotonic() + pause_s > give_up_at:
                raise
            time.sleep(pause_s * random.uniform(0.5, 1.0))
            pause_s = min(2 * pause_s, 0.5)


def answers(method: Method[Paged, Response_co], request: Paged, token: str) -> Iterator[Response_co]:
    """What a method that lists answers, page by page, as long as there are more and somebody asks for them."""
    while True:
        answer = call(method, request, token)
        yield answer
        request.page_token = cast("Any", answer).next_page_token
        if not request.page_token:
            return


def call_once(method: Method[Request_contra, Response_co], request: Request_contra, token: str = "") -> Response_co:
    """Calls a method that may not be repeated."""
    return method(request, timeout=CALL_TIMEOUT_S, metadata=bearer(token) if token else None)


def call_for_stranger(
    method: Method[Request_contra, Response_co], request: Request_contra, token: str, address: str
) -> Response_co:
    """The same for somebody who has not logged in: by the gateway's own token, and naming their network address."""
    return method(request, timeout=CALL_TIMEOUT_S, metadata=(*bearer(token), (CLIENT_ADDRESS_KEY, address)))
