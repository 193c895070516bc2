"""Spaces of boards with eight rows, as OpenSpiel writes them: a letter for the column, a digit for the row."""

from __future__ import annotations


def space(word: str, *, flipped: bool = False) -> str:
    """`b3` is 2,3; where rows are counted from the other side, 2,6."""
    x, y = ord(word[0]) - ord("a") + 1, int(word[1])
    return f"{x},{9 - y if flipped else y}"
