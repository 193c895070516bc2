"""The text form of moves.

    set-up    square:kind              A5:scout
    move      square>square            G4>F4
    word      draw, agree, refuse      to offer a draw, and to answer the offer

A square is the letter of its row, A at the top, and the digit of its column. Reading takes letters of either case.
"""

from __future__ import annotations

import re
from typing import NamedTuple, TypeAlias

from redscience.errors import UnreadableMove

MAX_LENGTH = 40
ROWS, COLUMNS = "ABCDEFGHIJ", "0123456789"
KINDS = (
    "flag",
    "spy",
    "scout",
    "miner",
    "sergeant",
    "lieutenant",
    "captain",
    "major",
    "colonel",
    "general",
    "marshal",
    "bomb",
)
"""In the order of the engine's numbers, which begin with 1."""
DRAW, AGREE, REFUSE = WORDS = ("draw", "agree", "refuse")
_PLACING = re.compile(r"([A-J][0-9]):([A-Z]{1,20})", re.ASCII | re.IGNORECASE)
_MOVING = re.compile(r"([A-J][0-9])>([A-J][0-9])", re.ASCII | re.IGNORECASE)


class Placing(NamedTuple):
    """A piece of the tray, put on a square."""

    square: str
    kind: str

    def __str__(self) -> str:
        return f"{self.square}:{self.kind}"


class Moving(NamedTuple):
    """What stands on a square, moved to another one."""

    origin: str
    target: str

    def __str__(self) -> str:
        return f"{self.origin}>{self.target}"


Move: TypeAlias = Placing | Moving | str
"""A word is a text."""


def read(text: str) -> Move:
    """Reads a move; whether it is legal is for the engine to say.

    Raises:
        UnreadableMove: it is none.
    """
    word = text.strip() if len(text) <= MAX_LENGTH else ""
    if word.lower() in WORDS:
        return word.lower()
    if moving := _MOVING.fullmatch(word):
        return Moving(moving[1].upper(), moving[2].upper())
    placing = _PLACING.fullmatch(word)
    if placing and placing[2].lower() in KINDS:
        return Placing(placing[1].upper(), placing[2].lower())
    if placing:
        raise UnreadableMove(f"{text.strip()!r} names no kind of piece. There are {', '.join(KINDS)}.")
    raise UnreadableMove(
        f"{text[:MAX_LENGTH]!r} is not a move. Write a piece for the set-up as A5:scout, a move as G4>F4, or draw, "
        "agree, refuse; rows are A to J, columns 0 to 9."
    )
