"""A short run of `make soak`: nothing that was acknowledged is lost, nothing happens twice, nothing is stuck."""

from __future__ import annotations

from pathlib import Path

import pytest
from fixtures.databases import Databases, hosted, sqlite_only
from fixtures.platform import Platform
from fixtures.postgres import PostgresServer
from soak.killing import Target
from soak.run import soak

SEED = 11


@sqlite_only
@pytest.mark.slow
async def test_what_is_acknowledged_outlives_every_process(own_platform: Platform) -> None:
    await outlives(Target(own_platform))


@hosted
@pytest.mark.slow
async def test_it_outlives_the_database_server_too(tmp_path: Path, own_postgres_server: PostgresServer) -> None:
    databases = Databases(tmp_path, own_postgres_server)
    state = tmp_path / "state"
    await outlives(Target(Platform(state, environ=databases.for_a_platform(state)), own_postgres_server))


async def outlives(target: Target) -> None:
    told = list[str]()
    target.platform.start()
    try:
        assert await soak(target, SEED, len(target.parts), told.append) == []
    finally:
        target.platform.stop()
    assert len(told) == len(target.parts) + 2, told
