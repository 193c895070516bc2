"""The life of a service: compose, serve, drain, stop."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine, Mapping
from pathlib import Path
from typing import Any

import grpc.aio

from services.kit.bus import Bus
from services.kit.channels import Channels
from services.kit.clock import Clock
from services.kit.config import Config
from services.kit.database import Database
from services.kit.identity import Access


class Process:
    """What a composition root is given, and gives its parts to.

    Attributes:
        config, clock, bus, channels: ready to use.
    """

    config: Config
    clock: Clock
    bus: Bus
    channels: Channels

    async def database(self, migrations: Path) -> Database:
        """Opens and migrates this service's database; it is closed last."""
        raise NotImplementedError

    def serve(
        self,
        add_to_server: Callable[[Any, grpc.aio.Server], None],
        servicer: object,
        access: Mapping[str, Access],
    ) -> None:
        """Registers a servicer, with who may call each of its methods (every method must be in the table)."""
        raise NotImplementedError

    def keep_running(self, name: str, task: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Runs a loop beside the server until the process stops; one that fails is logged and started again."""
        raise NotImplementedError

    def on_drain(self, call: Callable[[], Awaitable[None]]) -> None:
        """Has `call` made when the process is told to stop, before the server refuses calls: streams end here."""
        raise NotImplementedError


def run(service: str, compose: Callable[[Process], Awaitable[None]]) -> None:
    """Runs a service until SIGTERM or SIGINT: the whole of its `__main__`.

    Reads the configuration, opens logs, traces, bus and channels, calls `compose`, then listens, with health and
    reflection. On a signal: not serving, drain, a few seconds for calls in hand, close. Exits with 2 and a message
    where the configuration is wrong.
    """
    raise NotImplementedError
