"""Starts every process, watches, starts again what dies, and stops all of it."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any

from services.laptop.logs import keep_within_bounds, tail
from services.laptop.plan import LOADS_KERNELS, Part, Plan
from services.laptop.probes import until_ready
from services.laptop.state import Running, State

_START_S = 120.0
_COMPILING_AFTER_S = 4.0

# A process that lived this long is started again at once when it dies; one that dies young, after a growing pause.
_STEADY_S = 10.0
_FIRST_PAUSE_S = 0.1
_LONGEST_PAUSE_S = 10.0
_VAIN_STARTS = 4
_WRONGLY_CONFIGURED = 2

_STOP_GATEWAY_S = 2.0
_STOP_SERVICES_S = 4.0
_STOP_NATS_S = 2.0


class StartError(Exception):
    """A process does not start; the message holds the last that it said."""


class Child:
    """A process that is to run, and is started again when it dies.

    Args:
        part: what it is.
        state: where it writes.
        say: tells the person at the terminal a line.
        changed: called whenever there is another process, or none.
    """

    def __init__(self, part: Part, state: State, *, say: Callable[[str], None], changed: Callable[[], None]) -> None:
        self.part = part
        self.ready = asyncio.Event()
        self.process: asyncio.subprocess.Process | None = None
        self._state = state
        self._say = say
        self._changed = changed
        self._stopping = asyncio.Event()
        self._keeping: asyncio.Task[None] | None = None
        self._starts = 0
        self._was_ready = False

    def keep(self) -> asyncio.Task[None]:
        """Starts it and keeps it running. The task ends when it is stopped, or fails where it never comes up."""
        self._keeping = asyncio.create_task(self._keep(), name=f"keep {self.part.name}")
        return self._keeping

    async def run_once(self) -> None:
        """Runs it to its end.

        Raises:
            StartError: it fails.
        """
        self.process = await self._spawn()
        if await self._ended(self.process) and not self._stopping.is_set():
            raise self._start_error()

    async def stop(self, seconds: float) -> None:
        """Asks it to stop; what is left of it after `seconds` is killed."""
        self._stopping.set()
        if self.process is not None and self.process.returncode is None:
            with suppress(ProcessLookupError):
                self.process.terminate()
        if self._keeping is None:
            return
        _, late = await asyncio.wait({self._keeping}, timeout=seconds)
        if late and self.process is not None:
            self._say(f"{self.part.name} did not stop in time and is killed")
            _kill_group(self.process)
            await asyncio.wait(late)

    async def _keep(self) -> None:
        pause_s = _FIRST_PAUSE_S
        while not self._stopping.is_set():
            started_at = time.monotonic()
            self.process = await self._spawn()
            self._changed()
            getting_ready = asyncio.create_task(self._note_when_ready())
            code = await self._ended(self.process)
            getting_ready.cancel()
            self.ready.clear()
            self._changed()
            if self._stopping.is_set():
                return
            if not self._was_ready and (self._starts >= _VAIN_STARTS or code == _WRONGLY_CONFIGURED):
                raise self._start_error()
            self._say(f"{self.part.name} {_ending(code)}; starting it again")
            pause_s = _FIRST_PAUSE_S if time.monotonic() - started_at > _STEADY_S else pause_s
            await self._rest(pause_s)
            pause_s = min(2 * pause_s, _LONGEST_PAUSE_S)

    async def _spawn(self) -> asyncio.subprocess.Process:
        self._starts += 1
        with self._state.log(self.part.name).open("ab") as log:
            process = await asyncio.create_subprocess_exec(
                *self.part.command,
                env=self.part.environment,
                stdin=asyncio.subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                # Ctrl-C at the terminal is for the supervisor, which stops the rest in order.
                start_new_session=True,
                pass_fds=(self._state.inherited,),
            )
        if self._stopping.is_set():
            process.terminate()
        return process

    async def _ended(self, process: asyncio.subprocess.Process) -> int:
        code = await process.wait()
        # Whatever it had started would hold its port, or go on without it.
        _kill_group(process)
        return code

    async def _note_when_ready(self) -> None:
        await until_ready(self.part)
        if self._was_ready:
            self._say(f"{self.part.name} is back")
        self._was_ready = True
        self.ready.set()

    async def _rest(self, seconds: float) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._stopping.wait()

    def _start_error(self) -> StartError:
        log = self._state.log(self.part.name)
        return StartError(f"{self.part.name} does not start. The end of {log}:\n{tail(log)}")


class Supervisor:
    """The life of the platform on this machine.

    Args:
        plan: its processes.
        state: where they write and are written down.
        say: tells the person at the terminal a line.
    """

    def __init__(self, plan: Plan, state: State, say: Callable[[str], None]) -> None:
        self._state = state
        self._say = say
        self._warm = self._child(plan.warm)
        self._nats = self._child(plan.nats)
        self._services = [self._child(part) for part in plan.services]
        self._gateway = self._child(plan.gateway)
        self._kept: set[asyncio.Task[None]] = set()
        self._bounds: asyncio.Task[None] | None = None

    def _child(self, part: Part) -> Child:
        return Child(part, self._state, say=self._say, changed=self._note)

    @property
    def _children(self) -> list[Child]:
        return [self._nats, *self._services, self._gateway]

    async def start(self) -> None:
        """Starts everything at once; returns when all of it is ready.

        Raises:
            StartError: something does not start.
        """
        logs = [self._state.log(child.part.name) for child in self._children]
        self._bounds = asyncio.create_task(keep_within_bounds(logs))
        waits_for_kernels = [child for child in self._children if child.part.name in LOADS_KERNELS]
        self._kept = {child.keep() for child in self._children if child not in waits_for_kernels}
        # Several that find no kernels would each compile them.
        await self._unless_something_fails(self._compile())
        self._kept |= {child.keep() for child in waits_for_kernels}
        await self._unless_something_fails(self._until_ready())

    async def stop(self) -> None:
        """Stops the gateway, then the services, then NATS. What does not go is killed."""
        await asyncio.gather(self._warm.stop(0), self._gateway.stop(_STOP_GATEWAY_S))
        await asyncio.gather(*(child.stop(_STOP_SERVICES_S) for child in self._services))
        await self._nats.stop(_STOP_NATS_S)
        if self._bounds is not None:
            self._bounds.cancel()

    async def _compile(self) -> None:
        compiling = asyncio.create_task(self._warm.run_once())
        started_at = time.monotonic()
        await asyncio.wait({compiling}, timeout=_COMPILING_AFTER_S)
        if not compiling.done():
            self._say("compiling the kernels, once; this takes up to a minute")
            await asyncio.wait({compiling})
            self._say(f"the kernels are compiled ({time.monotonic() - started_at:.0f} s)")
        compiling.result()

    async def _until_ready(self) -> None:
        try:
            async with asyncio.timeout(_START_S):
                for child in self._children:
                    await child.ready.wait()
        except TimeoutError:
            missing = ", ".join(child.part.name for child in self._children if not child.ready.is_set())
            raise StartError(f"Not ready after {_START_S:.0f} s: {missing}. See {self._state.path('logs')}.") from None

    async def _unless_something_fails(self, step: Coroutine[Any, Any, None]) -> None:
        """Runs a step of the start to its end, or to the failure of anything that is to be kept running."""
        running = asyncio.create_task(step)
        try:
            await asyncio.wait({running, *self._kept}, return_when=asyncio.FIRST_COMPLETED)
            for task in (*self._kept, running):
                if task.done():
                    task.result()
        finally:
            running.cancel()

    def _note(self) -> None:
        running = {"supervisor": Running(os.getpid(), "")}
        for child in self._children:
            if child.process is not None and child.process.returncode is None:
                running[child.part.name] = Running(child.process.pid, child.part.address)
        self._state.note(running)


def _ending(code: int) -> str:
    if code < 0:
        return f"was ended by {signal.Signals(-code).name}"
    return f"has ended (exit code {code})"


def _kill_group(process: asyncio.subprocess.Process) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
