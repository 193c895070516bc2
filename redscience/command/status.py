"""`redscience status`: how the platform on this machine is."""

from __future__ import annotations

from collections.abc import Sequence

from redscience.command.up import become


def run(arguments: Sequence[str]) -> int:
    """Becomes the program that looks; returns only where the platform is not installed."""
    return become("services.laptop.status", arguments)
