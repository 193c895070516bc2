"""Boards as tables: where steps lead, in which numbered directions, and how far lines run (rules: A2, A2x).

Direction 2·i is one step forward along axis i of the board's kind, 2·i+1 one step backward.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from math import lcm

import numpy as np

from redscience.variations.engine.records import MAX_AXES, OFF, Array
from redscience.variations.language.boards import BOARDS
from redscience.variations.language.spaces import (
    HEXAGON_DIAGONALS,
    HEXAGON_STEPS,
    Goal,
    Spaces,
    Vector,
    axes_of_lines,
    directions,
)

_GRID = tuple((x, y, z) for x, y, z in product((-1, 0, 1), repeat=3) if (x, y, z) > (0, 0, 0))
_FAR = 1 << 14
"""Further than any board and than OFF; three times it are still 16 bits."""


def axes(kind: str) -> tuple[Vector, ...]:
    """The straight ways through a space of a kind of board, each as one step forward; at most MAX_AXES.

    Records of matches depend on their order. On hexagons the three lines come first, then the second neighbours.
    """
    return HEXAGON_STEPS + HEXAGON_DIAGONALS if kind == "hexagons" else _GRID


@lru_cache(maxsize=8)
def _vectors(kind: str) -> tuple[Vector, ...]:
    """The steps by the numbers of their directions."""
    return tuple(vector for x, y, z in axes(kind) for vector in ((x, y, z), (-x, -y, -z)))


def direction_of(kind: str, vector: Vector) -> int:
    """The number of a unit step."""
    return _vectors(kind).index(vector)


@lru_cache(maxsize=8)
def neighbours(kind: str) -> tuple[int, ...]:
    """The directions in which spaces are connected: along the grid, height included; on hexagons all six."""
    return tuple(sorted(direction_of(kind, vector) for vector in directions(kind, (1,))))


@lru_cache(maxsize=8)
def lines(kind: str) -> tuple[int, ...]:
    """The directions along which rows lie and lines are captured, and in which "spaces around" are looked for."""
    along = axes_of_lines(kind)
    return tuple(2 * i + back for i, axis in enumerate(axes(kind)) if axis in along for back in (0, 1))


def forward(goal: Goal) -> Vector:
    """The unit step towards a goal line."""
    sign = -1 if goal.at == 1 else 1
    return (sign, 0, 0) if goal.axis == "x" else (0, sign, 0)


def away(spaces: Spaces, vectors: Sequence[Vector]) -> Array:
    """The numbers of the spaces that lie vectors away from each space of one board, OFF where none does.

    A vector that leads around a torus back to where it began leads nowhere; on tetrakis squares diagonals join only
    points with x + y even, and what is no diagonal, as a knight's leap, is free. See `Spaces.step`.

    Returns:
        (vectors, volume) numbers of spaces of the first board.
    """
    board, steps = BOARDS[spaces.kind], np.array(vectors, np.int32).reshape(-1, 3, 1)
    ends: Array = np.zeros((), np.uint16)
    stays, stride = np.ones(len(steps), bool), 1
    for axis, side in enumerate(spaces.size):
        step = steps[:, axis]
        end = np.arange(side, dtype=np.int32) + step
        if board.wraps and axis < 2:  # noqa: PLR2004  (x and y)
            step, end = step % side, end % side
        stays &= step[:, 0] == 0
        along = np.where((end >= 0) & (end < side), end * stride, _FAR)
        ends = ends + _spread(along.astype(np.uint16), axis)
        stride *= side
    ends = ends.reshape(len(steps), spaces.volume)
    np.minimum(ends, OFF, out=ends)
    ends[stays] = OFF
    if board.diagonals == "even":
        diagonals = (abs(steps[:, 0]) == abs(steps[:, 1])) & (steps[:, 0] != 0)
        y, x = np.indices((spaces.size[1], spaces.size[0]))
        ends[diagonals & ((x + y) % 2 == 1).reshape(-1)] = OFF
    return ends


def _spread(along: Array, axis: int) -> Array:
    """What is said of each coordinate on an axis, (vectors, side), ready to be said of each space: z, y, x."""
    shape = [len(along), 1, 1, 1]
    shape[3 - axis] = along.shape[1]
    return along.reshape(shape)


@lru_cache(maxsize=64)
def unit_steps(spaces: Spaces) -> Array:
    """The next space of one board in each direction, OFF where none is: (2·MAX_AXES, volume)."""
    vectors = _vectors(spaces.kind)
    steps = np.full((2 * MAX_AXES, spaces.volume), OFF, np.uint16)
    steps[: len(vectors)] = away(spaces, vectors)
    return steps


def stepping(spaces: Spaces, vector: Vector) -> Array:
    """The number of the space that lies a unit step away from each space of one board, OFF where none does."""
    return unit_steps(Spaces(spaces.kind, spaces.size))[direction_of(spaces.kind, vector)]


@lru_cache(maxsize=64)
def line_reach(spaces: Spaces) -> Array:
    """How many spaces of one board lie beyond each space, by direction: (2·MAX_AXES, volume).

    A line around a torus ends before it comes back.
    """
    board, vectors = BOARDS[spaces.kind], _vectors(spaces.kind)
    steps = np.array(vectors, np.int32).reshape(-1, 3, 1)
    room = np.full((len(steps), *reversed(spaces.size)), _FAR, np.int32)
    for axis, side in enumerate(spaces.size):
        if not (board.wraps and axis < 2):  # noqa: PLR2004  (x and y)
            start, step = np.arange(side, dtype=np.int32), steps[:, axis]
            ahead = np.where(step > 0, side - 1 - start, start) // np.maximum(abs(step), 1)
            room = np.minimum(room, _spread(np.where(step == 0, _FAR, ahead), axis))
    room = room.reshape(len(steps), spaces.volume)
    cycles = [lcm(*(side for side, d in zip(spaces.size, vector, strict=True) if d)) for vector in vectors]
    room = np.where(room == _FAR, np.array(cycles).reshape(-1, 1) - 1, room)
    reach = np.zeros((2 * MAX_AXES, spaces.volume), np.int64)
    reach[: len(steps)] = np.where(unit_steps(spaces)[: len(steps)] == OFF, 0, room)
    return reach
