"""The seats of Stratego, in order of play."""

from __future__ import annotations

SEATS = RED, BLUE = "red", "blue"


def other(seat: str) -> str:
    """The other seat."""
    return BLUE if seat == RED else RED


HOMES = {RED: "GHIJ", BLUE: "ABCD"}
"""The rows in which each sets up its army."""
