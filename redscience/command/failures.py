"""How a command fails: the exit code, and the words."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum

from redscience.errors import Fault, RedscienceError


class Exit(IntEnum):
    """The exit codes of commands that ask a server."""

    INTERNAL = 1
    INVALID = 2
    REFUSED = 3
    NOT_FOUND = 4
    UNREACHABLE = 5


class CommandError(RedscienceError):
    """A command cannot do what it is to do.

    Attributes:
        exit_code: of the process.
        server_code: the code of the server's error, such as "rules/unknown_game"; "" where it is not a server's.
    """

    code = "command/failed"

    def __init__(self, message: str, exit_code: Exit, *, server_code: str = "", faults: Iterable[Fault] = ()) -> None:
        super().__init__(message, faults)
        self.exit_code = exit_code
        self.server_code = server_code
