"""What every bus promises: the one over NATS and the one within a process."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
from fixtures.nats import NatsServer
from fixtures.patience import PATIENCE_S
from opentelemetry import trace
from ulid import ULID

from services.kit import bus as kit_bus
from services.kit import nats_bus
from services.kit.bus import Bus, Event, MemoryBus
from services.kit.nats_bus import NatsBus

TRACEPARENT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"


@pytest.fixture(params=["memory", "nats"])
async def bus(request: pytest.FixtureRequest) -> AsyncIterator[Bus]:
    if request.param == "memory":
        bus: Bus = MemoryBus()
    else:
        server: NatsServer = request.getfixturevalue("nats_server")
        bus = NatsBus(server.url, "test")
        bus.start()
        await bus.ready()
    yield bus
    await bus.close()


@pytest.fixture
def subject() -> str:
    return f"redscience.test.{ULID()}"


@pytest.fixture
def durable() -> str:
    return f"test-{ULID()}"


class Hearer:
    """Notes what it hears; refuses the first `refusals` of it."""

    def __init__(self, refusals: int = 0) -> None:
        self.heard: list[Event] = []
        self.tries = 0
        self.trace_ids: list[str] = []
        self._refusals = refusals
        self._more = asyncio.Condition()

    async def __call__(self, event: Event) -> None:
        self.tries += 1
        if self.tries <= self._refusals:
            raise ValueError("not now")
        async with self._more:
            self.heard.append(event)
            self.trace_ids.append(trace.format_trace_id(trace.get_current_span().get_span_context().trace_id))
            self._more.notify_all()

    async def wait(self, count: int) -> list[Event]:
        async with asyncio.timeout(PATIENCE_S), self._more:
            await self._more.wait_for(lambda: len(self.heard) >= count)
        return self.heard


async def test_a_fact_is_heard_whether_told_before_or_after(bus: Bus, subject: str, durable: str) -> None:
    await bus.publish(subject, b"before", event_id=f"{subject}-1")
    hearer = Hearer()
    await bus.consume(subject, durable, hearer)
    await bus.publish(subject, b"after", event_id=f"{subject}-2")
    heard = await hearer.wait(2)
    assert sorted(heard, key=lambda event: event.id) == [
        Event(f"{subject}-1", subject, b"before"),
        Event(f"{subject}-2", subject, b"after"),
    ]


async def test_a_repeated_id_is_told_once(bus: Bus, subject: str, durable: str) -> None:
    hearer = Hearer()
    await bus.consume(subject, durable, hearer)
    for _ in range(3):
        await bus.publish(subject, b"x", event_id=f"{subject}-1")
    await bus.publish(subject, b"x", event_id=f"{subject}-2")
    heard = await hearer.wait(2)
    assert sorted(event.id for event in heard) == [f"{subject}-1", f"{subject}-2"]


async def test_what_is_refused_comes_again(
    bus: Bus, subject: str, durable: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kit_bus, "FIRST_PAUSE_S", 0.02)
    hearer = Hearer(refusals=2)
    await bus.consume(subject, durable, hearer)
    await bus.publish(subject, b"x", event_id=f"{subject}-1")
    assert [event.payload for event in await hearer.wait(1)] == [b"x"]
    assert hearer.tries == 3


async def test_one_that_is_refused_does_not_hold_up_others(bus: Bus, subject: str, durable: str) -> None:
    done = Hearer()

    async def pick(event: Event) -> None:
        if event.payload == b"poison":
            raise ValueError("never")
        await done(event)

    await bus.consume(subject, durable, pick)
    await bus.publish(subject, b"poison", event_id=f"{subject}-1")
    await bus.publish(subject, b"food", event_id=f"{subject}-2")
    assert [event.payload for event in await done.wait(1)] == [b"food"]


async def test_as_many_are_in_hand_as_may_be_and_no_more(bus: Bus, subject: str, durable: str) -> None:
    in_hand, most = 0, 0
    go_on = asyncio.Event()
    done = Hearer()

    async def hold(event: Event) -> None:
        nonlocal in_hand, most
        in_hand += 1
        most = max(most, in_hand)
        if in_hand == kit_bus.AT_ONCE:
            go_on.set()
        await go_on.wait()
        await asyncio.sleep(0.01)
        in_hand -= 1
        await done(event)

    ids = [f"{subject}-{number}" for number in range(5 * kit_bus.AT_ONCE)]
    await asyncio.gather(*(bus.publish(subject, b"x", event_id=event_id) for event_id in ids))
    await bus.consume(subject, durable, hold)
    heard = await done.wait(len(ids))
    assert sorted(event.id for event in heard) == sorted(ids)
    assert most == kit_bus.AT_ONCE


async def test_one_fact_is_not_kept_until_there_are_more(
    bus: Bus, subject: str, durable: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(nats_bus, "_FETCH_S", 2 * PATIENCE_S)
    hearer = Hearer()
    await bus.consume(subject, durable, hearer)
    for number in range(1, 4):
        await bus.publish(subject, b"x", event_id=f"{subject}-{number}")
        await hearer.wait(number)


async def test_each_durable_hears_everything(bus: Bus, subject: str, durable: str) -> None:
    one, two = Hearer(), Hearer()
    await bus.consume(subject, f"{durable}-1", one)
    await bus.consume(subject, f"{durable}-2", two)
    await bus.publish(subject, b"x", event_id=f"{subject}-1")
    assert await one.wait(1) == await two.wait(1)


async def test_a_consumer_hears_its_subject_alone(bus: Bus, subject: str, durable: str) -> None:
    hearer = Hearer()
    await bus.publish(f"{subject}.other", b"other", event_id=f"{subject}-1")
    await bus.consume(subject, durable, hearer)
    await bus.publish(subject, b"mine", event_id=f"{subject}-2")
    assert [event.payload for event in await hearer.wait(1)] == [b"mine"]


async def test_a_fact_is_heard_in_its_trace(bus: Bus, subject: str, durable: str) -> None:
    hearer = Hearer()
    await bus.consume(subject, durable, hearer)
    await bus.publish(subject, b"x", event_id=f"{subject}-1", traceparent=TRACEPARENT)
    await hearer.wait(1)
    assert hearer.trace_ids == ["0af7651916cd43dd8448eb211c80319c"]


async def test_the_fact_in_hand_is_finished_before_the_bus_closes(bus: Bus, subject: str, durable: str) -> None:
    begun, finished = asyncio.Event(), asyncio.Event()

    async def slow(_: Event) -> None:
        begun.set()
        await asyncio.sleep(0.1)
        finished.set()

    await bus.consume(subject, durable, slow)
    await bus.publish(subject, b"x", event_id=f"{subject}-1")
    await begun.wait()
    await bus.close()
    assert finished.is_set()


async def test_a_hint_reaches_who_listens(bus: Bus, subject: str) -> None:
    heard: asyncio.Queue[tuple[str, bytes]] = asyncio.Queue()

    async def hear(on: str, payload: bytes) -> None:
        await heard.put((on, payload))

    hint = subject.replace("redscience.", "hint.")
    await bus.on_hint(f"{hint}.*", hear)
    await bus.hint(f"{hint}.one.two", b"too deep")
    await bus.hint(f"{hint}.one", b"x")
    assert await asyncio.wait_for(heard.get(), PATIENCE_S) == (f"{hint}.one", b"x")
    assert heard.empty()


async def test_a_hint_that_is_not_taken_does_not_end_the_listening(bus: Bus, subject: str) -> None:
    heard: asyncio.Queue[bytes] = asyncio.Queue()

    async def hear(_: str, payload: bytes) -> None:
        if payload == b"bad":
            raise ValueError(payload)
        await heard.put(payload)

    await bus.on_hint(subject.replace("redscience.", "hint."), hear)
    await bus.hint(subject.replace("redscience.", "hint."), b"bad")
    await bus.hint(subject.replace("redscience.", "hint."), b"good")
    assert await asyncio.wait_for(heard.get(), PATIENCE_S) == b"good"
