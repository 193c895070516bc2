"""NATS: durable facts travel by JetStream, live hints by core NATS."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Event:
    """A fact as it arrives: its id (the outbox row's), its subject, its payload."""

    id: str
    subject: str
    payload: bytes


class Bus(Protocol):
    """What a service tells and hears. `NatsBus` is the real one, `MemoryBus` its equal for tests."""

    async def publish(self, subject: str, payload: bytes, *, event_id: str, traceparent: str = "") -> None:
        """Appends a fact to the stream; returns when the stream has it. A repeated id is dropped by the stream."""
        ...

    async def consume(self, subject: str, durable: str, handle: Callable[[Event], Awaitable[None]]) -> None:
        """Hands every fact on `subject` to `handle`, at least once, from where the durable consumer stood.

        A fact is acknowledged when `handle` returns; when it raises, the fact comes again after a growing pause.
        `handle` runs in the trace of the fact. Returns once the consumer is running; it ends with `close`.
        """
        ...

    async def hint(self, subject: str, payload: bytes = b"") -> None:
        """Tells whoever listens now; nobody may, and nothing is kept."""
        ...

    async def on_hint(self, subject: str, handle: Callable[[str, bytes], Awaitable[None]]) -> None:
        """Calls `handle(subject, payload)` for each hint; `subject` may end in `.*`."""
        ...

    async def close(self) -> None:
        """Stops the consumers after the fact in hand, then disconnects."""
        ...
