"""Starts every process, watches, starts again what dies, and stops all of it."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Callable, Coroutine, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress
from itertools import takewhile
from types import MappingProxyType
from typing import Any, cast

from services.laptop.errors import SetupError, StartError
from services.laptop.forks import Forked
from services.laptop.liveness import Liveness
from services.laptop.logs import keep_within_bounds
from services.laptop.plan import LOADS_KERNELS, METRICS, Part, Plan
from services.laptop.probes import answers, until_ready
from services.laptop.recovery import recover
from services.laptop.state import Running, Say, State

_START_S = 120.0
_TELL_EVERY_S = 10.0
_NOTE_AGAIN_S = 5.0

# A process that lived this long is started again at once when it dies; one that dies young, after a growing pause.
_STEADY_S = 10.0
_FIRST_PAUSE_S = 0.1
_LONGEST_PAUSE_S = 10.0
_VAIN_STARTS = 4
_WRONGLY_CONFIGURED = 2

_STOP_UNREADY_S = 0.5
_STOP_GATEWAY_S = 2.0
_STOP_SERVICES_S = 4.0
_STOP_NATS_S = 2.0


Process = asyncio.subprocess.Process | Forked


class Child:
    """A process that is to run, and is started again when it dies.

    Args:
        part: what it is.
        state: where it writes.
        forked: its first process, where that runs already.
        say: tells the person at the terminal a line.
        changed: called whenever there is another process, or none.
    """

    def __init__(
        self, part: Part, state: State, forked: Forked | None, *, say: Say, changed: Callable[[], None]
    ) -> None:
        self.part = part
        self.ready = asyncio.Event()
        self.process: Process | None = None
        self._forked = forked
        self._state = state
        self._say = say
        self._changed = changed
        self._stopping = asyncio.Event()
        self._keeping: asyncio.Task[None] | None = None
        self._starts = 0
        self._was_ready = False
        self._why_ended = ""

    def keep(self) -> asyncio.Task[None]:
        """Starts it and keeps it running. The task ends when it is stopped, or fails where it never comes up."""
        self._keeping = asyncio.create_task(self._keep(), name=f"the keeper of {self.part.name}")
        # Of several that fail one is told of; asyncio would tell of the others.
        self._keeping.add_done_callback(lambda task: task.cancelled() or task.exception())
        return self._keeping

    async def stop(self, seconds: float) -> None:
        """Asks it to stop; what is left of it after `seconds`, or sooner if it was never ready, is killed."""
        self._stopping.set()
        if self.process is not None and self.process.returncode is None:
            with suppress(ProcessLookupError):
                self.process.terminate()
        if self._keeping is None:
            return
        _, late = await asyncio.wait({self._keeping}, timeout=seconds if self._was_ready else _STOP_UNREADY_S)
        if late and self.process is not None:
            if self._was_ready:
                self._say(f"{self.part.name} did not stop in time and is killed")
            _kill_group(self.process)
            await asyncio.wait(late)

    async def answers(self) -> bool:
        """Whether the process that runs says anything, or there is none."""
        process = self.process
        return process is None or process.returncode is not None or await answers(self.part, process.pid)

    async def restart(self, why: str) -> None:
        """Ends the process that runs, so that another is started. What does not go is killed."""
        process = self.process
        if process is None or process.returncode is not None or self._stopping.is_set():
            return
        self._why_ended = why
        with suppress(ProcessLookupError):
            process.terminate()
        try:
            async with asyncio.timeout(_STOP_SERVICES_S):
                await process.wait()
        except TimeoutError:
            _kill_group(process)

    async def _keep(self) -> None:
        pause_s = _FIRST_PAUSE_S
        while self._forked is not None or not self._stopping.is_set():
            started_at = time.monotonic()
            try:
                self.process = await self._spawn()
            except OSError as error:  # for want of memory, of processes or of files
                if not self._was_ready:
                    raise
                self._say(f"{self.part.name} cannot be started ({error.strerror}); trying again")
            else:
                await self._until_ended(self.process)
            if self._stopping.is_set():
                return
            pause_s = _FIRST_PAUSE_S if time.monotonic() - started_at > _STEADY_S else pause_s
            await self._rest(pause_s)
            pause_s = min(2 * pause_s, _LONGEST_PAUSE_S)

    async def _until_ended(self, process: Process) -> None:
        """Waits for the end of a process, and says what it was, unless it was asked to stop."""
        self._changed()
        getting_ready = asyncio.create_task(self._note_when_ready())
        code = await self._ended(process)
        getting_ready.cancel()
        self.ready.clear()
        self._changed()
        if self._stopping.is_set():
            return
        if not self._was_ready and (self._starts >= _VAIN_STARTS or code == _WRONGLY_CONFIGURED):
            raise _start_error(self.part, self._state, is_told_wrongly=code == _WRONGLY_CONFIGURED)
        self._say(f"{self.part.name} {self._why_ended or _ending(code)}; starting it again")
        self._why_ended = ""

    async def _spawn(self) -> Process:
        self._starts += 1
        forked, self._forked = self._forked, None
        process = forked or await _spawn(self.part, self._state)
        if self._stopping.is_set():
            process.terminate()
        return process

    async def _ended(self, process: Process) -> int:
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


class Supervisor:
    """The life of the platform on this machine.

    Args:
        plan: its processes.
        state: where they write and are written down.
        say: tells the person at the terminal a line.
        forked: those that run already, by name.
    """

    def __init__(self, plan: Plan, state: State, say: Say, forked: Mapping[str, Forked] = MappingProxyType({})) -> None:
        self._state = state
        self._say = say
        self._forked = forked
        self._compiler = plan.compiler
        self._nats = self._child(plan.nats)
        self._services = [self._child(part) for part in plan.services]
        self._gateway = self._child(plan.gateway)
        self._kept: set[asyncio.Task[None]] = set()
        self._beside: list[asyncio.Task[None]] = []
        self._is_noted = True

    def _child(self, part: Part) -> Child:
        return Child(part, self._state, self._forked.get(part.name), say=self._say, changed=self._note)

    @property
    def _children(self) -> list[Child]:
        return [self._nats, *self._services, self._gateway]

    async def start(self) -> None:
        """Starts everything at once; returns when all of it is ready.

        Raises:
            StartError: something does not start.
            SetupError: what something is given cannot be used, or the compiled engine cannot be kept.
        """
        logs = [self._state.log(child.part.name) for child in self._children]
        self._beside.append(asyncio.create_task(keep_within_bounds(logs), name="the keeper of logs"))
        self._beside.append(asyncio.create_task(self._keep_noted(), name="the list of processes"))
        if self._compiler is None:
            self._keep(self._children)
        else:
            self._keep([child for child in self._children if child.part.name not in LOADS_KERNELS])
            await self._unless_something_fails(self._compile(self._compiler))
            self._keep([child for child in self._children if child.part.name in LOADS_KERNELS])
        await self._unless_something_fails(self._until_ready())
        for child in self._children:
            for health in filter(None, (child.part.health, Liveness(child.ready.is_set, child.answers))):
                recovery = recover(child.part.name, health, child.restart, self._say)
                self._beside.append(asyncio.create_task(recovery, name=f"the health check of {child.part.name}"))

    async def watch(self) -> None:
        """Waits until something fails that is to keep the platform running: without it what dies might stay dead.

        Raises:
            RuntimeError: that has happened.
        """
        done, _ = await asyncio.wait({*self._kept, *self._beside}, return_when=asyncio.FIRST_EXCEPTION)
        for task in done:
            if not task.cancelled() and (error := task.exception()) is not None:
                raise RuntimeError(f"{task.get_name()} failed, so the platform stops") from error

    async def stop(self) -> None:
        """Stops the gateway, then the services, then NATS. What does not go is killed."""
        for task in self._beside:
            task.cancel()
        await self._gateway.stop(_STOP_GATEWAY_S)
        await asyncio.gather(*(child.stop(_STOP_SERVICES_S) for child in self._services))
        await self._nats.stop(_STOP_NATS_S)

    def _keep(self, children: Sequence[Child]) -> None:
        if children:
            self._say(f"Starting {_names(children)}")
        self._kept |= {child.keep() for child in children}

    async def _compile(self, compiler: Part) -> None:
        """Runs the compiler to its end, and passes on what it says."""
        process = await _spawn(compiler, self._state, stdout=asyncio.subprocess.PIPE)
        try:
            async for line in cast("asyncio.StreamReader", process.stdout):
                self._say(line.decode(errors="replace").rstrip())
            code = await process.wait()
        finally:
            _kill_group(process)
            await process.wait()
        if code == _WRONGLY_CONFIGURED:
            raise SetupError(self._state.said(compiler.name, 1))
        if code:
            raise _start_error(compiler, self._state)

    async def _until_ready(self) -> None:
        waits = {asyncio.create_task(child.ready.wait()) for child in self._children}
        try:
            async with asyncio.timeout(_START_S):
                await self._telling(waits)
        except TimeoutError:
            raise StartError(
                f"Not ready after {_START_S:.0f} s: {_names(self._unready())}. See {self._state.path('logs')}."
            ) from None
        finally:
            for wait in waits:
                wait.cancel()

    async def _telling(self, waits: AbstractSet[asyncio.Task[Any]]) -> None:
        """Waits for all, and says now and then for whom."""
        while waits:
            _, waits = await asyncio.wait(waits, timeout=_TELL_EVERY_S)
            if waits:
                self._say(f"Waiting for {_names(self._unready())}")

    def _unready(self) -> list[Child]:
        return [child for child in self._children if not child.ready.is_set()]

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
            await asyncio.wait({running})

    def _note(self) -> None:
        running = {"supervisor": Running(os.getpid(), "")}
        for child in self._children:
            if child.process is not None and child.process.returncode is None:
                running[child.part.name] = Running(
                    child.process.pid, child.part.address, child.part.environment.get(METRICS, "")
                )
        self._is_noted = self._state.note(running)

    async def _keep_noted(self) -> None:
        """Writes down what a full disk did not take, until cancelled: else who has died is looked for, and missed."""
        while True:
            await asyncio.sleep(_NOTE_AGAIN_S)
            if not self._is_noted:
                self._note()


async def _spawn(part: Part, state: State, stdout: int | None = None) -> asyncio.subprocess.Process:
    """Starts a process; it writes into its log, but for what goes to another `stdout`."""
    with state.log(part.name).open("ab") as log:
        return await asyncio.create_subprocess_exec(
            *part.command,
            env=part.environment,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=log if stdout is None else stdout,
            stderr=log,
            # Ctrl-C at the terminal is for the supervisor, which stops the rest in order.
            start_new_session=True,
            pass_fds=(state.inherited,),
        )


def _start_error(part: Part, state: State, *, is_told_wrongly: bool = False) -> StartError | SetupError:
    log, said = state.log(part.name), state.said(part.name)
    if is_told_wrongly and (last := _last_words(said)):
        return SetupError(f"{part.name} does not start. {last}")
    if said:
        return StartError(f"{part.name} does not start. The end of {log}:\n{said}")
    return StartError(f"{part.name} does not start, and has written nothing into {log}.")


def _last_words(said: str) -> str:
    """What a process has said at its end, behind the lines of its log, which are JSON; at several starts perhaps."""
    last = takewhile(lambda line: not line.startswith("{"), reversed(said.splitlines()))
    return "\n".join(reversed(dict.fromkeys(last)))


def _names(children: Sequence[Child]) -> str:
    return ", ".join(child.part.name for child in children)


def _ending(code: int) -> str:
    if code < 0:
        return f"was ended by {signal.Signals(-code).name}"
    return f"has ended (exit code {code})"


def _kill_group(process: Process) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
