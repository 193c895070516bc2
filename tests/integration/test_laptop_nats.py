"""NATS whose own disk was full is started again when there is room: all facts are heard, without anybody's help."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from fixtures.disks import full, small_disk
from fixtures.patience import PATIENCE_S
from fixtures.ports import free_ports
from test_kit_nats import Heard
from test_laptop_supervisor import Heard as Terminal
from test_laptop_supervisor import part

from redscience.errors import Unavailable
from services.kit.nats_bus import NatsBus
from services.laptop import recovery
from services.laptop.keys import KeyFiles, ensure_keys
from services.laptop.plan import Plan, make_plan
from services.laptop.state import State
from services.laptop.supervisor import Supervisor
from services.match import events as match_events
from services.rating import events as rating_events

DISK_MB = 32


class Laptop:
    """NATS as a laptop runs it, and two services on it."""

    def __init__(self, plan: Plan, keys: KeyFiles) -> None:
        self.heard = Heard()
        self.match, self.rating = (self._bus(plan, keys, service) for service in ("match", "rating"))

    @staticmethod
    def _bus(plan: Plan, keys: KeyFiles, service: str) -> NatsBus:
        bus = NatsBus(f"nats://{service}:{keys.nats_password(service).read_text()}@{plan.nats.address}", service)
        bus.start()
        return bus

    async def begin(self) -> None:
        await self.match.keep_stream()
        await self.rating.consume(match_events.ENDED, rating_events.DURABLE, self.heard)

    async def tell(self, *event_ids: str) -> None:
        """As a relay does: each until it is taken."""
        for event_id in event_ids:
            while not await self.is_taken(event_id):  # noqa: ASYNC110  # only asking shows it
                await asyncio.sleep(0.05)

    async def is_taken(self, event_id: str) -> bool:
        try:
            await self.match.publish(match_events.ENDED, bytes(1000), event_id=event_id)
        except Unavailable:
            return False
        return True

    async def close(self) -> None:
        await self.match.close()
        await self.rating.close()


@pytest.fixture
def state(tmp_path: Path) -> Iterator[State]:
    with small_disk(tmp_path / "state" / "nats", DISK_MB):
        state = State(tmp_path / "state")
        yield state
        state.close()


async def test_it_stores_again_when_its_disk_has_room(state: State, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recovery, "_ASK_EVERY_S", 0.1)
    keys, terminal = ensure_keys(state.path("keys")), Terminal()
    (port,) = free_ports(1)
    nats = make_plan(state, keys, port, os.environ).nats
    plan = Plan(nats=nats, services=(), gateway=part("gateway", port=port), compiler=None)
    supervisor = Supervisor(plan, state, terminal)
    await supervisor.start()
    laptop = Laptop(plan, keys)
    try:
        async with asyncio.timeout(PATIENCE_S):
            await laptop.begin()
            await laptop.tell("before")
            with full(state.path("nats")):
                refused = 0
                while await laptop.is_taken(f"full-{refused}"):
                    refused += 1
                await terminal.wait_for_end("It is started again when its disk has room.")
                assert not await laptop.is_taken(f"full-{refused}")
            told = ["before", *(f"full-{number}" for number in range(refused + 1)), "after"]
            await laptop.tell(*told[-2:])
            await laptop.heard.wait_for(*told)
        assert list(dict.fromkeys(laptop.heard.ids)) == told
        # It may be told more than once that it answers late, on a machine that lets it wait.
        said = [line for line in terminal.lines if "no space left on device" in line]
        assert all("does not do its work" in line for line in said)
        assert said[-1].endswith("; starting it again")
    finally:
        await laptop.close()
        await supervisor.stop()
