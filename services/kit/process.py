"""The life of a service: compose, serve, drain, stop."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
import time
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import grpc.aio

from redscience.api.players.v1.players_pb2_grpc import PlayersServiceStub
from redscience.client.backoff import Backoff
from redscience.errors import Unavailable
from services.kit import garbage, metrics, telemetry
from services.kit.bus import Bus
from services.kit.cancelling import cancel
from services.kit.channels import Channels
from services.kit.clock import Clock, SystemClock
from services.kit.config import Config, ConfigError, read_config
from services.kit.ended import EndedSessions, follow
from services.kit.identity import Access
from services.kit.key_files import KeyFiles
from services.kit.leaving import leave_within
from services.kit.nats_bus import NatsBus
from services.kit.parent import die_with_parent
from services.kit.readiness import BUS, DATABASE, Readiness
from services.kit.server import Server

# uvloop does the same for less CPU. It is built for Linux and macOS; elsewhere there is Python's own loop.
try:
    from uvloop import new_event_loop
except ImportError:
    from asyncio import new_event_loop  # type: ignore[assignment]

if TYPE_CHECKING:
    from sqlalchemy import Table

    from services.kit.database import Database
    from services.kit.erased import Erase

log = logging.getLogger(__name__)

_GRACE_S = 2.0
_LEAVE_S = 8.0
"""So long it may take from the signal to the end: a database that is locked or frozen holds threads for longer."""
_FIRST_PAUSE_S = 0.25
_LONGEST_PAUSE_S = 10.0
_STEADY_S = 30.0
_SWITCH_S = 0.0005
"""How long a thread that computes keeps the interpreter from others; Python's 5 ms add up to tenths of seconds."""


@dataclass(frozen=True, slots=True)
class _Loop:
    """Something that runs beside the server."""

    name: str
    task: Callable[[], Coroutine[Any, Any, None]]


