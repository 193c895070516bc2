"""A redscience server, as commands ask it: found through one address, called as whoever is logged in."""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from http.client import HTTPException
from typing import Any, Protocol, TypeVar, cast
from urllib.error import URLError
from urllib.parse import urlsplit
from urllib.request import urlopen

# Otherwise gRPC notes at the terminal what the command says itself; it is told so before it is loaded.
os.environ.setdefault("GRPC_VERBOSITY", "ERROR")

import grpc
from google.protobuf.message import DecodeError
from google.rpc import status_pb2

from redscience.api.errors.v1 import errors_pb2
from redscience.api.match.v1.match_pb2_grpc import MatchServiceStub
from redscience.api.players.v1.players_pb2 import ExchangeRequest, ExchangeResponse
from redscience.api.players.v1.players_pb2_grpc import PlayersServiceStub
from redscience.api.rules.v1.rules_pb2_grpc import RulesServiceStub
from redscience.command.failures import CommandError, Exit
from redscience.command.sessions import session_of
from redscience.errors import Fault

SERVER_VARIABLE = "REDSCIENCE_SERVER"
USUAL_SERVER = "http://127.0.0.1:8000"
"""Where `redscience up` has its pages."""
_PATIENCE_S = 10.0
_MOST_BYTES = 65_536

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


Paged = TypeVar("Paged", bound=PagedRequest)
Listed = TypeVar("Listed")
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
        self.address = _normal(address)
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
    def me(self) -> ExchangeResponse:
        """Who calls, with their access token.

        Raises:
            CommandError: nobody is logged in, or no longer.
        """
        if not self.secret:
            raise CommandError(
                f"You are not logged in at {self.address}. Log in with: redscience login EMAIL", Exit.REFUSED
            )
        return self.call(self.players.Exchange, ExchangeRequest(secret=self.secret), known=False)

    def call(
        self, method: Method[Request_contra, Response_co], request: Request_contra, *, known: bool = True
    ) -> Response_co:
        """Calls a method; as whoever is logged in, unless it is to be nobody in particular.

        Raises:
            CommandError: it is refused, or nobody answers.
        """
        try:
            return method(request, timeout=_PATIENCE_S, metadata=self.bearer() if known else ())
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

    def renew(self) -> None:
        """Has the next call carry a fresh access token."""
        self.__dict__.pop("me", None)

    def bearer(self) -> tuple[tuple[str, str], ...]:
        """The metadata that says who calls; nothing where nobody is logged in."""
        return (("authorization", f"Bearer {self.me.token}"),) if self.secret else ()

    def failure(self, error: grpc.RpcError) -> CommandError:
        """What to tell of a call that failed."""
        exit_code = EXITS.get(error.code(), Exit.INTERNAL)
        told = _told(error)
        if told is not None:
            faults = [Fault(each.path, each.problem, each.remedy) for each in told.faults]
            return CommandError(told.message, exit_code, server_code=told.code, faults=faults)
        if exit_code is Exit.UNREACHABLE:
            return CommandError(f"{self.address} does not answer now. Try again in a moment.", exit_code)
        return CommandError(error.details() or f"{self.address} failed.", exit_code)

    def _channel(self, service: str) -> grpc.Channel:
        address = self._services.get(service, "")
        if not address:
            raise CommandError(f"{self.address} does not say where its {service} service is.", Exit.UNREACHABLE)
        if self.address.startswith("https:"):
            return grpc.secure_channel(address, grpc.ssl_channel_credentials())
        return grpc.insecure_channel(address)

    @cached_property
    def _services(self) -> Mapping[str, str]:
        """Where the services are, by name."""
        try:
            with urlopen(f"{self.address}/.well-known/redscience", timeout=_PATIENCE_S) as answer:  # noqa: S310 - http or https, by _normal
                told = json.loads(answer.read(_MOST_BYTES))["grpc"]
                return {str(name): str(address) for name, address in told.items()}
        except (OSError, HTTPException, ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
            reason = f": {error.reason}" if isinstance(error, URLError) else ""
            raise CommandError(
                f"There is no redscience at {self.address}{reason}. Start one with redscience up, or name another with"
                f" --server or {SERVER_VARIABLE}.",
                Exit.UNREACHABLE,
            ) from None


def server_of(chosen: argparse.Namespace, secret: str = "") -> Server:
    """The server that the command line means, or the environment, or the one on this machine."""
    return Server(chosen.server or os.environ.get(SERVER_VARIABLE, "").strip() or USUAL_SERVER, secret)


def _normal(address: str) -> str:
    """An address as `http://host:port`.

    Raises:
        CommandError: it is none.
    """
    whole = address if "://" in address else f"http://{address}"
    try:
        parts = urlsplit(whole)
        if parts.scheme in {"http", "https"} and parts.netloc and whole.isascii() and " " not in whole:
            return f"{parts.scheme}://{parts.netloc.lower()}{parts.path.rstrip('/')}"
    except ValueError:
        pass
    raise CommandError(f"{address!a} is no address of a server. Write it as {USUAL_SERVER}.", Exit.INVALID)


def _told(error: Any) -> errors_pb2.Error | None:
    """The error as the service has said it; None where the call did not come so far."""
    detail = errors_pb2.Error()
    for key, value in error.trailing_metadata() or ():
        if key == "grpc-status-details-bin":
            try:
                packed = status_pb2.Status.FromString(value).details
                return detail if any(each.Unpack(detail) for each in packed) else None
            except DecodeError:
                return None
    return None
