"""The part of the command line that asks a server. Nothing is loaded for it but argparse."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

ASK_A_SERVER = ("login", "logout", "whoami", "games", "game")
_MOST = 10_000


def add_server_commands(commands: Any) -> None:
    """Adds them to the sub-commands of a parser."""
    of_all = _of_all()

    def add(name: str, help_text: str) -> argparse.ArgumentParser:
        parser: argparse.ArgumentParser = commands.add_parser(name, help=help_text, parents=[of_all])
        return parser

    login = add("login", "log in at a server, by a code that it sends")
    login.add_argument("email", metavar="EMAIL", help="where the code is sent")
    add("logout", "log out there")
    add("whoami", "say who is logged in, and how many games they may still save")
    _add_games(add)
    _add_game(add)


def _of_all() -> argparse.ArgumentParser:
    """What all of them take."""
    of_all = argparse.ArgumentParser(add_help=False)
    of_all.add_argument(
        "--server", metavar="URL", default="", help="the server; REDSCIENCE_SERVER, or this machine's, if not given"
    )
    of_all.add_argument("--json", action="store_true", help="print JSON, errors too")
    return of_all


_Add = Callable[[str, str], argparse.ArgumentParser]


def _add_games(add: _Add) -> None:
    games = add("games", "find games on a server")
    games.add_argument("words", metavar="WORD", nargs="*", help="a part of the name")
    games.add_argument("--limit", metavar="N", type=_count, default=100, help="how many at most (100)")


def _add_game(add: _Add) -> None:
    game = add("game", "a game on a server: its rules; out to a file, in from one; for admins, its name")
    game.add_argument("name", metavar="NAME", help="its name, or its id")
    what = game.add_mutually_exclusive_group()
    what.add_argument("-e", "--export", metavar="FILE", dest="export_file", help="write it to a file; - for the output")
    what.add_argument(
        "-i",
        "--import",
        metavar=("FILE", "TOKEN"),
        nargs="+",
        dest="import_from",
        help="save a file under this name, - for the input; with a secret of whoever saves it, if not logged in",
    )
    what.add_argument("--rename", metavar="NEW", help="give it another name")
    what.add_argument("--hide", action="store_true", help="hide it: no new match is made of it")
    what.add_argument("--show", action="store_true", help="show it again")


def _count(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and 1 <= int(text[:6]) <= _MOST):
        raise argparse.ArgumentTypeError(f"must be a whole number from 1 to {_MOST}")
    return int(text)
