"""`redscience up`: the whole platform on this machine, by the services that are installed beside the library."""

from __future__ import annotations

import gc
import importlib.util
import os
import signal
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

from redscience.command.installed import lacking

_WRONG_INPUT = 2
_INTERRUPTED = 130
_OBJECTS_OF_MANY_MODULES = 50_000


def run(arguments: Sequence[str]) -> int:
    """Is the supervisor of the platform until that is stopped; returns the exit code."""
    return run_program("services.laptop.__main__", arguments)


def run_program(module: str, arguments: Sequence[str]) -> int:
    """Runs a program of the platform in this process; returns its exit code, or 2 where that is not installed."""
    lack = lacking("services", "grpc", "nats", "sqlalchemy", "flask", "celery")
    if lack:
        sys.stderr.write(f"The platform {lack}")
        return _WRONG_INPUT
    _prepare()
    program = import_module(module)
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        # From now on what is half done is cleared away first.
        signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        return int(program.main(list(arguments)))
    except KeyboardInterrupt:
        sys.stderr.write("\nInterrupted.\n")
        return _INTERRUPTED


def _prepare() -> None:
    if not sys.flags.safe_path:
        # The folder that somebody happens to stand in may have a `grpc` of its own.
        sys.path[0] = _root("services")
    # Otherwise gRPC notes at the terminal every connection that a service ends; it is told so before it is loaded.
    os.environ.setdefault("GRPC_VERBOSITY", "ERROR")
    # What is loaded now stays. To look through it again and again for garbage takes a third of the time of loading it.
    gc.set_threshold(_OBJECTS_OF_MANY_MODULES)


def _root(package: str) -> str:
    spec = importlib.util.find_spec(package)
    locations = spec.submodule_search_locations if spec is not None else None
    return str(Path(next(iter(locations))).parent) if locations else ""
