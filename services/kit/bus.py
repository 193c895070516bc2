"""NATS: durable facts travel by JetStream, live hints by core NATS."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass
from typing import Any, Protocol

from google.protobuf.message import Message
from opentelemetry.trace import SpanKind

from redscience.api.events.v1.events_pb2 import subject
from redscience.errors import Unavailable
from services.kit import telemetry

log = logging.getLogger(__name__)


def subject_of(message: type[Message]) -> str:
    """The subject under which messages of a kind are told, as their proto says."""
    return message.DESCRIPTOR.GetOptions().Extensions[subject]


@dataclass(frozen=True, slots=True)
class Event:
    """A fact as it arrives: its id (the outbox row's), its subject, its payload."""

    id: str
    subject: str
    payload: bytes


class Bus(Protocol):
    """What a service tells and hears. `NatsBus` is the real one, `MemoryBus` its equal for tests."""

    async def publish(self, subject: str, payload: bytes, *, event_id: str, traceparent: str = "") -> None:
        """Appends a fact to the stream; returns when the stream has it. A repeated id is dropped by the stream.

        Raises:
            Unavailable: the stream does not answer; whether it has the fact is not known.
        """
        ...

    async def keep_stream(self) -> None:
        """Sees that there is a stream to append to, from now on: for who publishes, so that others can wait for it."""
        ...

    async def consume(self, subject: str, durable: str, handle: Callable[[Event], Awaitable[None]]) -> None:
        """Hands every fact on `subject` to `handle`, at least once, from where the durable consumer stood.

        A fact is acknowledged when `handle` returns; when it raises, the fact comes again after a growing pause.
        Several facts may be in hand at once, in no order. `handle` runs in the trace of the fact. Returns at once,
        also where NATS is not up yet; the consumer runs until `close`.
        """
        ...

    async def hint(self, subject: str, payload: bytes = b"") -> None:
        """Tells whoever listens now; nobody may, and nothing is kept."""
        ...

    async def on_hint(self, subject: str, handle: Callable[[str, bytes], Awaitable[None]]) -> None:
        """Calls `handle(subject, payload)` for each hint; a `*` in `subject` stands for one word of it."""
        ...

    async def works(self) -> None:
        """Returns once it has answered.

        Raises:
            Unavailable: there is no connection, or nothing comes back over it.
        """
        ...

    async def close(self) -> None:
        """Stops the consumers after the facts in hand, then disconnects."""
        ...


AT_ONCE = 8
"""How many facts one consumer has in hand at most."""

FIRST_PAUSE_S = 0.25
LONGEST_PAUSE_S = 60.0


def pause_s(tries: int) -> float:
    """How long a fact rests after it was tried in vain for the `tries`-th time, from 1."""
    return min(LONGEST_PAUSE_S, FIRST_PAUSE_S * float(1 << min(tries - 1, 16)))


async def is_handled(event: Event, traceparent: str, handle: Callable[[Event], Awaitable[None]]) -> bool:
    """Hands over a fact, in its trace, and says whether it was taken."""
    attributes = {"event.id": event.id}
    with telemetry.span(f"consume {event.subject}", SpanKind.CONSUMER, parent=traceparent, attributes=attributes):
        try:
            await handle(event)
        except Unavailable as error:
            log.warning(
                "an event was not taken, and comes again",
                extra={"event": event.id, "on": event.subject, "why": error.message},
            )
            return False
        except Exception:
            log.exception("an event was not taken, and comes again", extra={"event": event.id, "on": event.subject})
            return False
        return True


async def hear(subject: str, payload: bytes, handle: Callable[[str, bytes], Awaitable[None]]) -> None:
    """Hands over a hint."""
    try:
        await handle(subject, payload)
    except Exception:
        log.exception("a hint was not taken", extra={"on": subject})


@dataclass(slots=True)
class _Fact:
    event: Event
    traceparent: str


class MemoryBus:
    """The bus within one process: the same promises, kept only as long as the process lives."""

    def __init__(self) -> None:
        self._facts: list[_Fact] = []
        self._ids: set[str] = set()
        self._changed = asyncio.Condition()
        self._positions: dict[str, int] = {}
        self._consumers: list[asyncio.Task[None]] = []
        self._in_hand: set[asyncio.Task[None]] = set()
        self._listeners: list[tuple[str, Callable[[str, bytes], Awaitable[None]]]] = []
        self._hints: set[asyncio.Task[None]] = set()

    async def publish(self, subject: str, payload: bytes, *, event_id: str, traceparent: str = "") -> None:
        """Appends a fact, unless its id is known."""
        async with self._changed:
            if event_id in self._ids:
                return
            self._ids.add(event_id)
            self._facts.append(_Fact(Event(event_id, subject, payload), traceparent))
            self._changed.notify_all()

    async def keep_stream(self) -> None:
        """Does nothing: the list of facts is there from the start."""

    async def works(self) -> None:
        """Returns."""

    async def consume(self, subject: str, durable: str, handle: Callable[[Event], Awaitable[None]]) -> None:
        """Hands every fact on `subject` to `handle`."""
        self._consumers.append(asyncio.create_task(self._consume(subject, durable, handle), name=f"consumer {durable}"))

    async def _consume(self, subject: str, durable: str, handle: Callable[[Event], Awaitable[None]]) -> None:
        room = asyncio.Semaphore(AT_ONCE)
        while True:
            await room.acquire()
            fact = await self._next(durable)
            if not matches(subject, fact.event.subject):
                room.release()
                continue
            task = asyncio.create_task(self._deliver(fact, handle))
            self._in_hand.add(task)
            task.add_done_callback(self._in_hand.discard)
            task.add_done_callback(lambda _: room.release())

    async def _next(self, durable: str) -> _Fact:
        async with self._changed:
            position = self._positions.get(durable, 0)
            await self._changed.wait_for(lambda: position < len(self._facts))
            self._positions[durable] = position + 1
            return self._facts[position]

    async def _deliver(self, fact: _Fact, handle: Callable[[Event], Awaitable[None]]) -> None:
        tries = 1
        while not await is_handled(fact.event, fact.traceparent, handle):
            await asyncio.sleep(pause_s(tries))
            tries += 1

    async def hint(self, subject: str, payload: bytes = b"") -> None:
        """Tells whoever listens now."""
        for pattern, handle in self._listeners:
            if matches(pattern, subject):
                task = asyncio.create_task(hear(subject, payload, handle))
                self._hints.add(task)
                task.add_done_callback(self._hints.discard)

    async def on_hint(self, subject: str, handle: Callable[[str, bytes], Awaitable[None]]) -> None:
        """Calls `handle` for each hint."""
        self._listeners.append((subject, handle))

    async def close(self) -> None:
        """Stops the consumers after the facts in hand."""
        for consumer in self._consumers:
            consumer.cancel()
        await asyncio.gather(*self._consumers, return_exceptions=True)
        self._listeners.clear()
        await finish({*self._in_hand, *self._hints})


def matches(pattern: str, subject: str) -> bool:
    """Whether a subject fits a pattern of NATS: `*` stands for one word, a last `>` for one or more."""
    wanted, words = pattern.split("."), subject.split(".")
    if wanted[-1] == ">":
        return len(words) >= len(wanted) and matches(".".join(wanted[:-1]), ".".join(words[: len(wanted) - 1]))
    return len(wanted) == len(words) and all(want in ("*", word) for want, word in zip(wanted, words, strict=True))


LAST_WORD_S = 2.0
"""How long what is in hand may take when the bus closes."""


async def finish(tasks: Collection[asyncio.Future[Any]]) -> None:
    """Waits for what is in hand, then cancels what is left of it."""
    if not tasks:
        return
    _, late = await asyncio.wait(tasks, timeout=LAST_WORD_S)
    for task in late:
        task.cancel()
    await asyncio.gather(*late, return_exceptions=True)
