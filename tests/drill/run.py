"""The drill: what is rendered runs, people, bots and a tournament play, things die, and everything is replaced."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Hashable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from types import MappingProxyType

from drill.backends import MailServer, NatsCluster, Redis, make_databases
from drill.clicks import Browser, Clicks
from drill.network import Endpoints, Forwarder, Router, serve_router
from drill.pods import Pod, Workloads
from drill.workloads import BACKENDS, OUTSIDE, PROXY, Cluster, MisconfiguredError, Workload
from fixtures.ports import free_ports
from fixtures.postgres import PostgresServer
from manifests.documents import Documents, settings
from soak.comparison import Comparison
from soak.ledger import Ledger
from soak.player import Player
from soak.run import Playing, compare_ratings, everybody, shown
from soak.tournaments import Organizer, differences

from redscience.api.batch.v1 import batch_pb2 as pb
from redscience.api.players.v1 import players_pb2 as pp
from redscience.api.players.v1.players_pb2_grpc import PlayersServiceStub
from redscience.client.channels import bearer
from services.kit.channels import connect
from services.kit.parent import PARENT_VARIABLE
from services.laptop.hosted_keys import make

ROOT = Path(__file__).parents[2]
MAIL = "smtp://mail.example.org:587/?from=games@example.org"
BROWSERS = 4
GAMES_EACH = 3_000
AT_ONCE = 3
"""Pods that are started or replaced at a time."""
TOURNAMENT_PATIENCE_S = 240.0

Say = Callable[[str], None]

# As the image says, but for where its own folders are.
IMAGE = {
    "GRPC_VERBOSITY": "ERROR",
    "PYTHONUNBUFFERED": "1",
    "PYTHONSAFEPATH": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "PYTHONPATH": str(ROOT),
}
_OF_THIS_MACHINE = ("PATH", "HOME", "LANG", "REDSCIENCE_KERNELS", "XDG_CACHE_HOME")


@dataclass
class Report:
    """What was done and found.

    Attributes:
        rows: each step: what, how long in seconds, clicks made meanwhile, clicks failed, calls that met nobody.
        faults: what must not be, in words.
    """

    rows: list[tuple[str, float, int, int, int]] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)


class Hosted:
    """A cluster on this machine, as those who are outside of it see it, and as it is run.

    Args:
        documents: what is rendered.
        folder: of everything.
        faults: where is written down what must not be.
        replicas: how many of a workload there are, instead of what is rendered.
        is_sticky: whether calls with one token go to one replica, instead of to each in turn.
    """

    def __init__(
        self,
        documents: Documents,
        folder: Path,
        faults: list[str],
        replicas: Mapping[str, int] = MappingProxyType({}),
        *,
        is_sticky: bool = False,
    ) -> None:
        self._is_sticky = is_sticky
        self._folder, self.faults = folder, faults
        self._ports: dict[Hashable, int] = {}
        self._settings = settings(documents)
        secrets = folder / "secrets"
        make(secrets, mail=MAIL, postgresql="postgresql-rw:5432")
        self.postgres = PostgresServer(is_durable=True)
        self.postgres.wait_until_ready()
        make_databases(self.postgres, secrets)
        self.redis = Redis(self._port_of("redis"))
        self.nats = NatsCluster(folder / "nats", secrets / "nats" / "users.conf", self._port_of)
        self.mail = MailServer(self._port_of("mail"))
        database = self.postgres.url("postgres").rpartition("@")[2].partition("/")[0]
        direct = {"postgresql-rw": database, "valkey": self.redis.address, "mail.example.org": self.mail.address}
        self.cluster = Cluster(documents, self._port_of, direct)
        self.workloads = Workloads(self.cluster, self._pod, replicas)
        self._opened = AsyncExitStack()
        public, web = self._settings["REDSCIENCE_PUBLIC_ADDRESS"], self._settings["REDSCIENCE_WEB_URL"]
        host, _, port = public.rpartition(":")
        self._programs = self.cluster.address(OUTSIDE, host, int(port))
        self.web_name = web.removeprefix("https://").rstrip("/")
        self.pages = self.cluster.address(OUTSIDE, self.web_name, 443)
        self.address = f"http://{self.pages}"
        self._admin_secret = ""

    def address_of(self, name: str) -> str:  # noqa: ARG002 - one address for all, as an Ingress has
        """Where programs find a service."""
        return self._programs

    def log_in(self, email: str) -> pp.LogInResponse:
        """Opens a session of a person, by the code that is mailed; who is no Admin becomes a Trainer."""
        with connect(self._programs) as channel:
            players = PlayersServiceStub(channel)
            session = self._session(players, email)
            if email != self.admin:
                self._admin_secret = self._admin_secret or self._session(players, self.admin).secret
                token = players.Exchange(pp.ExchangeRequest(secret=self._admin_secret)).token
                asked = pp.SetRoleRequest(player_id=session.player.id, role=pp.ROLE_TRAINER)
                players.SetRole(asked, metadata=bearer(token))
        return session

    def _session(self, players: PlayersServiceStub, email: str) -> pp.LogInResponse:
        challenge = players.RequestCode(pp.RequestCodeRequest(email=email)).challenge
        return players.LogIn(pp.LogInRequest(email=email, code=self.mail.code(email), challenge=challenge))

    @property
    def admin(self) -> str:
        """The address of an Admin."""
        return self._settings["REDSCIENCE_ADMINS"].split(",")[0]

    async def start(self) -> None:
        """Starts what the services stand on, migrates, and starts every pod."""
        self.redis.start()
        for name in self.nats.names:
            self.nats.start(name)
        await self.mail.start()
        self._migrate()
        for workload in self.workloads.workloads.values():
            lay_out(self.cluster, workload, f"{workload.name}-laid-out", self._folder)
        for who, host, port in list(self.cluster.dialled):
            if who != OUTSIDE:
                await self._open(self.cluster.address(who, host, port), who, host, port)
        await self._open_ingresses()
        await self.workloads.start(AT_ONCE)

    async def stop(self) -> None:
        """Ends all of it."""
        await self.workloads.stop()
        await self._opened.aclose()
        self.mail.stop()
        self.nats.stop()
        self.redis.kill()
        self.postgres.stop()

    def _migrate(self) -> None:
        for name, command, variables, mounts in self.cluster.migrations():
            folder = self._folder / f"migrations-{name}"
            _mount(self.cluster, name, mounts, folder)
            told = {key: self.cluster.here("migrations", mounts, name, folder, text) for key, text in variables.items()}
            done = subprocess.run(command, env=_environ(told), cwd=folder, capture_output=True, text=True, check=False)
            if done.returncode:
                self.faults.append(f"migrations of {name} ended with {done.returncode}: {done.stderr[-500:]}")

    def _pod(self, workload: Workload, number: int) -> Pod:
        name = f"{workload.name}-{number}"
        environ = _environ(lay_out(self.cluster, workload, name, self._folder))
        address_of = partial(self.cluster.listening, name)
        return Pod(workload, name, address_of, environ, folder=self._folder / name, found=self.faults.append)

    async def _open(self, address: str, who: str, host: str, port: int | str) -> None:
        """Has an address lead where a Service leads, if NetworkPolicies let it."""
        try:
            if self.cluster.is_open(who, host, port):
                forwarder = Forwarder(address, self._endpoints(host, port))
                await forwarder.start()
                self._opened.push_async_callback(forwarder.stop)
        except MisconfiguredError as error:
            self.faults.append(f"{who} dials {host}:{port}: {error}")

    async def _open_ingresses(self) -> None:
        for host, path, service, port in self.cluster.routes():
            if host == self.web_name and path == "/":
                await self._open(self.pages, PROXY, service, port)
        router = Router(self._route, is_sticky=self._is_sticky)
        server = await serve_router(router, self._programs)
        self._opened.push_async_callback(router.close)
        self._opened.push_async_callback(server.stop, 0)

    def _route(self, called: str) -> Endpoints | None:
        for host, path, service, port in self.cluster.routes():
            if (
                host != self.web_name
                and called.startswith(f"{path.rstrip('/')}/")
                and self.cluster.is_open(PROXY, service, port)
            ):
                return self._endpoints(service, port)
        return None

    def _endpoints(self, host: str, port: int | str) -> Endpoints:
        if host in BACKENDS:
            assert host == "nats", f"{host} is connected to directly"
            return self.nats.endpoints
        target = self.cluster.targets(host, port)
        return lambda: [pod.address_of(target.port) for pod in self.workloads.ready(target.workload)]

    def _port_of(self, key: Hashable) -> int:
        if key not in self._ports:
            (self._ports[key],) = free_ports(1)
        return self._ports[key]


def _environ(told: Mapping[str, str]) -> dict[str, str]:
    ours = {name: os.environ[name] for name in _OF_THIS_MACHINE if name in os.environ}
    return ours | IMAGE | {PARENT_VARIABLE: str(os.getpid())} | told


def lay_out(cluster: Cluster, workload: Workload, pod: str, folder: Path) -> dict[str, str]:
    """Makes the files of a pod, from the secrets in this folder; returns its variables."""
    _mount(cluster, workload.name, workload.mounts, folder / pod)
    return cluster.told(workload, pod, folder / pod)


def _mount(cluster: Cluster, who: str, mounts: Mapping[str, tuple[str, ...]], folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for path, sources in mounts.items():
        here = folder / path.strip("/")
        here.mkdir(parents=True, exist_ok=True)
        for source in sources:
            for file in (folder.parent / "secrets" / source.removeprefix("redscience-")).iterdir():
                (here / file.name).write_text(cluster.secret(who, file.read_text()))


class Drill:
    """Disturbs a cluster step by step, while it is played on.

    Args:
        hosted: the cluster.
        clicks, ledger: of those who play.
        report: what was done and found.
        say: is told of each step.
    """

    def __init__(self, hosted: Hosted, clicks: Clicks, ledger: Ledger, report: Report, say: Say) -> None:
        self._hosted, self._clicks, self._ledger, self._report, self._say = hosted, clicks, ledger, report, say

    async def step(self, name: str, do: Callable[[], Awaitable[object]], *, may_fail: bool = True) -> None:
        """Does something, and waits until all is well again and people have played on."""
        began, made, failed, unanswered = (
            time.monotonic(),
            self._clicks.made,
            len(self._clicks.failed),
            self._unanswered,
        )
        await do()
        await self._hosted.workloads.whole()
        took = time.monotonic() - began
        await self._played_on()
        failures = self._clicks.failed[failed:]
        calls = self._unanswered - unanswered
        self._report.rows.append((name, took, self._clicks.made - made, len(failures), calls))
        if not may_fail:
            self._report.faults += [f"{name}: a click failed: {each}" for each in failures]
            self._report.faults += [f"{name}: {calls} calls met nobody"] * bool(calls)
        self._say(
            f"{name}: {took:.0f} s, {len(failures)} clicks failed, {calls} calls met nobody; {shown(self._ledger)}"
        )

    @property
    def _unanswered(self) -> int:
        return self._ledger.unanswered

    async def _played_on(self) -> None:
        """Waits until moves are made again by browsers and by others."""
        before, made = self._ledger.tally()["moves"], self._clicks.made
        give_up_at = time.monotonic() + 60
        while self._ledger.tally()["moves"] < before + 10 or self._clicks.made < made + 10:
            if time.monotonic() > give_up_at:
                self._report.faults.append("nobody plays on")
                return
            await asyncio.sleep(0.1)

    async def kill_one_of_each(self) -> None:
        """Kills a pod of each workload, one after the other."""
        for name, pods in self._hosted.workloads.pods.items():
            self._say(f"kill {name}")
            pods[0].kill()
            await asyncio.sleep(0.5)
            await self._hosted.workloads.whole()

    async def kill_the_leader_of_nats(self) -> None:
        """Kills the server that leads the stream; it is back after a while."""
        leader = await asyncio.to_thread(self._hosted.nats.leader)
        self._hosted.nats.kill(leader)
        await asyncio.sleep(8)
        self._hosted.nats.start(leader)
        await self._hosted.nats.until_whole()

    async def restart_postgresql(self) -> None:
        """Kills PostgreSQL and starts it again."""
        await asyncio.to_thread(self._hosted.postgres.kill)
        await asyncio.sleep(1)
        await asyncio.to_thread(self._hosted.postgres.start_again)

    async def restart_redis(self) -> None:
        """Loses all messages to workers, in the midst of a tournament; a worker dies besides."""
        self._hosted.redis.kill()
        self._hosted.workloads.pods["batch-worker"][0].kill()
        await asyncio.sleep(2)
        await asyncio.to_thread(self._hosted.redis.start)

    async def replace_everything(self) -> None:
        """Replaces every pod, as a new release does."""
        gate = asyncio.Semaphore(AT_ONCE)

        async def replace(name: str) -> None:
            async with gate:
                await self._hosted.workloads.replace(name)

        async with asyncio.TaskGroup() as group:
            for name in self._hosted.workloads.workloads:
                group.create_task(replace(name))


async def drill(documents: Documents, folder: Path, seed: int, say: Say) -> Report:
    """Runs what is rendered, disturbs it, and compares what is kept with what was acknowledged."""
    report = Report()
    began = time.monotonic()
    _stop_on_sigterm()
    hosted = Hosted(documents, folder, report.faults)
    try:
        await hosted.start()
        await hosted.nats.until_whole()
        pods = sum(map(len, hosted.workloads.pods.values()))
        report.rows.append((f"start of {pods} pods", time.monotonic() - began, 0, 0, 0))
        say(f"{pods} pods are ready after {time.monotonic() - began:.0f} s")
        await _play(hosted, report, seed, say)
        for pod in (pod for each in hosted.workloads.pods.values() for pod in each):
            say(f"{pod.name}: {pod.memory_bytes >> 20} MB, {pod.restarts} restarts")
    except Exception as error:  # noqa: BLE001 - whatever it is, it is a fault
        report.faults += _said(error)
    finally:
        await hosted.stop()
    report.faults += [
        f"{pod.name} took {pod.memory_bytes >> 20} MB, and may take {pod.workload.memory_bytes >> 20}"
        for pod in hosted.workloads.gone
        if pod.memory_bytes > pod.workload.memory_bytes
    ]
    drains = hosted.workloads.drains
    say(f"{len(drains)} pods ended on SIGTERM, the slowest in {max(drains, default=0.0):.1f} s")
    return report


def _stop_on_sigterm() -> None:
    """Has nothing outlive this process: all of it is ended before."""
    task = asyncio.current_task()
    assert task is not None
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)


def _said(error: BaseException) -> list[str]:
    """Each of the errors that are in one, in words."""
    if isinstance(error, BaseExceptionGroup):
        return [said for each in error.exceptions for said in _said(each)]
    return [f"{type(error).__name__}: {error}"]


async def _play(hosted: Hosted, report: Report, seed: int, say: Say) -> None:
    ledger, clicks = Ledger(), Clicks()
    organizer = await asyncio.to_thread(lambda: Organizer(hosted, hosted.log_in(hosted.admin).secret))
    tournament_seed = f"{seed:032x}"
    tournament_id = await asyncio.to_thread(organizer.create, tournament_seed, GAMES_EACH)

    async def restart_redis() -> None:
        await running.restart_redis()
        if await _is_over(organizer, tournament_id):
            report.faults.append("the tournament was over before Redis was there again: GAMES_EACH is too small")

    async with everybody(hosted, ledger, f"drill-{seed}") as tables, _browsers(hosted, clicks, ledger, seed) as readers:
        playing = Playing(tables, seed, report.faults)
        running = Drill(hosted, clicks, ledger, report, say)
        async with playing.going_on(), _clicking(readers, seed, report.faults):
            await running.step("undisturbed", partial(asyncio.sleep, 8), may_fail=False)
            await running.step("Redis restarted, batch-worker killed", restart_redis)
            await running.step("rolling restart of everything", running.replace_everything, may_fail=False)
            await running.step("a pod of each killed", running.kill_one_of_each)
            await running.step("a NATS server killed", running.kill_the_leader_of_nats)
            await running.step("PostgreSQL killed", running.restart_postgresql)
        await playing.recovered()
        players = [Player(each.id, each.id, each.secret, hosted.address, ledger) for each in readers]
        comparison = Comparison(ledger, [*tables.people, *tables.asked, *tables.accepting, *players])
        async for difference in comparison.differences():
            report.faults.append(difference)
        await compare_ratings(comparison, report.faults)
        for player in players:
            await player.close()
    say(f"{shown(ledger)}; {clicks.made} clicks, the slowest took {clicks.slowest_s:.1f} s")
    await _compare_tournament(organizer, tournament_id, tournament_seed, report)


async def _compare_tournament(organizer: Organizer, tournament_id: str, seed: str, report: Report) -> None:
    began = time.monotonic()
    while not await _is_over(organizer, tournament_id):
        if time.monotonic() > began + TOURNAMENT_PATIENCE_S:
            report.faults.append("the tournament is not over")
            return
        await asyncio.sleep(1)
    report.rows.append((f"tournament of {6 * GAMES_EACH // 2} games over", time.monotonic() - began, 0, 0, 0))
    report.faults += await asyncio.to_thread(differences, organizer, tournament_id, seed, GAMES_EACH)


async def _is_over(organizer: Organizer, tournament_id: str) -> bool:
    return bool((await asyncio.to_thread(organizer.progress, tournament_id)).status == pb.STATUS_ENDED)


@asynccontextmanager
async def _browsers(hosted: Hosted, clicks: Clicks, ledger: Ledger, seed: int) -> AsyncIterator[list[Browser]]:
    browsers = [Browser(hosted.pages, hosted.web_name, clicks, ledger) for _ in range(BROWSERS)]
    for number, browser in enumerate(browsers):
        await asyncio.to_thread(browser.log_in, f"browser-{number}-{seed}@example.org", hosted.mail.code)
    yield browsers


@asynccontextmanager
async def _clicking(browsers: list[Browser], seed: int, faults: list[str]) -> AsyncIterator[None]:
    """Has all click while the block lasts, and then to the end of their matches."""
    is_over = False
    busy = [
        asyncio.create_task(browser.click_on(Random(f"{seed} browser {number}"), lambda: is_over))
        for number, browser in enumerate(browsers)
    ]
    try:
        yield
    finally:
        is_over = True
        done, waiting = await asyncio.wait(busy, timeout=60)
        faults += ["a browser is stuck" for _ in waiting]
        faults += [f"a browser: {task.exception()!r}" for task in done if task.exception()]
        for task in waiting:
            task.cancel()


def say(text: str) -> None:
    """Says something at once."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()
