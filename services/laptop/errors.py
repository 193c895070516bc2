"""What keeps the platform from starting."""

from __future__ import annotations


class SetupError(Exception):
    """What it was given cannot be used; the message says why, and what to do."""


class StartError(Exception):
    """A process does not start; the message holds the last that it said."""
