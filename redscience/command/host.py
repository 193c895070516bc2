"""`redscience host`: what whoever hosts a platform on this machine does to it."""

from __future__ import annotations

from collections.abc import Sequence

from redscience.command.up import run_program


def run(arguments: Sequence[str]) -> int:
    """Runs the program that does it; returns its exit code."""
    return run_program("services.laptop.host", arguments)
