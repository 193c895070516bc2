"""Who sits at the board, by the number and kind of players."""

from __future__ import annotations

from collections.abc import Mapping

SEATS_OF: Mapping[str, tuple[str, ...]] = {
    "2": ("black", "white"),
    "2+chaos": ("black", "white", "chaos"),
    "3": ("black", "white", "pink"),
    "3+chaos": ("black", "white", "pink", "chaos"),
    "4": ("black", "white", "pink", "yellow"),
    "partners": ("black", "white", "pink", "yellow"),
    "1+chaos": ("black", "chaos"),
}
"""The seats in order of play, Chaos last, by the value of an entry of `players.PLAYERS`."""
