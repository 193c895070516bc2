"""`redscience up`: the whole platform on this machine, by the services that are installed beside the library."""

from __future__ import annotations

import importlib.util
import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from redscience.command.installed import lacking

_WRONG_INPUT = 2


def run(arguments: Sequence[str]) -> int:
    """Becomes the supervisor of the platform; returns only where that is not installed."""
    return become("services.laptop", arguments)


def become(module: str, arguments: Sequence[str]) -> int:
    """Becomes a program of the platform; returns only where that is not installed."""
    lack = lacking("services", "grpc", "nats", "sqlalchemy", "flask", "celery")
    if not lack:
        _become([sys.executable, "-P", "-m", module, *arguments])
    sys.stderr.write(f"The platform {lack}")
    return _WRONG_INPUT


def _become(command: list[str]) -> NoReturn:
    environment = os.environ | {
        # -P: the folder that somebody happens to stand in may have a `services` of its own.
        "PYTHONPATH": os.pathsep.join(filter(None, (_root("services"), os.environ.get("PYTHONPATH")))),
        # Otherwise gRPC notes at the terminal every connection that a service ends; it is told so before it is loaded.
        "GRPC_VERBOSITY": os.environ.get("GRPC_VERBOSITY", "ERROR"),
    }
    sys.stdout.flush()
    # Ctrl-C waits until the supervisor can take it.
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    os.execve(sys.executable, command, environment)  # noqa: S606  # this Python, by its full path


def _root(package: str) -> str:
    spec = importlib.util.find_spec(package)
    locations = spec.submodule_search_locations if spec is not None else None
    return str(Path(next(iter(locations))).parent) if locations else ""
