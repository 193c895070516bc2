"""The board: 5×5 without its corners, and the lines of three cells on it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

Cell: TypeAlias = tuple[int, int]
"""x to the right and y upward, from 1."""

SIZE = 5
LENGTH = 3
CORNERS = frozenset({(1, 1), (1, SIZE), (SIZE, 1), (SIZE, SIZE)})
CELLS: tuple[Cell, ...] = tuple((x, y) for y in range(1, SIZE + 1) for x in range(1, SIZE + 1) if (x, y) not in CORNERS)
"""Row by row from below: cells are numbered in this order, from 0."""
NUMBERS = {cell: number for number, cell in enumerate(CELLS)}

SQUARE, HEXAGON = "square", "hexagon"
DIRECTIONS = {SQUARE: ((1, 0), (0, 1), (1, 1), (1, -1)), HEXAGON: ((1, 0), (0, 1), (1, -1))}
"""Along which lines run, by how the board is drawn. Turned, its rows are the diagonals that fall to the right."""


def lines(drawn: str) -> tuple[tuple[Cell, ...], ...]:
    """Every three cells in a row: 36 on squares, 29 on hexagons."""
    return tuple(_lines(drawn))


def _lines(drawn: str) -> Iterator[tuple[Cell, ...]]:
    for across, up in DIRECTIONS[drawn]:
        for x, y in CELLS:
            line = tuple((x + step * across, y + step * up) for step in range(LENGTH))
            if all(cell in NUMBERS for cell in line):
                yield line
