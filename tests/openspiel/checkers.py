"""checkers: our EnglishDraughts. Each jump is a move of its own in both.

What differs: OpenSpiel draws after 40 moves without a capture, ours when a player repeats a move in the same position;
ours has offers of a draw, which are not made here; and ours says that a man becomes a king.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from openspiel.adapter import Adapter, Key, Ply, but_words
from openspiel.squares import space

from redscience.interface import State
from redscience.variations import notation

PATIENCE = 40


def moved(state: Any, action: int) -> Key:
    """`a3b4`."""
    word = state.action_to_string(state.current_player(), action)
    return f"{space(word[:2])}>{space(word[2:4])}"


def unpromoted(move: str) -> Key | None:
    """`1,7>2,8=P` without the king, of which there is no choice."""
    key = but_words(move)
    return None if key is None else key.removesuffix("=P")


def is_tired(plies: Sequence[Ply], _: State) -> bool:
    """Whether nothing was captured for long."""
    return len(plies) >= PATIENCE and not any(is_capture(ply.move) for ply in reversed(plies[-PATIENCE:]))


def is_capture(move: str) -> bool:
    """Whether it goes two columns far."""
    read = notation.read(move)
    return isinstance(read, notation.Jump) and abs(read.origin.x - read.target.x) == 2


CHECKERS = Adapter("checkers", "checkers", "EnglishDraughts", moved, ours=unpromoted, repeats=True, they_draw=is_tired)
