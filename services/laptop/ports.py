"""Free ports of the loopback interface."""

from __future__ import annotations

import errno
import random
import socket
from collections.abc import Iterator

from services.laptop.errors import SetupError

HOST = "127.0.0.1"

# Below what systems hand out to outgoing connections: a client that knocks at a port of that range while nobody
# listens there may be given the port itself.
_FIRST, _LAST = 20_000, 31_999


def check_port(port: int) -> None:
    """Sees that a port can be listened on.

    Raises:
        SetupError: it cannot.
    """
    try:
        _bind(port)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            why = f"Port {port} is taken. Stop what listens there, or name another with --port."
        else:
            why = f"Port {port} cannot be used: {error.strerror}. Name another with --port."
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
