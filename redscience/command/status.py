"""`redscience status`: how the platform on this machine is."""

from __future__ import annotations

from collections.abc import Sequence

from redscience.command.up import run_program


def run(arguments: Sequence[str]) -> int:
    """Runs the program that looks; returns its exit code."""
    return run_program("services.laptop.status", arguments)
