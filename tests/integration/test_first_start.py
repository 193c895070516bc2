"""A service that starts on an empty database; the others of these tests start on a copy of what it makes of one."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from importlib import import_module

import pytest
from fixtures.databases import Databases, both_databases
from fixtures.prepared import MIGRATIONS
from fixtures.services import InProcess, Keys
from sqlalchemy import MetaData, Row, select

from services.kit.clock import ManualClock
from services.kit.config import WITH_DATABASE
from services.kit.database import make_engine
from services.kit.process import Process

OF_EVERY_START = {"replicas"}
"""What is written whenever a service starts."""

Content = dict[str, list[Row[tuple[object, ...]]]]


def content(url: str) -> Content:
    """The rows of every table."""
    engine, metadata = make_engine(url), MetaData()
    metadata.reflect(engine)
    with engine.connect() as connection:
        rows = {
            table.name: sorted(connection.execute(select(table)).all(), key=repr)
            for table in metadata.sorted_tables
            if table.name not in OF_EVERY_START
        }
    engine.dispose()
    return rows


@both_databases
@pytest.mark.parametrize("service", sorted(MIGRATIONS))
async def test_makes_of_it_what_other_tests_are_given(databases: Databases, keys: Keys, service: str) -> None:
    compose: Callable[[Process], Awaitable[None]] = import_module(f"services.{service}.__main__").compose
    services = InProcess(databases.url, keys)
    services.clock = ManualClock()
    await services.start(service, compose)
    await services.close()
    made = content(databases.url(service))
    assert made == content(databases.url("prepared", prepared_for=service))
    assert bool(made.get("games")) == (service == "rules")


def test_there_is_one_of_every_service_with_a_database() -> None:
    assert MIGRATIONS.keys() == set(WITH_DATABASE)
