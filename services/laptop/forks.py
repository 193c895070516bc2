"""The first start of the services: forked from one process that has loaded what all of them load.

Loaded by each of them, the same modules take most of the time of a start. What dies later is started again by its
command, as it is everywhere else; so is everything where forking is not safe.
"""

from __future__ import annotations

import asyncio
import ctypes
import gc
import os
import runpy
import signal
import sys
import traceback
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from typing import NoReturn

from services.laptop.plan import Part
from services.laptop.state import State

_SHARED = ("services.kit.process", "services.kit.database", "sqlalchemy.dialects.sqlite", "redscience.families")
_PR_SET_NAME = 15
_STDIN, _STDOUT, _STDERR = range(3)


class Forked:
    """A forked process, with what is used of `asyncio.subprocess.Process`.

    Attributes:
        pid: its number.
        returncode: its exit code, negative for a signal; None while it runs.
    """

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.returncode: int | None = None

    def terminate(self) -> None:
        """Sends SIGTERM."""
        os.kill(self.pid, signal.SIGTERM)

    async def wait(self) -> int:
        """Waits for its end, and returns the exit code. Several may wait."""
        if self.returncode is None:
            await _readable(os.pidfd_open(self.pid))
        if self.returncode is None:  # of those that wait one is told, and tells the others
            _, status = os.waitpid(self.pid, 0)  # noqa: ASYNC222  # it has ended
            self.returncode = os.waitstatus_to_exitcode(status)
        return self.returncode


async def _readable(descriptor: int) -> None:
    """Waits until a file descriptor can be read, and closes it."""
    loop, event = asyncio.get_running_loop(), asyncio.Event()
    loop.add_reader(descriptor, event.set)
    try:
        await event.wait()
    finally:
        loop.remove_reader(descriptor)
        os.close(descriptor)


def fork(parts: Sequence[Part], state: State) -> dict[str, Forked]:
    """Starts those parts that are modules of Python, by name; none where forking is not safe.

    No event loop may run yet, nor gRPC be in use. SIGINT is to be blocked until somebody can take it.
    """
    if not _can_wait():
        return {}
    for module in _SHARED:
        import_module(module)
    if not _is_alone():
        return {}
    # So that no fork looks for garbage in what it shares: that would also make a copy of it.
    gc.freeze()
    return {part.name: Forked(os.fork() or _become(part, state)) for part in parts if part.module}


def _can_wait() -> bool:
    """Whether the system has what `Forked` waits by: Linux has since 5.3."""
    try:
        os.close(os.pidfd_open(os.getpid()))
    except (AttributeError, OSError):
        return False
    return True


def _is_alone() -> bool:
    """Whether this process has a single thread: a lock that another holds would be held in the fork for ever."""
    return len(os.listdir("/proc/self/task")) == 1  # noqa: PTH208  # numbers, not paths


def _become(part: Part, state: State) -> NoReturn:
    """Makes this process what the command of a part would make it."""
    code = 1
    try:
        os.setsid()
        ctypes.CDLL(None).prctl(_PR_SET_NAME, part.name.encode())
        _use_files_of(part, state)
        os.environ.clear()
        os.environ.update(part.environment)
        sys.argv = [part.module]
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
        code = _run(part.module)
    finally:
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError):
                stream.flush()
        os._exit(code)


def _use_files_of(part: Part, state: State) -> None:
    log = os.open(state.log(part.name), os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o666)
    nothing = os.open(os.devnull, os.O_RDONLY)
    for number, file in ((_STDIN, nothing), (_STDOUT, log), (_STDERR, log)):
        os.dup2(file, number)
    for descriptor in map(int, os.listdir("/proc/self/fd")):  # noqa: PTH208  # numbers, not paths
        if descriptor > _STDERR and descriptor != state.inherited:
            with suppress(OSError):
                os.close(descriptor)


def _run(module: str) -> int:
    """Runs a module as Python runs a program; returns the exit code."""
    try:
        runpy.run_module(module, run_name="__main__", alter_sys=True)
    except SystemExit as end:
        if end.code is None or isinstance(end.code, int):
            return end.code or 0
        sys.stderr.write(f"{end.code}\n")
        return 1
    except BaseException:  # noqa: BLE001  # whatever it is, it is told as Python tells it
        traceback.print_exc()
        return 1
    return 0
