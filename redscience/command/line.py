"""Reads the command line."""

from __future__ import annotations

import argparse
import io
import json
import os
import signal
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict
from importlib import import_module
from pathlib import Path
from types import FrameType
from typing import cast

import redscience
from redscience.command.failures import CommandError, Exit
from redscience.command.installed import lacking
from redscience.command.server_arguments import (
    add_opponents,
    add_server_commands,
    asks_a_server,
    sentence,
    spelt_out,
    texts_for_a_server,
)
from redscience.command.sessions import TOKEN_VARIABLE
from redscience.errors import RedscienceError, RuleSetError, UnknownGame
from redscience.interface import MAX_SEED

_REFUSED = 1
_WRONG_INPUT = 2
_INTERRUPTED = 130
_BROKEN_PIPE = 141
_ELSEWHERE = {
    "up": ("--state", "--port", "--metrics", "--help"),
    "status": ("--state", "--json", "--help"),
    "host": ("backup", "restore", "move", "--state", "--from", "--to", "--help"),
}
"""Commands whose command line is read by the program that they run, and what a shell completes of it."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Does what the command line says, the process's own or another; returns the exit code (see the package)."""
    _prepare_streams()
    if arguments is None and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _interrupted)
    try:
        try:
            code = _obeyed(arguments)
        finally:
            # Also after --help, which argparse leaves by SystemExit: otherwise Python fails to write as it ends.
            sys.stdout.flush()
    except OSError as error:
        return _cannot_write(error)
    return code


def _obeyed(arguments: Sequence[str] | None) -> int:
    parser = _parser()
    chosen, rest = parser.parse_known_args(spelt_out(sys.argv[1:] if arguments is None else arguments))
    if chosen.command is None or (rest and chosen.command not in _ELSEWHERE):
        parser.print_usage(sys.stderr)
        message = f"unknown: {' '.join(rest)}" if rest else "a command is missing"
        sys.stderr.write(f"redscience: {message}. Try redscience --help.\n")
        return _WRONG_INPUT
    return _run(chosen, rest)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("redscience", description="Invent games, and find out who plays them best.")
    parser.add_argument("--version", action="version", version=f"redscience {redscience.__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", dest="command")
    # Their own programs read what follows, and have more to say.
    commands.add_parser("up", add_help=False, help="run the whole platform on this machine")
    commands.add_parser("status", add_help=False, help="say which processes of the platform on this machine are ready")
    commands.add_parser("host", add_help=False, help="back up, restore and move the platform on this machine")

    def add(name: str, help_text: str) -> argparse.ArgumentParser:
        parser: argparse.ArgumentParser = commands.add_parser(name, help=help_text, description=sentence(help_text))
        return parser

    play = add("play", "play a game in the terminal, against an agent or, at a server, others")
    play.add_argument(
        "game",
        metavar="NAME|FILE",
        help="a game of the catalogue, or a rule-set file; with --with a game of the server",
    )
    play.add_argument("--seat", help="the seat to play, such as white; the first to move if not given")
    play.add_argument("--seed", type=_seed, help="a whole number: the same seed, the same chance")
    play.add_argument(
        "--against", metavar="AGENT", help="who plays the other seats: random (if not given), greedy or standard"
    )
    add_opponents(play)
    rules = add("rules", "print the rules of a game in plain English")
    rules.add_argument("game", metavar="NAME|FILE", help="a game of the catalogue, or a rule-set file")
    check = add("check", "say what is wrong with a rule-set file")
    check.add_argument("file", metavar="FILE", help="a rule-set file; - for the standard input")
    add_server_commands(commands)
    completion = add("completion", "print a script that has a shell complete this command")
    completion.add_argument("shell", choices=("bash", "zsh"), help="the shell")
    return parser


def words_of_commands() -> Mapping[str, Sequence[str]]:
    """What a shell completes after each command."""
    return {name: _ELSEWHERE.get(name) or tuple(_words(parser)) for name, parser in command_parsers().items()}


