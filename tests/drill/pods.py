"""Pods as processes: started, asked how they are, restarted, replaced one after the other."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import time
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import grpc.aio
from drill.workloads import Cluster, Probe, Workload, command
from grpc_health.v1.health_pb2 import HealthCheckRequest, HealthCheckResponse
from grpc_health.v1.health_pb2_grpc import HealthStub

MOST_DRAIN_S = 10.0
_LOOK_S = 0.1
_VAIN_STARTS = 3
_HIGH_WATER = re.compile(r"VmHWM:\s+(\d+) kB")


class Pod:
    """One replica. It runs from `start` to `leave`, and is started again where its process ends or hangs.

    Args:
        workload: whose it is.
        name: another than that of every other.
        address_of: where it listens for a port of its own.
        environ: all variables of its process.
        folder: where it runs, and writes its log.
        found: is told of what must not be.

    Attributes:
        is_ready: whether it is well, and not leaving.
        memory_bytes: the most that it has ever held.
        restarts: how often it was started again.
    """

    def __init__(
        self,
        workload: Workload,
        name: str,
        address_of: Callable[[int], str],
        environ: Mapping[str, str],
        *,
        folder: Path,
        found: Callable[[str], None],
    ) -> None:
        self.workload, self.name = workload, name
        self.address_of = address_of
        self.is_ready = False
        self.memory_bytes = 0
        self.restarts = 0
        self._environ, self._folder, self._found = environ, folder, found
        self._process: asyncio.subprocess.Process | None = None
        self._leaving = False
        self._vain_starts = 0
        self._life: asyncio.Task[None] | None = None

    @property
    def pid(self) -> int | None:
        """Its process; None while it has none."""
        process = self._process
        return None if process is None or process.returncode is not None else process.pid

    @property
    def log(self) -> Path:
        """What it has said."""
        return self._folder / "log"

    def start(self) -> None:
        """Runs it from now on."""
        self._life = asyncio.create_task(self._live(), name=self.name)

    async def until_ready(self) -> None:
        """Waits until it is ready.

        Raises:
            AssertionError: it is not within the time that its startup probe gives, and once more.
        """
        probe = self.workload.startup
        give_up_at = time.monotonic() + 2 * probe.period_s * probe.failures
        while not self.is_ready:
            assert time.monotonic() < give_up_at, f"{self.name} does not become ready: {self.last_lines()}"
            assert self._vain_starts < _VAIN_STARTS, f"{self.name} does not start: {self.last_lines()}"
            await asyncio.sleep(_LOOK_S)

    def last_lines(self) -> str:
        """The end of what it has said, in one line."""
        return " | ".join(self.log.read_text(errors="replace").splitlines()[-4:])[-1200:]

    def kill(self) -> None:
        """Ends its process without a warning."""
        if (pid := self.pid) is not None:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)

    async def leave(self) -> float:
        """Has it leave as a pod that is deleted; returns how long it took from SIGTERM to its end, in seconds."""
        self._leaving, self.is_ready = True, False
        await asyncio.sleep(self.workload.pause_s)
        process, self._process = self._process, None
        if self._life is not None:
            self._life.cancel()
            with suppress(asyncio.CancelledError):
                await self._life
        if process is None or process.returncode is not None:
            return 0.0
        self._weigh(process)
        began = time.monotonic()
        process.send_signal(signal.SIGTERM)
        try:
            async with asyncio.timeout(self.workload.grace_s - self.workload.pause_s):
                code = await process.wait()
        except TimeoutError:
            process.kill()
            await process.wait()
            self._found(f"{self.name} did not end on SIGTERM")
        else:
            if code:
                self._found(f"{self.name} ended with {code} on SIGTERM: {self.last_lines()}")
        took = time.monotonic() - began
        if took > MOST_DRAIN_S:
            self._found(f"{self.name} took {took:.1f} s to end on SIGTERM")
        return took

    async def _live(self) -> None:
        while True:
            with self.log.open("ab") as log:
                process = await asyncio.create_subprocess_exec(
                    *command(self.workload.container), env=self._environ, cwd=self._folder, stdout=log, stderr=log
                )
            self._process = process
            looking = asyncio.create_task(self._look_after(process))
            try:
                code = await process.wait()
            finally:
                looking.cancel()
                with suppress(asyncio.CancelledError):
                    await looking
                self.is_ready = False
            if code != -signal.SIGKILL:
                self._vain_starts += 1
                self._found(f"{self.name} ended with {code}: {self.last_lines()}")
                await asyncio.sleep(1)
            self.restarts += 1

    async def _look_after(self, process: asyncio.subprocess.Process) -> None:
        startup = self.workload.startup
        if not await self._answers_at_last(startup):
            self._found(f"{self.name} did not start in {startup.period_s * startup.failures} s: {self.last_lines()}")
            process.kill()
            return
        async with asyncio.TaskGroup() as group:
            group.create_task(self._keep_asking(self.workload.readiness, self._note_readiness))
            group.create_task(self._keep_asking(self.workload.liveness, self._note_liveness))

    async def _answers_at_last(self, probe: Probe) -> bool:
        give_up_at = time.monotonic() + probe.period_s * probe.failures
        while not await asked(probe, self.address_of(probe.port)):
            if time.monotonic() > give_up_at:
                return False
            await asyncio.sleep(min(probe.period_s, 0.5))
        return True

    async def _keep_asking(self, probe: Probe, note: Callable[[int, Probe], Awaitable[None]]) -> None:
        failed = 0
        while True:
            failed = 0 if await asked(probe, self.address_of(probe.port)) else failed + 1
            await note(failed, probe)
            await asyncio.sleep(probe.period_s)

    async def _note_readiness(self, failed: int, probe: Probe) -> None:
        if not failed or failed >= probe.failures:
            self.is_ready = not failed and not self._leaving

    async def _note_liveness(self, failed: int, probe: Probe) -> None:
        if self._process is not None:
            self._weigh(self._process)
        if failed >= probe.failures and not self._leaving:
            self._found(f"{self.name} hangs, and is killed by its liveness probe")
            self.kill()

    def _weigh(self, process: asyncio.subprocess.Process) -> None:
        with suppress(OSError):
            found = _HIGH_WATER.search(Path(f"/proc/{process.pid}/status").read_text())
            self.memory_bytes = max(self.memory_bytes, int(found[1]) << 10 if found else 0)


async def asked(probe: Probe, address: str) -> bool:
    """Whether who listens there says that it is well, in time."""
    try:
        async with asyncio.timeout(probe.timeout_s):
            return await (_http(probe, address) if probe.path else _grpc(probe, address))
    except (OSError, TimeoutError, grpc.aio.AioRpcError, ValueError, IndexError):
        return False


async def _http(probe: Probe, address: str) -> bool:
    host, _, port = address.rpartition(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    try:
        writer.write(f"GET {probe.path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n".encode())
        status = int((await reader.readline()).split()[1])
    finally:
        writer.close()
    return 200 <= status < 400


async def _grpc(probe: Probe, address: str) -> bool:
    async with grpc.aio.insecure_channel(address, [("grpc.use_local_subchannel_pool", 1)]) as channel:
        answer = await HealthStub(channel).Check(HealthCheckRequest(service=probe.service))
    return bool(answer.status == HealthCheckResponse.SERVING)


class Workloads:
    """All pods.

    Args:
        cluster: what the manifests say.
        make: makes a pod of a workload, whose number among those that were ever made is given.
        replicas: how many of a workload there are, instead of what is rendered.
    """

    def __init__(self, cluster: Cluster, make: Callable[[Workload, int], Pod], replicas: Mapping[str, int]) -> None:
        workloads = cluster.workloads()
        self.workloads = {
            each.name: replace(each, replicas=replicas.get(each.name, each.replicas)) for each in workloads
        }
        self.pods: dict[str, list[Pod]] = {name: [] for name in self.workloads}
        self.drains = list[float]()
        self.gone = list[Pod]()
        self._make = make
        self._numbers = dict.fromkeys(self.workloads, 0)

    async def start(self, at_once: int) -> None:
        """Starts so many of each as the manifests say, and waits until all are ready."""
        gate = asyncio.Semaphore(at_once)

        async def one(workload: Workload) -> None:
            async with gate:
                await self._add(workload)

        async with asyncio.TaskGroup() as group:
            for workload in self.workloads.values():
                for _ in range(workload.replicas):
                    group.create_task(one(workload))

    def ready(self, name: str) -> list[Pod]:
        """Those of a workload that a Service leads to."""
        return [pod for pod in self.pods[name] if pod.is_ready]

    async def replace(self, name: str) -> None:
        """Replaces each pod: another is ready before one leaves."""
        for old in list(self.pods[name]):
            await self._add(self.workloads[name])
            self.pods[name].remove(old)
            self.gone.append(old)
            self.drains.append(await old.leave())

    async def stop(self) -> None:
        """Has all leave at once."""
        pods = [pod for each in self.pods.values() for pod in each]
        self.drains += await asyncio.gather(*(pod.leave() for pod in pods))
        self.gone += pods
        self.pods = {name: [] for name in self.pods}

    async def whole(self) -> None:
        """Waits until all are ready."""
        for pods in self.pods.values():
            for pod in pods:
                await pod.until_ready()

    async def _add(self, workload: Workload) -> None:
        pod = self._make(workload, self._numbers[workload.name])
        self._numbers[workload.name] += 1
        self.pods[workload.name].append(pod)
        pod.start()
        await pod.until_ready()
