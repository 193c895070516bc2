"""Ports of the loopback interface: free ones, and those that a platform had before."""

from __future__ import annotations

import errno
import json
import random
import socket
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from services.laptop.errors import SetupError

HOST = "127.0.0.1"

# Below what systems hand out to outgoing connections: a client that knocks at a port of that range while nobody
# listens there may be given the port itself.
_FIRST, _LAST = 20_000, 31_999
_HIGHEST = 65_535


NO_BROWSERS = frozenset(
    {
        *(1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109),
        *(110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530),
        *(531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045),
        *(4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080),
    }
)
"""The ports that browsers open no page on (Fetch Standard, *port blocking*)."""


def check_port(port: int) -> None:
    """Sees that pages can be had on a port.

    Raises:
        SetupError: they cannot.
    """
    if port in NO_BROWSERS:
        raise SetupError(f"Browsers open no page on port {port}. Name another with --port (make run PORT=…).")
    try:
        _bind(port)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            why = f"Port {port} is taken. Stop what listens there, or name another with --port (make run PORT=…)."
        else:
            why = f"Port {port} cannot be used: {error.strerror}. Name another with --port (make run PORT=…)."
        raise SetupError(why) from error


def is_free(port: int) -> bool:
    """Whether nobody listens on a port."""
    try:
        _bind(port)
    except OSError:
        return False
    return True


def _bind(port: int) -> None:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind((HOST, port))


def free_ports(count: int, rng: random.Random) -> list[int]:
    """Ports that nobody listens on, each another.

    Raises:
        OSError: there are not so many.
    """
    candidates: Iterator[int] = filter(is_free, rng.sample(range(_FIRST, _LAST + 1), _LAST + 1 - _FIRST))
    ports = [port for port, _ in zip(candidates, range(count), strict=False)]
    if len(ports) < count:
        raise OSError(f"Fewer than {count} ports are free between {_FIRST} and {_LAST}.")
    return ports


def kept_ports(names: Sequence[str], file: Path, say: Callable[[str], None]) -> Mapping[str, int]:
    """A port for each name: the one that it had, so that others can name it, or another where that one is taken.

    Args:
        names: each once.
        file: keeps them, from one start to the next.
        say: is told which one is replaced.

    Raises:
        SetupError: the file cannot be written.
        OSError: too few ports are free.
    """
    before = _read(file)
    kept = {name: before[name] for name in names if name in before and is_free(before[name])}
    missing = [name for name in names if name not in kept]
    drawn = _drawn(len(missing), set(before.values()))
    ports = kept | dict(zip(missing, drawn, strict=True))
    for name in missing:
        if name in before:
            say(f"Port {before[name]} of {name} is taken; using {ports[name]}")
    if ports != before:
        _write(file, ports)
    return ports


def _drawn(count: int, taken: set[int]) -> list[int]:
    free = free_ports(count + len(taken), random.SystemRandom()) if count else []
    return [port for port in free if port not in taken][:count]


def _read(file: Path) -> dict[str, int]:
    """What was kept, each port once; nothing where that cannot be read."""
    try:
        named = json.loads(file.read_bytes())
        ports = {str(name): int(port) for name, port in named.items() if 0 < int(port) <= _HIGHEST}
    except (OSError, ValueError, TypeError, AttributeError, OverflowError, RecursionError):
        return {}
    first = {port: name for name, port in reversed(ports.items())}
    return {name: port for name, port in ports.items() if first[port] == name}


def _write(file: Path, ports: Mapping[str, int]) -> None:
    fresh = file.with_name(file.name + ".new")
    try:
        fresh.write_text(json.dumps(ports, indent=2) + "\n")
        fresh.replace(file)
    except OSError as error:
        raise SetupError(
            f"The file {file} cannot be written: {error.strerror}."
            " Fix that, or name another folder with --state (make run STATE=…)."
        ) from error
