"""What whoever hosts a platform on this machine does to it.

python -m services.laptop.host backup|restore FILE [--state DIR]
python -m services.laptop.host move --from sqlite --to postgresql [--state DIR]
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import NoReturn

from services.kit.config import WITH_DATABASE, driver_url
from services.laptop.backup import back_up, databases_of, restore
from services.laptop.errors import SetupError
from services.laptop.moving import move
from services.laptop.plan import DATABASE_URL, database_elsewhere
from services.laptop.state import State

_WRONG_INPUT = 2


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(_WRONG_INPUT, f"{self.prog}: {message}. Try redscience host --help.\n")


def main(arguments: list[str]) -> int:
    """Does it; returns 0, or 2 where what was given cannot be used."""
    given = _parser().parse_args(arguments)
    try:
        with _cleared_away():
            print(_COMMANDS[given.command](given))
    except SetupError as error:
        sys.stderr.write(f"{error}\n")
        return _WRONG_INPUT
    return 0


@contextmanager
def _cleared_away() -> Iterator[None]:
    """Has SIGTERM and SIGHUP leave nothing half done behind, as Ctrl-C does; what was ignored stays so."""

    def leave(number: int, _frame: object) -> NoReturn:
        sys.exit(128 + number)

    heeded = [each for each in (signal.SIGTERM, signal.SIGHUP) if signal.getsignal(each) is signal.SIG_DFL]
    for each in heeded:
        signal.signal(each, leave)
    try:
        yield
    finally:
        for each in heeded:
            signal.signal(each, signal.SIG_DFL)


def _back_up(given: argparse.Namespace) -> str:
    size = back_up(given.state, given.file)
    return f"{given.file} has all of {given.state} in it, {size / 1e6:.1f} MB. It has keys in it: keep it to yourself."


def _restore(given: argparse.Namespace) -> str:
    made_at = datetime.fromtimestamp(restore(given.file, given.state), UTC)
    return (
        f"{given.state} is as it was at {made_at:%Y-%m-%d %H:%M:%S} UTC. Start it: redscience up --state {given.state}"
    )


def _move(given: argparse.Namespace) -> str:
    """To the databases that the variable names by which `redscience up` uses them afterwards."""
    url = database_elsewhere(os.environ)
    if not url:
        raise SetupError(
            f"{DATABASE_URL} is not set; it must name the new databases, as"
            " postgresql://localhost/redscience_{service} does."
        )
    if not driver_url(url).startswith("postgresql"):
        raise SetupError(f"{DATABASE_URL} names no databases of PostgreSQL, to which all is to be moved.")
    databases_of(given.state)
    with closing(State(given.state, print)) as state:
        counts = move(state, {service: url.replace("{service}", service) for service in WITH_DATABASE})
    told = ", ".join(f"{service} {count}" for service, count in sorted(counts.items()))
    return f"Moved (rows: {told}). Start it with {DATABASE_URL} as it is now; the SQLite files can go."


_COMMANDS = {"backup": _back_up, "restore": _restore, "move": _move}


def _parser() -> argparse.ArgumentParser:
    parser = _Parser("redscience host", description="Looks after a platform on this machine.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, words in (
        ("backup", "copy all that the platform keeps into a file; it may run"),
        ("restore", "make the folder of a platform from such a file"),
    ):
        command = commands.add_parser(name, help=words, description=words)
        command.add_argument("file", type=Path, metavar="FILE", help="the file")
        command.add_argument("--state", type=Path, default=Path(".state"), help="folder of the platform (.state)")
    words = f"move all that is kept to the empty databases that {DATABASE_URL} names; stop the platform first"
    command = commands.add_parser("move", help=words, description=words)
    command.add_argument("--from", required=True, choices=("sqlite",), help="where it is kept")
    command.add_argument("--to", required=True, choices=("postgresql",), help="where it goes")
    command.add_argument("--state", type=Path, default=Path(".state"), help="folder of the platform (.state)")
    return parser


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
