"""Thinks on a few threads that yield the cores to everybody else.

What does not come to an end is left to itself: whoever asked is told so in time, and another thread takes the place of
the one that is busy.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from math import inf
from typing import Any, TypeVar

from services.chaos.house.schedule import Schedule, Turn

log = logging.getLogger(__name__)

T = TypeVar("T")

GIVE_UP_S = 2.0
MOST_STUCK = 4
"""So many threads may be left to themselves; where there are more, fewer think."""
NICE = 10


class TooSlowError(Exception):
    """A thought was not there in time.

    Attributes:
        ran_s: what it has cost, as time of its thread on a core; 0 where it has not begun. On a machine that stands
            still for a while no game is to blame.
    """

    def __init__(self, ran_s: float) -> None:
        super().__init__(f"no thought came in time, of which {ran_s:.1f} s were thought")
        self.ran_s = ran_s


@dataclass(eq=False)
class _Thought:
    """Something to be thought.

    Attributes:
        work: takes the seconds that there are, on a thread.
        spent_s: tells how long it has been thought; None while it waits.
        thread: that has it; None before, and once another took the place of that.
        giving_up: has it given up when its time is over; also where whoever asked has gone, for its thread is needed.
    """

    work: Callable[[float], Any]
    done: asyncio.Future[Any]
    spent_s: Callable[[], float] | None = None
    thread: ThreadPoolExecutor | None = field(default=None, repr=False)
    giving_up: asyncio.TimerHandle | None = field(default=None, repr=False)

    def run(self, seconds: float) -> Any:
        """Thinks, on the thread that has it."""
        self.spent_s = _spent_from_now()
        return self.work(seconds)


class Thinking:
    """The threads, and those who wait for them. It belongs to one event loop.

    Args:
        threads: how many there are; as many as cores where nothing is said.
        give_up_s: so long after it was asked nobody waits for a thought any more.
    """

    def __init__(self, threads: int | None = None, give_up_s: float = GIVE_UP_S) -> None:
        n = threads or cores()
        self.give_up_s = give_up_s
        self._schedule: Schedule[_Thought] = Schedule(n)
        self._free = [_new_thread() for _ in range(n)]
        self._stuck = 0

    @property
    def is_busy(self) -> bool:
        """Whether there is a thought on every thread."""
        return not self._free

    async def think(
        self, seconds: float, work: Callable[[float], T], due_in_s: float = inf, payer: str | None = None
    ) -> T:
        """What comes of `work`, which is told how many seconds there are, at most as many as are wished for.

        Args:
            seconds: that are wished for.
            work: what is to be done.
            due_in_s: so soon it is to be there.
            payer: for whom, where they may have much thought at once.

        Raises:
            TooSlowError: it takes too long; the thread goes on by itself.
        """
        loop = asyncio.get_running_loop()
        done: asyncio.Future[T] = loop.create_future()
        thought = _Thought(work, done)
        self._schedule.add(thought, seconds, loop.time(), loop.time() + due_in_s, payer)
        thought.giving_up = loop.call_later(self.give_up_s, self._give_up, thought)
        try:
            self._go_on()
            return await done
        finally:
            self._schedule.withdraw(thought)
            if thought.thread is None:
                thought.giving_up.cancel()

    def _go_on(self) -> None:
        """Has those who wait begin, where threads are free."""
        loop = asyncio.get_running_loop()
        while self._free and (turn := self._schedule.take(loop.time())) is not None:
            self._begin(turn, self._free.pop(), loop)

    def _begin(self, turn: Turn[_Thought], thread: ThreadPoolExecutor, loop: asyncio.AbstractEventLoop) -> None:
        thought = turn.key
        thought.thread = thread
        loop.run_in_executor(thread, thought.run, turn.seconds).add_done_callback(partial(self._ended, thought))

    def _ended(self, thought: _Thought, came: asyncio.Future[Any]) -> None:
        if thought.giving_up is not None:
            thought.giving_up.cancel()
        error = came.exception()
        if not thought.done.done():
            if error is None:
                thought.done.set_result(came.result())
            else:
                thought.done.set_exception(error)
        if thought.thread is None:  # another has taken its place
            self._stuck -= 1
        else:
            self._free.append(thought.thread)
        self._go_on()

    def _give_up(self, thought: _Thought) -> None:
        if not thought.done.done():
            thought.done.set_exception(TooSlowError(0.0 if thought.spent_s is None else thought.spent_s()))
        if thought.thread is not None and self._stuck < MOST_STUCK:
            thought.thread.shutdown(wait=False)
            thought.thread = None
            self._stuck += 1
            self._free.append(_new_thread())
            self._go_on()


def _spent_from_now() -> Callable[[], float]:
    """Tells, on any thread, the time that this one spends on a core from now on; where no system tells, all time."""
    read = time.monotonic
    if sys.platform == "linux":
        read = partial(time.clock_gettime, time.pthread_getcpuclockid(threading.get_ident()))
    began_s = read()
    return lambda: read() - began_s


def cores() -> int:
    """How many cores this process may use."""
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _new_thread() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(1, thread_name_prefix="think", initializer=be_nice)


def be_nice() -> None:
    """Has this thread yield to whatever else wants a core, where the system knows of that by the thread."""
    if sys.platform == "linux":
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICE)
