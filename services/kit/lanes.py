"""In what order things are done that others have to wait for: what costs much slows only whoever asked for it."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Generic, TypeVar, cast
from weakref import WeakValueDictionary

from services.kit import garbage

T = TypeVar("T")

LONGEST_REST_S = 1.0


class Line:
    """Lets one after another through, in the order of their coming: a lock that is also taken without waiting."""

    def __init__(self) -> None:
        self._is_taken = False
        self._waiting: deque[asyncio.Future[None]] = deque()

    def enter_at_once(self) -> bool:
        """Goes through if nobody is there, and says whether it did; whoever has gone through calls `leave`."""
        if self._is_taken:
            return False
        self._is_taken = True
        return True

    def leave(self) -> None:
        """Lets the next one through."""
        while self._waiting:
            turn = self._waiting.popleft()
            if not turn.done():
                turn.set_result(None)
                return
        self._is_taken = False

    async def __aenter__(self) -> None:
        if self.enter_at_once():
            return
        turn = asyncio.get_running_loop().create_future()
        self._waiting.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled():
                self.leave()  # its turn had come just before it went
            raise

    async def __aexit__(self, *_: object) -> None:
        self.leave()


class Lines:
    """A line for each key, made when somebody waits in it and gone when nobody does."""

    def __init__(self) -> None:
        self._lines: WeakValueDictionary[str, Line] = WeakValueDictionary()

    def of(self, key: str) -> Line:
        """The line of a key; it lasts as long as somebody has it."""
        line = self._lines.get(key)
        if line is None:
            line = self._lines[key] = Line()
        return line


@dataclass(frozen=True, slots=True)
class Done(Generic[T]):
    """What came of work.

    Attributes:
        spent_s: the time of the processor that it took, also where it failed; to wait for that, or for the collector of
            garbage, makes nothing slow.
    """

    _result: T | None
    _error: Exception | None
    spent_s: float

    @property
    def has_failed(self) -> bool:
        """Whether `result` raises."""
        return self._error is not None

    def result(self) -> T:
        """What it gave, or the error that it raised."""
        if self._error is not None:
            raise self._error
        return cast("T", self._result)


def done(work: Callable[[], T]) -> Done[T]:
    """Does it here and now."""
    begun, collected = time.thread_time(), garbage.collected_s()
    result, error = None, None
    try:
        result = work()
    except Exception as raised:  # noqa: BLE001  # whatever it is, whoever asked gets it
        error = raised
    spent_s = time.thread_time() - begun
    return Done(result, error, max(0.0, spent_s - (garbage.collected_s() - collected)))


def house_of(whose: str) -> str:
    """With whom somebody shares a turn: visitors (`anonymous:…`) have one, for anybody may be as many as they like."""
    return whose.partition(":")[0]


class _Turns(Generic[T]):
    """What waits, each piece for somebody: they take turns, whoever brings how much.

    Those of one house have one turn together, which they take in turn.
    """

    def __init__(self) -> None:
        self._waiting: OrderedDict[str, OrderedDict[str, deque[T]]] = OrderedDict()

    def __bool__(self) -> bool:
        return bool(self._waiting)

    def add(self, whose: str, piece: T) -> None:
        """Puts a piece behind the others of its owner."""
        house = self._waiting.setdefault(house_of(whose), OrderedDict())
        house.setdefault(whose, deque()).append(piece)

    def next(self) -> T:
        """Takes the first piece of whoever's turn it is."""
        name, house = self._waiting.popitem(last=False)
        whose, pieces = house.popitem(last=False)
        piece = pieces.popleft()
        if pieces:
            house[whose] = pieces
        if house:
            self._waiting[name] = house
        return piece


class _Step(Generic[T]):
    def __init__(self, work: Callable[[], T]) -> None:
        self.work = work
        self.done: asyncio.Future[Done[T]] = asyncio.get_running_loop().create_future()


class SlowLane:
    """Runs slow work in one thread, a piece at a time: those who have it done take turns, whoever brings how much.

    After each piece it rests for as long as that took, so that the event loop has the interpreter to itself for at
    least half of the time.
    """

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="slow-lane")
        self._waiting = _Turns[_Step[object]]()
        self._driving: asyncio.Task[None] | None = None

    async def run(self, whose: str, work: Callable[[], T]) -> Done[T]:
        """What came of `work`, when its turn has come."""
        step = _Step(work)
        self._waiting.add(whose, step)  # type: ignore[arg-type]  # its result is its own
        if self._driving is None:
            self._driving = asyncio.create_task(self._drive(), name="slow lane")
        return await step.done

    async def _drive(self) -> None:
        try:
            while self._waiting:
                rest_s = await self._take(self._waiting.next())
                await asyncio.sleep(min(rest_s, LONGEST_REST_S))
        finally:
            self._driving = None

    async def _take(self, step: _Step[object]) -> float:
        """Runs a piece, unless nobody waits for it any more; says how long it took."""
        if step.done.done():
            return 0.0
        came = await asyncio.get_running_loop().run_in_executor(self._thread, done, step.work)
        if not step.done.done():
            step.done.set_result(came)
        return came.spent_s


class PacedLane:
    """Lets what is large through at a pace: those who bring it take turns, whoever brings how much.

    Args:
        per_s: how much of it goes through in a second.
    """

    def __init__(self, per_s: float) -> None:
        self._per_s = per_s
        self._waiting = _Turns[tuple[asyncio.Future[None], int]]()
        self._driving: asyncio.Task[None] | None = None

    async def turn(self, whose: str, size: int) -> None:
        """Waits until something of that size may go through."""
        turn = asyncio.get_running_loop().create_future()
        self._waiting.add(whose, (turn, size))
        if self._driving is None:
            self._driving = asyncio.create_task(self._drive(), name="paced lane")
        await turn

    async def _drive(self) -> None:
        try:
            while self._waiting:
                turn, size = self._waiting.next()
                if not turn.done():
                    turn.set_result(None)
                    await asyncio.sleep(size / self._per_s)
        finally:
            self._driving = None
