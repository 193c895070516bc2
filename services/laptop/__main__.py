"""The whole platform on this machine: `python -m services.laptop [--state DIR] [--port N] [--metrics]`."""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import sys
from collections.abc import Mapping, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import NoReturn

from services.kit.parent import die_with_parent
from services.laptop.errors import SetupError, StartError
from services.laptop.forks import Forked, fork
from services.laptop.keys import KeyFiles, ensure_keys
from services.laptop.plan import LOADS_KERNELS, Plan, make_plan
from services.laptop.ports import HOST, check_port, is_free
from services.laptop.state import State
from services.laptop.supervisor import Supervisor

DEFAULT_PORT = 8000
_PORTS_TRIED = 100
_FAILED = 1
_WRONG_INPUT = 2
_INTERRUPTED = 130


def main(arguments: Sequence[str]) -> int:
    """Runs the platform until SIGINT or SIGTERM.

    Returns:
        0 when it was stopped, 1 where something does not start, 2 where something that was given cannot be used, 130
        where it was interrupted before anything was started.
    """
    try:
        return _run(_arguments(arguments))
    except KeyboardInterrupt:
        return _INTERRUPTED
    except SetupError as error:
        sys.stderr.write(f"{error}\n")
        return _WRONG_INPUT
    except (StartError, OSError) as error:
        sys.stderr.write(f"{error}\n")
        return _FAILED
    finally:
        # Nothing is left that a second Ctrl-C could end.
        signal.signal(signal.SIGINT, signal.SIG_IGN)


def say(line: str) -> None:
    """Tells the person at the terminal; there may be none any more."""
    with suppress(OSError):
        print(line, flush=True)


def _run(arguments: argparse.Namespace) -> int:
    die_with_parent()
    with closing(State(arguments.state, say)) as state:
        port = _port_for(arguments.port)
        keys = ensure_keys(state.path("keys"))
        plan = make_plan(state, keys, port, os.environ, say, is_measured=arguments.metrics)
        return asyncio.run(_live(state, plan, _fork(plan, state), _greeting(f"http://{HOST}:{port}", state, keys)))


def _greeting(address: str, state: State, keys: KeyFiles) -> tuple[str, ...]:
    """What whoever has started the platform is told once it is there."""
    return (
        f"redscience is at {address}",
        f"Its mail, with the codes that log in, is at {address}/outbox?key={keys.outbox.read_text().strip()}",
        f"It keeps everything in {state.root}. Ctrl-C stops it.",
    )


def _fork(plan: Plan, state: State) -> dict[str, Forked]:
    # Until the event loop takes it, Ctrl-C would leave them behind.
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    return fork([part for part in plan.parts if plan.compiler is None or part.name not in LOADS_KERNELS], state)


def _port_for(wanted: int | None) -> int:
    """The port that is wanted; where none is, the first free one of those that are usual."""
    if wanted is not None:
        check_port(wanted)
        return wanted
    port = next(filter(is_free, range(DEFAULT_PORT, DEFAULT_PORT + _PORTS_TRIED)), None)
    if port is None:
        raise SetupError(
            f"No port from {DEFAULT_PORT} to {DEFAULT_PORT + _PORTS_TRIED - 1} is free."
            " Name another with --port (make run PORT=…)."
        )
    if port != DEFAULT_PORT:
        say(f"Port {DEFAULT_PORT} is taken; using {port}")
    return port


async def _live(state: State, plan: Plan, forked: Mapping[str, Forked], greeting: Sequence[str]) -> int:
    stopping = asyncio.Event()
    loop = asyncio.get_running_loop()
    signals = [signal.SIGTERM, signal.SIGINT]
    # Ignored from the start, `nohup` wants the platform to outlive its terminal.
    if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:
        signals.append(signal.SIGHUP)
    for number in signals:
        loop.add_signal_handler(number, stopping.set)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    supervisor = Supervisor(plan, state, say, forked)
    running = asyncio.create_task(_keep_up(supervisor, greeting))
    stopped = asyncio.create_task(stopping.wait())
    try:
        await asyncio.wait({running, stopped}, return_when=asyncio.FIRST_COMPLETED)
        if running.done():
            running.result()
        say("Stopping")
    finally:
        running.cancel()
        stopped.cancel()
        await asyncio.wait({running})
        await supervisor.stop()
    return 0


async def _keep_up(supervisor: Supervisor, greeting: Sequence[str]) -> None:
    """Starts everything and says so; ends only where something fails."""
    await supervisor.start()
    for line in greeting:
        say(line)
    await supervisor.watch()


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(_WRONG_INPUT, f"redscience up: {message}. Try redscience up --help.\n")


def _arguments(arguments: Sequence[str]) -> argparse.Namespace:
    parser = _Parser("redscience up", description="Runs the whole platform on this machine.")
    parser.add_argument("--state", type=Path, default=Path(".state"), help="folder for everything it keeps (.state)")
    parser.add_argument("--port", type=_port, help=f"port of its pages ({DEFAULT_PORT}, or the next that is free)")
    parser.add_argument("--metrics", action="store_true", help="have every process tell Prometheus what it does")
    return parser.parse_args(arguments)


def _port(text: str) -> int:
    if not text.isdecimal() or not 0 < int(text) < 1 << 16:
        raise argparse.ArgumentTypeError(f"{text!r} is no port; give a number from 1 to 65535")
    return int(text)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
