"""Calls to other services, with identity and trace.

Which token goes along: the one of the call that is being answered (`forward`), or the service's own (`own`).
An error that comes back is raised as the `RedscienceError` that it was on the other side.
"""

from __future__ import annotations

import grpc
import grpc.aio

from services.kit.config import Config


class Channels:
    """The channels of one process, made when first used, closed together. For services on an event loop."""

    def __init__(self, config: Config) -> None:
        raise NotImplementedError

    def forward(self, service: str) -> grpc.aio.Channel:
        """A channel whose calls carry the token of the call that is being answered."""
        raise NotImplementedError

    def own(self, service: str) -> grpc.aio.Channel:
        """A channel whose calls carry this service's own token, exchanged at players and renewed in time."""
        raise NotImplementedError

    async def close(self) -> None:
        """Closes all of them."""
        raise NotImplementedError


def connect(address: str) -> grpc.Channel:
    """A channel for threads (the gateway, the worker): errors come back as `RedscienceError`, the trace goes along.

    The token of a call is passed with it: `stub.Method(request, metadata=bearer(token))`.
    """
    raise NotImplementedError


def bearer(token: str) -> tuple[tuple[str, str], ...]:
    """The metadata that carries an access token."""
    return (("authorization", f"Bearer {token}"),)
