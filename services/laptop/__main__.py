"""The whole platform on this machine: `python -m services.laptop [--state DIR] [--port N]`."""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import sys
from contextlib import suppress
from pathlib import Path

from services.kit.parent import die_with_parent
from services.laptop.keys import ensure_keys
from services.laptop.plan import make_plan
from services.laptop.ports import HOST, is_free
from services.laptop.state import State, StateError
from services.laptop.supervisor import StartError, Supervisor

DEFAULT_PORT = 8000
_PORTS_TRIED = 100
_WRONG_INPUT = 2


def main() -> int:
    """Runs the platform until SIGINT or SIGTERM."""
    arguments = _arguments(sys.argv[1:])
    die_with_parent()
    port = arguments.port if arguments.port is not None else _next_free(DEFAULT_PORT)
    if port is None or not is_free(port):
        sys.stderr.write(
            f"Port {port or DEFAULT_PORT} is taken. Stop what listens there, or name another with --port.\n"
        )
        return _WRONG_INPUT
    try:
        state = State(arguments.state)
    except StateError as error:
        sys.stderr.write(f"{error}\n")
        return _WRONG_INPUT
    try:
        return asyncio.run(_live(state, port))
    except (StartError, OSError) as error:
        sys.stderr.write(f"{error}\n")
        return 1
    finally:
        state.close()


def say(line: str) -> None:
    """Tells the person at the terminal; there may be none any more."""
    with suppress(OSError):
        print(line, flush=True)


async def _live(state: State, port: int) -> int:
    stopping = asyncio.Event()
    loop = asyncio.get_running_loop()
    signals = [signal.SIGTERM, signal.SIGINT]
    # Ignored from the start, `nohup` wants the platform to outlive its terminal.
    if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:
        signals.append(signal.SIGHUP)
    for number in signals:
        loop.add_signal_handler(number, stopping.set)
    plan = make_plan(state, ensure_keys(state.path("keys")), port, os.environ)
    supervisor = Supervisor(plan, state, say)
    say(f"starting redscience; it keeps what it knows in {state.root}")
    starting = asyncio.create_task(supervisor.start())
    stopped = asyncio.create_task(stopping.wait())
    try:
        await asyncio.wait({starting, stopped}, return_when=asyncio.FIRST_COMPLETED)
        if starting.done():
            starting.result()
            say(f"redscience is at http://{HOST}:{port}")
        await stopped
        say("stopping")
    finally:
        starting.cancel()
        stopped.cancel()
        await supervisor.stop()
    return 0


def _arguments(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser("redscience up", description="Runs the whole platform on this machine.")
    parser.add_argument("--state", type=Path, default=Path(".state"), help="folder for everything it keeps (.state)")
    parser.add_argument("--port", type=_port, help=f"port of its pages ({DEFAULT_PORT}, or the next that is free)")
    return parser.parse_args(arguments)


def _port(text: str) -> int:
    if not text.isdecimal() or not 0 < int(text) < 1 << 16:
        raise argparse.ArgumentTypeError(f"{text!r} is no port; give a number from 1 to 65535")
    return int(text)


def _next_free(first: int) -> int | None:
    return next(filter(is_free, range(first, first + _PORTS_TRIED)), None)


if __name__ == "__main__":
    sys.exit(main())
