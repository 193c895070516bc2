"""The table as it is before anything is done, which needs no engine."""

from __future__ import annotations

from typing import Any

from redscience.stratego.engine.limits import MOST_QUIET
from redscience.stratego.options import ARMIES
from redscience.stratego.seats import HOMES, SEATS

LAKES = ("E2", "E3", "F2", "F3", "E6", "E7", "F6", "F7")
"""Nothing goes there."""


def opening(army: str) -> dict[str, Any]:
    """The `table` of a spectator's view before the first piece is placed."""
    return {
        "army": dict(ARMIES[army]),
        "homes": dict(HOMES),
        "lakes": list(LAKES),
        "most_quiet": MOST_QUIET,
        "is_setting_up": True,
        "moves": 0,
        "quiet": 0,
        "pieces": [],
        "tray": None,
        "captured": {seat: {} for seat in SEATS},
        "log": [],
    }