def _words(parser: argparse.ArgumentParser) -> Iterator[str]:
    """Options, and what there is to choose from."""
    for action in parser._actions:  # noqa: SLF001 - argparse has no other way to ask
        if action.help != argparse.SUPPRESS:
            yield from action.option_strings
            yield from map(str, action.choices or ())


def command_parsers() -> Mapping[str, argparse.ArgumentParser]:
    """What reads the rest of the command line, by command."""
    actions = _parser()._actions  # noqa: SLF001 - argparse has no other way to ask
    (commands,) = (action for action in actions if isinstance(action, argparse._SubParsersAction))  # noqa: SLF001
    return cast("Mapping[str, argparse.ArgumentParser]", commands.choices)


def _seed(text: str) -> int:
    digits = len(str(MAX_SEED))
    if not (text.isascii() and text.isdecimal() and len(text) <= digits and int(text) <= MAX_SEED):
        raise argparse.ArgumentTypeError("must be a whole number from 0 to 2**128-1")
    return int(text)


def _run(chosen: argparse.Namespace, rest: Sequence[str]) -> int:
    if asks_a_server(chosen) and (lack := lacking("grpc", "grpc_status")):
        sys.stderr.write(f"What asks a server {lack}")
        return _WRONG_INPUT
    # A command's module is loaded when it is chosen, so that --help does not wait for the others.
    is_at_server = chosen.command == "play" and asks_a_server(chosen)
    module = import_module(f"redscience.command.{'play_at_server' if is_at_server else chosen.command}")
    try:
        if asks_a_server(chosen):
            _require_utf_8(chosen)
        return int(module.run(rest if chosen.command in _ELSEWHERE else chosen))
    except RuleSetError as error:
        sys.stderr.writelines(f"{line}\n" for line in ("The rule set has faults.", *map(str, error.faults)))
        return _REFUSED
    except RedscienceError as error:
        as_json = asks_a_server(chosen) and chosen.json
        sys.stderr.write(_error_as_json(error) if as_json else f"{error.message}\n")
        return _exit_code(error)


def _exit_code(error: RedscienceError) -> int:
    if isinstance(error, CommandError):
        return error.exit_code
    return Exit.NOT_FOUND if isinstance(error, UnknownGame) else _WRONG_INPUT


def _require_utf_8(chosen: argparse.Namespace) -> None:
    """Refuses what no server can be sent: bytes of the command line or the environment that are no text."""
    given = {f"{text!a}": text for text in texts_for_a_server(chosen)}
    given[TOKEN_VARIABLE] = os.environ.get(TOKEN_VARIABLE, "")
    for name, text in given.items():
        try:
            text.encode()
        except UnicodeEncodeError:
            raise CommandError(f"{name} is not UTF-8. Write it in UTF-8.", Exit.INVALID) from None


def _error_as_json(error: RedscienceError) -> str:
    told = {
        "code": (isinstance(error, CommandError) and error.server_code) or error.code,
        "message": error.message,
        "faults": [asdict(fault) for fault in error.faults],
    }
    return json.dumps({"error": told}, ensure_ascii=False) + "\n"


def _prepare_streams() -> None:
    """A closed stream is an empty one; what a terminal cannot show or sends by mistake does no harm."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode))  # noqa: SIM115 - for as long as the process lives
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace" if stream is sys.stdin else "backslashreplace")


def _interrupted(_: int, __: FrameType | None) -> None:
    # Not by an exception: what is being imported or compiled may swallow it, or raise another instead.
    for stream, last_words in ((sys.stdout, ""), (sys.stderr, "\nInterrupted.\n")):
        # A stream that is in the midst of writing refuses, and may have nobody who reads it.
        with suppress(OSError, RuntimeError, ValueError):
            stream.write(last_words)
            stream.flush()
    os._exit(_INTERRUPTED)


def _cannot_write(error: OSError) -> int:
    # Python writes what is still in the buffer when it ends; it must not fail once more.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    if isinstance(error, BrokenPipeError):
        return _BROKEN_PIPE
    sys.stderr.write(f"The output cannot be written: {error.strerror}.\n")
    return _REFUSED
