"""Moves as texts: `RO@2,3` places a peg, the face that is up first, `flip 2,3` turns one over, `2,3>4,4` moves one.

Within the text of a state, where blanks part the events, the blank of a flip is written `_`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from redscience.errors import UnreadableMove
from redscience.rainbow.board import Cell
from redscience.rainbow.pegs import PEGS, SIDED

LONGEST = 40
"""So many characters a move has at most."""
FLIP = "flip"
_CELL = r"([0-9]{1,3}),([0-9]{1,3})"
_PLACING = re.compile(rf"([A-Z]{{2}})@{_CELL}")
_FLIPPING = re.compile(rf"{FLIP} {_CELL}")
_MOVING = re.compile(rf"{_CELL}>{_CELL}")


@dataclass(frozen=True, slots=True)
class Placing:
    """A peg that comes onto the board; `lying` has the face that is up first."""

    lying: str
    to: Cell

    def __str__(self) -> str:
        return f"{self.lying}@{cell_text(self.to)}"


@dataclass(frozen=True, slots=True)
class Flipping:
    """A peg that is turned over where it is."""

    at: Cell

    def __str__(self) -> str:
        return f"{FLIP} {cell_text(self.at)}"


@dataclass(frozen=True, slots=True)
class Moving:
    """A peg that goes to another cell."""

    origin: Cell
    to: Cell

    def __str__(self) -> str:
        return f"{cell_text(self.origin)}>{cell_text(self.to)}"


Move: TypeAlias = Placing | Flipping | Moving


@lru_cache(maxsize=4096)
def read(text: str) -> Move:
    """Reads a move; whether its cells are on the board is not looked at.

    Raises:
        UnreadableMove: the text is no move, or names a peg that there is not.
    """
    given = text.strip() if len(text) <= LONGEST else ""
    if found := _PLACING.fullmatch(given):
        lying, x, y = found.groups()
        if lying not in SIDED:
            raise UnreadableMove(f"There is no peg {lying}. The pegs are {', '.join(PEGS)}, either face first.")
        return Placing(lying, (int(x), int(y)))
    if found := _FLIPPING.fullmatch(given):
        return Flipping((int(found[1]), int(found[2])))
    if found := _MOVING.fullmatch(given):
        return Moving((int(found[1]), int(found[2])), (int(found[3]), int(found[4])))
    shown = text if len(text) <= LONGEST else f"{text[:LONGEST]}…"
    raise UnreadableMove(
        f"{shown!r} is not a move. Write RO@2,3 to place a peg, flip 2,3 to flip one, 2,3>4,4 to move one."
    )


def cell_text(cell: Cell) -> str:
    """A cell as it is written."""
    return f"{cell[0]},{cell[1]}"


def within_state(text: str) -> str:
    """A move as the text of a state has it."""
    return text.replace(" ", "_")


def from_state(text: str) -> str:
    """A move of the text of a state as it is written elsewhere."""
    return text.replace("_", " ")
