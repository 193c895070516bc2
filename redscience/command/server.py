"""A redscience server, as commands ask it: found through one address, called as whoever is logged in."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from typing import Any, Protocol, TypeVar, cast

# Otherwise gRPC notes at the terminal what the command says itself; it is told so before it is loaded.
os.environ.setdefault("GRPC_VERBOSITY", "ERROR")

import grpc

from redscience.api.batch.v1.batch_pb2_grpc import BatchServiceStub
from redscience.api.chat.v1.chat_pb2_grpc import ChatServiceStub
from redscience.api.match.v1.match_pb2_grpc import MatchServiceStub
from redscience.api.players.v1.players_pb2 import Player
from redscience.api.players.v1.players_pb2_grpc import PlayersServiceStub
from redscience.api.rating.v1.rating_pb2_grpc import RatingServiceStub
from redscience.api.rules.v1.rules_pb2_grpc import RulesServiceStub
from redscience.client.access import ThreadedAccessToken
from redscience.client.channels import DEADLINE_S, bearer, channel
from redscience.client.discovery import DEFAULT_SERVER, found, is_secure, normal_address
from redscience.client.refusals import detail_of, faults_of
from redscience.command.failures import CommandError, Exit
from redscience.command.sessions import session_of
from redscience.errors import InvalidField, Unavailable

SERVER_VARIABLE = "REDSCIENCE_SERVER"

_Code = grpc.StatusCode
EXITS: Mapping[grpc.StatusCode, Exit] = {
    _Code.INVALID_ARGUMENT: Exit.INVALID,
    _Code.NOT_FOUND: Exit.NOT_FOUND,
    _Code.UNAVAILABLE: Exit.UNREACHABLE,
    _Code.DEADLINE_EXCEEDED: Exit.UNREACHABLE,
    _Code.ALREADY_EXISTS: Exit.REFUSED,
    _Code.FAILED_PRECONDITION: Exit.REFUSED,
    _Code.PERMISSION_DENIED: Exit.REFUSED,
    _Code.UNAUTHENTICATED: Exit.REFUSED,
    _Code.RESOURCE_EXHAUSTED: Exit.REFUSED,
    _Code.ABORTED: Exit.REFUSED,
    _Code.UNIMPLEMENTED: Exit.REFUSED,
}


class PagedRequest(Protocol):
    """A request for a list."""

    page_token: str


class RequestBefore(Protocol):
    """A request for what is older than the one with an id."""

    before_id: str


class WithId(Protocol):
    """What has an id."""

    id: str


Paged = TypeVar("Paged", bound=PagedRequest)
Before = TypeVar("Before", bound=RequestBefore)
Listed = TypeVar("Listed")
Identified = TypeVar("Identified", bound=WithId)
Request_contra = TypeVar("Request_contra", contravariant=True)
Response_co = TypeVar("Response_co", covariant=True)


class Method(Protocol[Request_contra, Response_co]):
    """A method of a service that answers once."""

    def __call__(
        self, request: Request_contra, *, timeout: float, metadata: tuple[tuple[str, str], ...]
    ) -> Response_co:
        """Calls it and waits for the answer."""
        ...


class Server:
    """A server.

    Args:
        address: of its pages.
        secret: of whoever calls, to be traded for an access token; "" for nobody in particular.

    Attributes:
        address: of its pages, as sessions are kept by.
    """

    def __init__(self, address: str, secret: str = "") -> None:
        try:
            self.address = normal_address(address)
        except InvalidField as error:
            raise CommandError(error.message, Exit.INVALID, faults=error.faults) from None
        self.secret = secret or session_of(self.address)

    @cached_property
    def players(self) -> PlayersServiceStub:
        """Who is who."""
        return PlayersServiceStub(self._channel("players"))

    @cached_property
    def rules(self) -> RulesServiceStub:
        """Games."""
        return RulesServiceStub(self._channel("rules"))

    @cached_property
    def match(self) -> MatchServiceStub:
        """Matches."""
        return MatchServiceStub(self._channel("match"))

    @cached_property
    def chat(self) -> ChatServiceStub:
        """What is said about matches."""
        return ChatServiceStub(self._channel("match"))

    @cached_property
    def rating(self) -> RatingServiceStub:
        """Who plays how well."""
        return RatingServiceStub(self._channel("rating"))

    @cached_property
    def batch(self) -> BatchServiceStub:
        """Tournaments."""
        return BatchServiceStub(self._channel("batch"))

    @property
    def me(self) -> Player:
        """Who calls.

        Raises:
            CommandError: nobody is logged in, or no longer.
        """
        if not self.secret:
            raise CommandError(
                f"You are not logged in at {self.address}. Log in with: redscience login EMAIL", Exit.REFUSED
            )
        return self._token.player()

    def call(
        self, method: Method[Request_contra, Response_co], request: Request_contra, *, known: bool = True
    ) -> Response_co:
        """Calls a method; as whoever is logged in, unless it is to be nobody in particular.

        Raises:
            CommandError: it is refused, or nobody answers.
        """
        try:
            return method(request, timeout=DEADLINE_S, metadata=self.bearer() if known else ())
        except grpc.RpcError as error:
            raise self.failure(error) from None

    def every(
        self,
        method: Method[Paged, Response_co],
        request: Paged,
        listed: Callable[[Response_co], Iterable[Listed]],
    ) -> Iterator[Listed]:
        """All that a method lists, asked for a page at a time."""
        while True:
            answer = self.call(method, request)
            yield from listed(answer)
            request.page_token = cast("Any", answer).next_page_token
            if not request.page_token:
                return

    def every_before(
        self,
        method: Method[Before, Response_co],
        request: Before,
        listed: Callable[[Response_co], Sequence[Identified]],
    ) -> Iterator[Identified]:
        """The same of a method that goes on behind the last one it has told of, by its id."""
        while found := listed(self.call(method, request)):
            yield from found
            request.before_id = found[-1].id

    def renew(self) -> None:
        """Has the next call carry a fresh access token."""
        self._token.renew()

    def bearer(self) -> tuple[tuple[str, str], ...]:
        """The metadata that says who calls; nothing where nobody is logged in."""
        return bearer(self._token()) if self.secret else ()

    def failure(self, error: grpc.RpcError) -> CommandError:
        """What to tell of a call that failed."""
        exit_code = EXITS.get(error.code(), Exit.INTERNAL)
        told = detail_of(error)
        if told is not None:
            return CommandError(told.message, exit_code, server_code=told.code, faults=faults_of(told))
        if exit_code is Exit.UNREACHABLE:
            return CommandError(f"{self.address} does not answer now. Try again in a moment.", exit_code)
        return CommandError(error.details() or f"{self.address} failed.", exit_code)

    @cached_property
    def _token(self) -> ThreadedAccessToken:
        return ThreadedAccessToken(partial(self.call, self.players.Exchange, known=False), self.secret)

    def _channel(self, service: str) -> grpc.Channel:
        if service not in self._services:
            raise CommandError(f"{self.address} is an older redscience, which has no such thing.", Exit.REFUSED)
        return channel(self._services[service], secure=is_secure(self.address))

    @cached_property
    def _services(self) -> Mapping[str, str]:
        """Where the services are, by name."""
        try:
            return found(self.address, another=f"another with --server or {SERVER_VARIABLE}")
        except Unavailable as error:
            raise CommandError(error.message, Exit.UNREACHABLE) from None


def server_of(chosen: argparse.Namespace, secret: str = "") -> Server:
    """The server that the command line means, or the environment, or the one on this machine."""
    return Server(chosen.server or os.environ.get(SERVER_VARIABLE, "").strip() or DEFAULT_SERVER, secret)
