"""`redscience host`: what whoever hosts a platform on this machine does to it."""

from __future__ import annotations

from collections.abc import Sequence

from redscience.command.up import become


def run(arguments: Sequence[str]) -> int:
    """Becomes the program that does it; returns only where the platform is not installed."""
    return become("services.laptop.host", arguments)
