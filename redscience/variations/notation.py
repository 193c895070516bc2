"""The text form of moves.

    placement   [[colour]shape@][board:]x,y[,z]      O@4,1   WO@3,1   O@2:3,1   4,1
    jump        [board:]x,y[,z]>x,y[,z][=shape]      1,1>2,2   2:1,1>2,2   1,1,3>2,1   2,7>2,8=X
    word        pass, draw, agree, refuse            to pass; to offer a draw, and to answer the offer

What is written is written in full: the shape always, also the one that a piece is promoted to; the colour only where
the mover can choose it; the board only where there are several; z only on boards that are deep, but on stacks only
where a piece comes from. Reading accepts what is left out as long as only one legal move fits, and the longer forms
too.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from redscience.errors import UnreadableMove

MAX_LENGTH = 40
PASS, DRAW, AGREE, REFUSE = "pass", "draw", "agree", "refuse"
WORDS = (PASS, DRAW, AGREE, REFUSE)

COLOR_LETTERS = {"black": "B", "white": "W", "pink": "K", "yellow": "Y"}
_COLORS = {letter: name for name, letter in COLOR_LETTERS.items()}
_SPACE = r"(?:([0-9]{1,2}):)?([0-9]{1,3}),([0-9]{1,3})(?:,([0-9]{1,3}))?"
_SHAPE = r"([OPX+TS])"
_PLACEMENT = re.compile(rf"(?:([BWKY])?{_SHAPE}@)?{_SPACE}")
_JUMP = re.compile(rf"{_SPACE}>{_SPACE}(?:={_SHAPE})?")


@dataclass(frozen=True, slots=True)
class Space:
    """A space as it is written; None for what is left out. All count from 1."""

    x: int
    y: int
    z: int | None = None
    board: int | None = None

    def __str__(self) -> str:
        board = "" if self.board is None else f"{self.board}:"
        height = "" if self.z is None else f",{self.z}"
        return f"{board}{self.x},{self.y}{height}"


@dataclass(frozen=True, slots=True)
class Placement:
    """A piece from the reserve, put on a space; None for what is left out."""

    to: Space
    shape: str | None = None
    color: str | None = None

    def __str__(self) -> str:
        if self.shape is None:
            return str(self.to)
        return f"{COLOR_LETTERS.get(self.color or '', '')}{self.shape}@{self.to}"


@dataclass(frozen=True, slots=True)
class Jump:
    """A piece on the board, moved to another space; `promotion` is the shape that it becomes there, if it does."""

    origin: Space
    target: Space
    promotion: str | None = None

    def __str__(self) -> str:
        return f"{self.origin}>{self.target}" + ("" if self.promotion is None else f"={self.promotion}")


@dataclass(frozen=True, slots=True)
class Word:
    """A move that names no piece: one of WORDS."""

    word: str

    def __str__(self) -> str:
        return self.word


@lru_cache(maxsize=4096)
def read(text: str) -> Placement | Jump | Word:
    """Reads a move; those read last are remembered, since players write the same ones over and over.

    Raises:
        UnreadableMove: the text is not a move.
    """
    if text in WORDS:
        return Word(text)
    given = text.strip() if len(text) <= MAX_LENGTH else ""
    if found := _PLACEMENT.fullmatch(given):
        color, shape, *space = found.groups()
        return Placement(_space(*space), shape, _COLORS.get(color or ""))
    if found := _JUMP.fullmatch(given):
        *spaces, promotion = found.groups()
        return Jump(_space(*spaces[:4]), _space(*spaces[4:]), promotion)
    raise UnreadableMove(f"{shown(text)} is not a move. Write the piece, @ and the space, or from>to.")


def shown(text: str) -> str:
    """What was written, in quotes, cut where it is long."""
    return repr(text if len(text) <= MAX_LENGTH else f"{text[:MAX_LENGTH]}…")


def _space(board: str | None, x: str, y: str, z: str | None) -> Space:
    return Space(int(x), int(y), None if z is None else int(z), None if board is None else int(board))
