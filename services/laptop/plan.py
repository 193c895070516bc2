"""Which processes there are on a laptop, and what each is told."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum, auto
from pathlib import Path
from typing import Protocol
from urllib.parse import quote

import services
from redscience import families
from services.kit.config import (
    SERVICES,
    WITH_DATABASE,
    WITHOUT_ADDRESS,
    ConfigError,
    read_config,
    read_database_url,
    unknown_variables,
)
from services.kit.parent import PARENT_VARIABLE
from services.laptop.errors import SetupError
from services.laptop.keys import KeyFiles
from services.laptop.nats_health import NatsHealth
from services.laptop.nats_server import BUS_RIGHTS, SUPERVISOR, nats_server_path
from services.laptop.ports import HOST, kept_ports
from services.laptop.state import PROCESSES, Say, State, say_nothing

MODULES = {name: f"services.{name}" for name in SERVICES} | {
    "house": "services.chaos.house",
    "worker": "services.match.worker",
    "batch-worker": "services.batch.worker",
}
WARM_MODULE = "redscience.warm"
KERNELS = "REDSCIENCE_KERNELS"
"""Where the library keeps its compiled kernels."""
METRICS = "REDSCIENCE_METRICS_ADDRESS"
DATABASE_URL = "REDSCIENCE_DATABASE_URL"
PASSED_ON = frozenset({KERNELS, "REDSCIENCE_PAUSE_MS", "REDSCIENCE_MOST_SEATS", "REDSCIENCE_BLOCKED_WORDS_FILE"})
"""Those of our variables that are passed on as they are."""
LOADS_KERNELS = frozenset({"match", "house", "batch"})


class Probe(Enum):
    """How it is seen that a process is ready."""

    GRPC = auto()
    HTTP = auto()
    TCP = auto()
    NONE = auto()


class Health(Protocol):
    """What a process says of itself, that may run and not do its work until it is started again."""

    async def complaint(self) -> str:
        """Why it does not do its work; "" where it does, or does not say."""
        ...

    def can_recover(self) -> bool:
        """Whether starting it again helps now."""
        ...


@dataclass(frozen=True, slots=True)
class Part:
    """One process.

    Attributes:
        name: as people read it.
        command: program and arguments.
        environment: all of it.
        address: `host:port` on which it listens; "" for none.
        probe: how it is seen that it is ready.
        module: that Python runs by the command; "" where it runs something else.
        health: what it says of itself; None where it ends when it cannot go on.
    """

    name: str
    command: tuple[str, ...]
    environment: Mapping[str, str]
    address: str
    probe: Probe
    module: str = ""
    health: Health | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    """All processes.

    Attributes:
        nats: stopped last.
        services: in no order.
        gateway: stopped first.
        compiler: compiles the kernels and ends, before those start that load them; None where all are compiled.
    """

    nats: Part
    services: tuple[Part, ...]
    gateway: Part
    compiler: Part | None

    @property
    def parts(self) -> tuple[Part, ...]:
        """All that is kept running."""
        return (self.nats, *self.services, self.gateway)


def make_plan(
    state: State,
    keys: KeyFiles,
    gateway_port: int,
    environ: Mapping[str, str],
    say: Say = say_nothing,
    *,
    is_measured: bool = False,
) -> Plan:
    """Lays out every process, on the ports that it had at the last start in this folder where they are free.

    Each tells what it does, on a port of its own, if it `is_measured`.

    Raises:
        SetupError: a program is missing, the environment has settings that there are not, or the databases that it
            names cannot be used.
        OSError: too few ports are free.
    """
    if unknown := unknown_variables(environ):
        raise SetupError("\n".join(unknown))
    listening = [name for name in SERVICES if name not in WITHOUT_ADDRESS and name != "gateway"]
    measured = [f"metrics of {name}" for name in (*SERVICES, *_more_names())] if is_measured else []
    ports = kept_ports(["nats", *listening, *measured], state.path("ports.json"), say)
    addresses = {name: f"{HOST}:{ports[name]}" for name in listening} | {"gateway": f"{HOST}:{gateway_port}"}
    nats = f"{HOST}:{ports['nats']}"
    base = _base_environment(environ, state, keys, addresses, f"nats://{nats}")
    compiler = Part("compiler", _child(*_python(WARM_MODULE)), base, "", Probe.NONE)
    parts = {
        name: _service(
            name,
            base | _database(name, environ, state) | _bus(name, nats, keys) | _measured(name, ports),
            addresses.get(name, ""),
            state,
            keys,
        )
        for name in SERVICES
    }
    _check_settings(parts)
    gateway = parts.pop("gateway")
    return Plan(
        nats=_nats(base, ports["nats"], state, keys),
        services=(*parts.values(), *_more_workers(parts["batch-worker"], ports)),
        gateway=gateway,
        compiler=compiler if not all(family.is_warm for family in families.every()) else None,
    )


def _check_settings(parts: Mapping[str, Part]) -> None:
    """Sees that each service can read what it is told, before any is started.

    Raises:
        SetupError: saying all that is wrong, once.
    """
    wrong = dict[str, None]()
    for service, part in parts.items():
        try:
            read_config(service, part.environment)
        except ConfigError as error:
            wrong |= dict.fromkeys(str(error).splitlines())
    if wrong:
        raise SetupError("\n".join(wrong))


def _more_names() -> list[str]:
    return [f"batch-worker-{number}" for number in range(2, _cores() + 1)]


def _more_workers(first: Part, ports: Mapping[str, int]) -> Iterator[Part]:
    """Those who play tournaments: one for each core that this process may use, the first of them among the services."""
    for name in _more_names():
        traces = Path(first.environment["REDSCIENCE_TRACES_FILE"]).with_name(f"{name}.jsonl")
        own = {"REDSCIENCE_TRACES_FILE": str(traces), **_measured(name, ports)}
        yield replace(first, name=name, environment={**first.environment, **own})


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _python(module: str) -> tuple[str, ...]:
    # -P: the folder that somebody happens to stand in may have a `services` of its own.
    return (sys.executable, "-P", "-m", module)


def _child(*command: str) -> tuple[str, ...]:
    """A program that knows nothing of the supervisor, and is not to outlive it."""
    return (*_python("services.laptop.child"), *command)


def _base_environment(
    environ: Mapping[str, str], state: State, keys: KeyFiles, addresses: Mapping[str, str], nats_url: str
) -> dict[str, str]:
    kept = {name: value for name, value in environ.items() if not name.startswith("REDSCIENCE_") or name in PASSED_ON}
    root = str(Path(services.__path__[0]).parent)
    return (
        kept
        | {
            "PYTHONPATH": os.pathsep.join(filter(None, (root, kept.get("PYTHONPATH")))),
            "PYTHONUNBUFFERED": "1",
            # Each process uses one core at a time; a pool of threads per process for matrices is memory for nothing.
            "OPENBLAS_NUM_THREADS": "1",
            PARENT_VARIABLE: str(os.getpid()),
            "REDSCIENCE_LOOPBACK": "1",
            "REDSCIENCE_NATS_URL": nats_url,
            "REDSCIENCE_BROKER_URL": f"filesystem://{state.path('broker')}",
            "REDSCIENCE_PUBLIC_KEY_FILE": str(keys.public),
            "REDSCIENCE_LOG_LEVEL": environ.get("REDSCIENCE_LOG_LEVEL", "info"),
        }
        | {f"REDSCIENCE_{name.upper()}_ADDRESS": address for name, address in addresses.items()}
    )


def _database(service: str, environ: Mapping[str, str], state: State) -> dict[str, str]:
    """What a service is told of its database, if it has one.

    It is an SQLite file in the folder, unless the environment names databases elsewhere, by a URL with `{service}`.
    """
    if service not in WITH_DATABASE:
        return {}
    given = database_elsewhere(environ)
    return {DATABASE_URL: given.replace("{service}", service) if given else state.database_url(service)}


def database_elsewhere(environ: Mapping[str, str]) -> str:
    """The URL of the databases that the environment names, with `{service}` in it; "" where it names none.

    Raises:
        SetupError: it cannot be used.
    """
    if not any(environ.get(each, "").strip() for each in (DATABASE_URL, f"{DATABASE_URL}_FILE")):
        return ""
    try:
        given = read_database_url(environ)
    except ConfigError as error:
        raise SetupError(str(error)) from error
    if "{service}" not in given:
        raise SetupError(
            f"{DATABASE_URL} must have {{service}} in it, as postgresql://localhost/{{service}} has: each service has"
            " a database of its own."
        )
    return given


def _measured(service: str, ports: Mapping[str, int]) -> dict[str, str]:
    """Where a service tells what it does, if it is to."""
    port = ports.get(f"metrics of {service}")
    return {METRICS: f"{HOST}:{port}"} if port else {}


def _bus(service: str, nats: str, keys: KeyFiles) -> dict[str, str]:
    """What a service is told of the bus: as whom it connects, where it does."""
    if service not in BUS_RIGHTS:
        return {}
    password = quote(keys.nats_password(service).read_text().strip(), safe="")
    return {"REDSCIENCE_NATS_URL": f"nats://{service}:{password}@{nats}"}


def _service(name: str, base: Mapping[str, str], address: str, state: State, keys: KeyFiles) -> Part:
    environment = dict(base) | {
        "REDSCIENCE_SECRET_FILE": str(keys.secret(name)),
        "REDSCIENCE_TRACES_FILE": str(state.path("traces", f"{name}.jsonl")),
    }
    if name == "players":
        environment["REDSCIENCE_PRIVATE_KEY_FILE"] = str(keys.private)
        environment["REDSCIENCE_SERVICE_SECRETS_FILE"] = str(keys.digests)
        environment["REDSCIENCE_OUTBOX_SECRET_FILE"] = str(keys.outbox)
        environment["REDSCIENCE_WEB_URL"] = f"http://{base['REDSCIENCE_GATEWAY_ADDRESS']}/"
    if name == "gateway":
        environment["REDSCIENCE_PROCESSES_FILE"] = str(state.path(PROCESSES))
    probe = Probe.HTTP if name == "gateway" else Probe.GRPC if address else Probe.NONE
    return Part(name, _python(MODULES[name]), environment, address, probe, MODULES[name])


def _nats(base: Mapping[str, str], port: int, state: State, keys: KeyFiles) -> Part:
    address, folder = f"{HOST}:{port}", state.path("nats")
    command = _child(
        str(nats_server_path()),
        *("--config", str(keys.nats)),
        *("--addr", HOST, "--port", str(port)),
        *("--jetstream", "--store_dir", str(folder)),
    )
    health = NatsHealth(address, keys.nats_password(SUPERVISOR).read_text().strip(), folder)
    return Part("nats", command, base, address, Probe.TCP, health=health)