class Process:
    """What a composition root is given, and gives its parts to.

    Attributes:
        config, clock, bus, channels: ready to use.
        server: where servicers are registered, by `serve`.
        keys: that check access tokens, and sign them, as their files have them now.
        ended: the sessions whose tokens are refused. Players tells of them; everybody else follows what it tells.
    """

    config: Config
    clock: Clock
    bus: Bus
    channels: Channels

    def __init__(self, config: Config, *, clock: Clock, bus: Bus, channels: Channels) -> None:
        self.config = config
        self.clock = clock
        self.bus = bus
        self.channels = channels
        self.ended = EndedSessions(clock)
        self.keys = KeyFiles(config)
        self.server = Server(config.address, config.public_key, clock, self.ended)
        self.keys.when_changed(self.server.check_by)
        self._readiness = Readiness(self.server.tell_health)
        self._readiness.need(BUS, bus.works)
        self._databases: list[Database] = []
        self._loops: list[_Loop] = []
        self._running: list[asyncio.Task[None]] = []
        self.keep_running("keys", self.keys.follow)
        self.keep_running("pulse", metrics.keep_beating)
        self.keep_running("readiness", self._readiness.follow)
        if config.service != "players":
            players = PlayersServiceStub(channels.own("players"))
            self.keep_running("ended sessions", partial(follow, self.ended, players))

    async def database(self, migrations: Path) -> Database:
        """Opens and migrates this service's database; it is closed last."""
        from services.kit.database import open_database  # noqa: PLC0415 - slow to load, and not every service has one

        database = await open_database(self.config.database_url, migrations)
        self._databases.append(database)
        self._readiness.need(DATABASE, database.works)
        return database

    def follow_erasures(self, database: Database, table: Table, erase: Erase) -> None:
        """Has `erase` remove what this service has of players who were erased; `table` is its own `erased`."""
        from services.kit.erased import Erasures  # noqa: PLC0415 - slow to load, and not every service has a database

        players = PlayersServiceStub(self.channels.own("players"))
        self.keep_running("erasures", partial(Erasures(database, table, erase, self.clock).follow, players))

    def serve(
        self,
        add_to_server: Callable[[Any, grpc.aio.Server], None],
        servicer: object,
        access: Mapping[str, Access],
    ) -> None:
        """Registers a servicer, with who may call each of its methods (every method must be in the table)."""
        self.server.add(add_to_server, servicer, access)

    def keep_running(self, name: str, task: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Runs a loop beside the server until the process stops; one that fails is logged and started again."""
        self._loops.append(_Loop(name, task))

    async def start(self) -> None:
        """Listens, and starts the loops; called once everything is composed."""
        await self.server.start()
        self._running = [asyncio.create_task(_keep_running(loop), name=loop.name) for loop in self._loops]

    async def stop(self) -> None:
        """Drains and closes, in the order in which one thing needs another. Safe after a start that failed."""
        await self.server.drain()
        await self.server.stop(_GRACE_S)
        await cancel(self._running)
        await _within(_GRACE_S + 1, "bus", self.bus.close())
        await self.channels.close()
        for database in self._databases:
            await database.close()


async def _keep_running(loop: _Loop) -> None:
    backoff = Backoff(_FIRST_PAUSE_S, _LONGEST_PAUSE_S)
    while True:
        started_at = time.monotonic()
        try:
            await loop.task()
        except Unavailable as error:
            # Whoever met the outage has logged its reason.
            log.warning("a loop met an outage, and starts again", extra={"loop": loop.name, "why": error.message})
        except Exception:
            log.exception("a loop failed, and starts again", extra={"loop": loop.name})
        else:
            log.error("a loop has ended, and starts again", extra={"loop": loop.name})
        if time.monotonic() - started_at > _STEADY_S:
            backoff.reset()
        await asyncio.sleep(backoff.next_s())


async def _within(seconds: float, what: str, call: Awaitable[None]) -> None:
    """Waits for a part to stop, but not for ever, and whatever it does."""
    try:
        await asyncio.wait_for(call, seconds)
    except TimeoutError:
        log.warning("a part did not stop in time", extra={"part": what})
    except Exception:
        log.exception("a part failed to stop", extra={"part": what})


def run(service: str, compose: Callable[[Process], Awaitable[None]]) -> None:
    """Runs a service until SIGTERM or SIGINT: the whole of its `__main__`.

    Reads the configuration, opens logs, traces, bus and channels, calls `compose`, then listens, with health and
    reflection. On a signal: not serving, drain, a few seconds for calls in hand, close, all within eight. Exits with 2
    and a message where the configuration is wrong.
    """
    try:
        config = read_config(service, os.environ)
        telemetry.start(config)
        metrics.serve(config.metrics_address)
        die_with_parent()
        sys.setswitchinterval(_SWITCH_S)
        with asyncio.Runner(loop_factory=new_event_loop) as runner:
            runner.run(_live(config, compose))
    except ConfigError as error:
        sys.stderr.write(f"{service}: {error}\n")
        raise SystemExit(2) from None
    except OSError as error:
        sys.stderr.write(f"{service}: {error}\n")
        raise SystemExit(1) from None
    finally:
        telemetry.stop()


async def _live(config: Config, compose: Callable[[Process], Awaitable[None]]) -> None:
    stopping = asyncio.Event()
    loop = asyncio.get_running_loop()

    def stop() -> None:
        if not stopping.is_set():
            stopping.set()
            leave_within(_LEAVE_S)

    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop)
    bus = NatsBus(config.nats_url, config.service, config.stream_replicas)
    process = Process(config, clock=SystemClock(), bus=bus, channels=Channels(config))
    bus.start()
    loop.add_signal_handler(signal.SIGHUP, process.keys.look_now)
    try:
        if await _starts(process, compose, stopping):
            garbage.spare_what_stays()
            log.info("listening", extra={"address": config.address})
            await stopping.wait()
        log.info("stopping")
    finally:
        await process.stop()


async def _starts(process: Process, compose: Callable[[Process], Awaitable[None]], stopping: asyncio.Event) -> bool:
    """Whether it runs, before it is to stop: what it waits for at its start may take minutes."""

    async def start() -> None:
        await compose(process)
        await process.start()

    starting, told = asyncio.create_task(start()), asyncio.create_task(stopping.wait())
    try:
        await asyncio.wait((starting, told), return_when=asyncio.FIRST_COMPLETED)
        if starting.done():
            await starting
        return starting.done()
    finally:
        await cancel((starting, told))
