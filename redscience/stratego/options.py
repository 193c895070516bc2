"""What can be chosen in a game of Stratego, and the armies."""

from __future__ import annotations

from collections.abc import Mapping

from redscience.options import Choice, Option, Options

FORMAT = "redscience-stratego/1"
FULL, BARRAGE = "full", "barrage"
RULES_VERSION = 1
"""Raised when a record would be replayed differently."""

ARMIES: Mapping[str, Mapping[str, int]] = {
    FULL: {
        "marshal": 1,
        "general": 1,
        "colonel": 2,
        "major": 3,
        "captain": 4,
        "lieutenant": 4,
        "sergeant": 4,
        "miner": 5,
        "scout": 8,
        "spy": 1,
        "bomb": 6,
        "flag": 1,
    },
    BARRAGE: {"marshal": 1, "general": 1, "miner": 1, "scout": 2, "spy": 1, "bomb": 1, "flag": 1},
}
"""How many pieces of each kind a side has, by army, the strongest first."""

OPTIONS = Options(
    FORMAT,
    (
        Option(
            "army",
            "Army",
            (
                Choice(FULL, "Full, 40 pieces a side", "The four home rows are full."),
                Choice(BARRAGE, "Barrage, 8 pieces a side", "They stand anywhere in the four home rows."),
            ),
        ),
        Option(
            "seconds_per_turn",
            "Seconds per turn",
            tuple(Choice(seconds, str(seconds)) for seconds in (60, 15, 30, 120, 300, 600, 3600, 86_400)),
        ),
    ),
)
