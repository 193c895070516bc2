"""Three servers of NATS hold the stream together: one that is killed under load takes nothing with it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from fixtures.nats import NatsServer
from fixtures.patience import PATIENCE_S
from fixtures.ports import free_ports
from nats.aio.client import Client
from test_kit_nats import SUBJECT, Heard, published

from services.kit.nats_bus import STREAM, NatsBus

FACTS = 300
SERVERS = 3


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[dict[str, NatsServer]]:
    ports = free_ports(SERVERS)
    servers = {}
    for number, port in enumerate(ports):
        name = f"nats-{number}"
        (tmp_path / name).mkdir()
        configuration = tmp_path / f"{name}.conf"
        routes = [f"nats://127.0.0.1:{other}" for other in ports if other != port]
        told = {"name": "test", "listen": f"127.0.0.1:{port}", "routes": routes}
        configuration.write_text(json.dumps({"server_name": name, "cluster": told}))
        servers[name] = NatsServer(tmp_path / name)
        servers[name].configuration = configuration
    for server in servers.values():
        server.start()
    yield servers
    for server in servers.values():
        server.kill()


async def leader(server: NatsServer) -> str:
    """Which server leads the stream."""
    client = Client()
    await client.connect(server.url)
    info = await client.jetstream(timeout=PATIENCE_S).stream_info(STREAM)
    await client.close()
    assert info.config.num_replicas == SERVERS
    assert info.cluster is not None
    return str(info.cluster.leader)


@pytest.mark.slow
async def test_a_server_that_is_killed_under_load_takes_nothing_with_it(cluster: dict[str, NatsServer]) -> None:
    teller, hearer = (NatsBus(cluster[name].url, "test", SERVERS) for name in ("nats-0", "nats-1"))
    for bus in (teller, hearer):
        bus.start()
    heard = Heard()
    await published(teller, "first")
    await hearer.consume(SUBJECT, "test", heard)
    await heard.wait_for("first")
    ids = [str(number) for number in range(FACTS)]
    killed = asyncio.Event()

    async def tell(mine: list[str]) -> None:
        for each in mine[: len(mine) // 2]:
            await published(teller, each)
        await killed.wait()
        for each in mine[len(mine) // 2 :]:
            await published(teller, each)

    async with asyncio.timeout(PATIENCE_S), asyncio.TaskGroup() as group:
        for start in range(8):
            group.create_task(tell(ids[start::8]))
        await heard.wait_for(*ids[:8])
        cluster[await leader(cluster["nats-0"])].kill()
        killed.set()
    await heard.wait_for(*ids)
    for bus in (teller, hearer):
        await bus.close()
