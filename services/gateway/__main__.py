"""The gateway: `python -m services.gateway`. One process: an event loop, and a few threads for the application."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
from collections.abc import Mapping

from redscience.api.players.v1.players_pb2_grpc import PlayersServiceStub
from services.gateway.app import create_app
from services.gateway.backends import connect_backends, connect_live
from services.gateway.bounds import Bounds, bounds_of_this_machine
from services.gateway.drain import Drain
from services.gateway.events import Live
from services.gateway.leaderboards import live_boards
from services.gateway.server import Server
from services.gateway.sessions import Sessions
from services.gateway.stream_limit import StreamLimit
from services.kit import garbage, metrics, telemetry
from services.kit.cancelling import cancel
from services.kit.channels import Channels
from services.kit.clock import SystemClock
from services.kit.config import Config, ConfigError, read_config
from services.kit.ended import EndedSessions, follow
from services.kit.leaving import leave_within
from services.kit.parent import die_with_parent

log = logging.getLogger(__name__)

GRACE_S = 5.0
LEAVE_S = 8.0
"""So long it may take from the signal to the end: a thread that waits for an answer waits for up to thirty."""


async def serve(config: Config) -> None:
    """Serves until SIGTERM or SIGINT.

    Raises:
        OSError: the address cannot be used.
    """
    stopping = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stopping.set)
    channels, ended = Channels(config), EndedSessions(SystemClock())
    beside = [
        asyncio.create_task(follow(ended, PlayersServiceStub(channels.own("players"))), name="ended sessions"),
        asyncio.create_task(metrics.keep_beating(), name="pulse"),
    ]
    try:
        server = compose(config, channels, ended)
        server.listen(config.address)
        garbage.spare_what_stays()
        log.info("listening", extra={"address": config.address})
        await stopping.wait()
        leave_within(LEAVE_S)
        await server.stop(GRACE_S)
    finally:
        await cancel(beside)
        await channels.close()


def compose(config: Config, channels: Channels, ended: EndedSessions) -> Server:
    """The server and all its parts."""
    backends, live_backends, clock = connect_backends(config), connect_live(channels), SystemClock()
    bounds = bounds_of_this_machine(Bounds())
    drain, sessions = Drain(), Sessions(backends.players, clock, ended)
    app = create_app(
        backends,
        addresses=told_addresses(config),
        loopback=config.loopback,
        drain=drain,
        stream_limit=StreamLimit(bounds.streams),
        clock=clock,
        sessions=sessions,
        processes=config.processes_file,
        contact=config.contact,
    )
    live = Live(live_backends, sessions.token, live_boards(live_backends, clock))
    ended.when_ended(lambda _: live.sources.check())
    return Server(app, live, drain, bounds, sessions, scheme="http" if config.loopback else "https")


def told_addresses(config: Config) -> Mapping[str, str]:
    """Where programs from outside find the services."""
    public = config.public_address
    return dict.fromkeys(config.addresses, public) if public else config.addresses


def main() -> None:
    """Runs the gateway until SIGTERM or SIGINT."""
    try:
        config = read_config("gateway", os.environ)
        telemetry.start(config)
        metrics.serve(config.metrics_address)
        die_with_parent()
        asyncio.run(serve(config))
        telemetry.stop()
    except ConfigError as error:
        sys.stderr.write(f"gateway: {error}\n")
        sys.exit(2)
    except OSError as error:
        sys.stderr.write(f"gateway: {error}\n")
        sys.exit(1)


if __name__ == "__main__":
    main()
