"""The pegs: each player has seven, with a face on either side; both are known to everybody."""

from __future__ import annotations

from collections.abc import Mapping

FACES = "ROYGBVWK"
"""Faces are numbered in this order, from 0."""
FACE_NAMES: Mapping[str, str] = {
    "R": "red",
    "O": "orange",
    "Y": "yellow",
    "G": "green",
    "B": "blue",
    "V": "violet",
    "W": "white",
    "K": "black",
}
PEGS = ("RO", "OY", "YG", "GB", "BV", "VR", "WK")
"""Each by its two faces, the first side first; numbered in this order, from 0."""
WILD = "WK"
"""The peg that waits until the other six are on the board."""
SEATS = ("circle", "square", "triangle")
"""Each by the outline of its pegs."""


def sided(peg: int, side: int) -> str:
    """A peg as it lies: the face that is up, then the hidden one."""
    return PEGS[peg][::-1] if side else PEGS[peg]


SIDED = {sided(peg, side): (peg, side) for peg in range(len(PEGS)) for side in (0, 1)}
"""Each peg as it can lie, with its number and the number of the side that is up."""


def peg_name(lying: str) -> str:
    """A peg in words, the face that is up first: "red-orange"."""
    return "-".join(FACE_NAMES[face] for face in lying)
