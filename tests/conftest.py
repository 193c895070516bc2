"""Fixtures that every test may use; each says in its docstring what it gives.

nats_server, own_nats_server    a real nats-server
keys                            the pair that signs and checks access tokens
services                        whole services in this process, and channels that call as anybody
memory_bus                      the bus within this process
heeds_control_c                 what the test starts can be interrupted
platform, own_platform          the whole platform as `redscience up` runs it
databases                       databases of services, on SQLite or PostgreSQL
postgres_server                 a real PostgreSQL server
own_postgres_server             one to kill and start again
read_sources                    for tests of what the sources say
"""

from __future__ import annotations

import gc
import os
import shutil
import sys
import tempfile
from collections.abc import Generator
from pathlib import Path

import pytest
from fixtures.control_c import heeds_control_c
from fixtures.databases import check_chosen, choose_databases, databases, is_left_out
from fixtures.nats import nats_server, own_nats_server
from fixtures.platform import own_platform, platform
from fixtures.postgres import own_postgres_server, postgres_server
from fixtures.prepared import SHARED
from fixtures.read_sources import read_sources
from fixtures.services import keys, memory_bus, services
from fixtures.templates import CompiledTemplates
from flask import Flask
from hypothesis import HealthCheck, settings

from redscience.client import channels

# How long examples take and how many are drawn in vain is a matter of the machine and of luck: no failure.
settings.register_profile(
    "redscience", deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much]
)
settings.load_profile("redscience")

__all__ = [
    "databases",
    "heeds_control_c",
    "keys",
    "memory_bus",
    "nats_server",
    "own_nats_server",
    "own_platform",
    "own_postgres_server",
    "platform",
    "postgres_server",
    "read_sources",
    "services",
]

YOUNG_OBJECTS = 50_000
"""So many are made before the collector looks through them."""
LAYERS = ("browser", "unit", "e2e", "integration", "contract")
"""In this order: of three that begin with equal shares one has a browser, one reckons, and one waits for others."""
REGISTERED = Path(__file__).parent / "registered"
"""Here a family is installed that only the tests have: for this process, and for all that it starts."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--walks", type=int, default=0, help="random matches of each game walked beside its judge")


@pytest.fixture
def walks(pytestconfig: pytest.Config) -> int:
    """How many random matches are to be walked beside a judge; 0 for a few."""
    number: int = pytestconfig.getoption("--walks")
    return number


def pytest_configure(config: pytest.Config) -> None:
    check_chosen()
    _share_what_is_prepared(config)
    _keep_bytecode()
    _keep_channels_apart()
    Flask.jinja_options = {"bytecode_cache": CompiledTemplates()}
    sys.path.append(str(REGISTERED))
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, (str(REGISTERED), os.environ.get("PYTHONPATH"))))


def _share_what_is_prepared(config: pytest.Config) -> None:
    """Has databases be prepared by one of the workers, which begin after this and get the environment."""
    if hasattr(config, "workerinput"):
        return
    folder = tempfile.mkdtemp(prefix="redscience-prepared-")
    os.environ[SHARED] = folder
    config.add_cleanup(lambda: shutil.rmtree(folder, ignore_errors=True))


def _keep_bytecode() -> None:
    """Has modules compiled once, as they are where nothing else is said: the tests start hundreds of processes."""
    sys.dont_write_bytecode = False
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


def _keep_channels_apart() -> None:
    """A port is used again by later tests, and by itself gRPC has a new channel wait as one does that failed there."""
    channels.OPTIONS = (*channels.OPTIONS, ("grpc.use_local_subchannel_pool", 1))


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    choose_databases(metafunc)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    left_out = [test for test in items if is_left_out(test)]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [test for test in items if not is_left_out(test)]
    items.sort(key=lambda test: LAYERS.index(test.path.relative_to(Path(__file__).parent).parts[0]))


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Has the garbage collector leave alone what is collected, and look seldom: else it takes an eighth of the time."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.collect()
        gc.freeze()
        gc.set_threshold(YOUNG_OBJECTS, 50, 100)
        gc.enable()
