"""Reads the command line."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from importlib.metadata import version

from redscience.command.up import up

_WRONG_INPUT = 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Does what the command line says; returns the exit code: 2 for what cannot be understood."""
    parser = argparse.ArgumentParser("redscience", description="Invent games, and find out who plays them best.")
    parser.add_argument("--version", action="version", version=f"redscience {version('redscience')}")
    commands = parser.add_subparsers(metavar="COMMAND")
    commands.add_parser("up", add_help=False, help="run the whole platform on this machine").set_defaults(run=up)
    chosen, rest = parser.parse_known_args(arguments)
    if not hasattr(chosen, "run"):
        parser.print_usage(sys.stderr)
        message = f"unknown: {' '.join(rest)}" if rest else "a command is missing"
        sys.stderr.write(f"redscience: {message}. Try redscience --help.\n")
        return _WRONG_INPUT
    return int(chosen.run(rest))
