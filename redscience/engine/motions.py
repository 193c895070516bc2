"""Where pieces may go, as stretches of RULES' `reach` (rules: A3, A3x)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import permutations, product

import numpy as np

from redscience.engine.records import LEAP, MAX_REACH, OFF, Array
from redscience.language.boards import BOARDS
from redscience.language.moves import MOVES
from redscience.language.spaces import Spaces, Vector, directions

AXES: tuple[Vector, ...] = tuple((x, y, z) for x, y, z in product((-1, 0, 1), repeat=3) if (x, y, z) > (0, 0, 0))
"""The straight lines through a space, each as one step forward."""


def direction_of(vector: Vector) -> int:
    """The number of a unit step: twice its axis, and one more for backward."""
    if vector in AXES:
        return 2 * AXES.index(vector)
    return 2 * AXES.index((-vector[0], -vector[1], -vector[2])) + 1


@lru_cache(maxsize=256)
def stepping(spaces: Spaces, vector: Vector) -> Array:
    """The number of the space that lies a vector away from each space of a board, OFF where none does."""
    number = np.arange(spaces.volume)
    target, exists = np.zeros(spaces.volume, np.int64), np.ones(spaces.volume, bool)
    stride = 1
    for side, by in zip(spaces.size, vector, strict=True):
        to = number // stride % side + by
        exists &= (to >= 0) & (to < side)
        target = target + to * stride
        stride *= side
    return np.where(exists, target, OFF)


def write_motion(rules: Array, number: int, move: str, spaces: Spaces, start: int) -> int:
    """Writes the reach of a move option as motion `number`, from entry `start` on; returns the next free entry."""
    r = rules[0]
    counts, targets, ways = reach(move, Spaces(spaces.kind, spaces.size))
    end = start + len(targets)
    if end > MAX_REACH:
        raise ValueError(f"the moves of this rule set reach {end} spaces; there is room for {MAX_REACH}")
    r["reach"][start:end] = targets
    r["way"][start:end] = ways
    r["reach_count"][number, : len(counts)] = counts
    r["reach_start"][number, : len(counts)] = start + np.cumsum(counts) - counts
    r["max_degree"] = max(int(r["max_degree"]), int(counts.max(initial=0)))
    return end


@lru_cache(maxsize=64)
def reach(move: str, spaces: Spaces) -> tuple[Array, Array, Array]:
    """The targets of a piece that moves so, space by space of one board, nearest first in each direction.

    On stacks height is ignored: targets are the lowest spaces of stacks, only lowest spaces have any, and nothing is
    ever in the way.

    Returns:
        how many targets each space has; the targets one after the other; the direction of the slide to each, or LEAP.
    """
    option, stacks = MOVES[move], BOARDS[spaces.kind].gravity
    columns, ways = [np.full(spaces.volume, OFF)], [LEAP]
    for vector in directions(spaces.kind, option.axes) if option.axes else ():
        if not (stacks and vector[2]):
            along = list(_along(spaces, vector, slides=option.slides))
            columns += along
            ways += [LEAP if stacks else direction_of(vector)] * len(along)
    for leap in sorted({leap for offsets in option.leaps for leap in _turned(offsets) if not (stacks and leap[2])}):
        columns.append(stepping(spaces, leap))
        ways.append(LEAP)
    targets = np.stack(columns, 1)
    exists = targets != OFF
    if stacks:
        exists[spaces.size[0] * spaces.size[1] :] = False
    return exists.sum(1), targets[exists], np.broadcast_to(ways, targets.shape)[exists]


def _along(spaces: Spaces, vector: Vector, *, slides: bool) -> Iterator[Array]:
    """The space one step away from each space, two steps away, and so on while there is any; OFF where none is."""
    step = np.full(OFF + 1, OFF)
    step[: spaces.volume] = stepping(spaces, vector)
    at = step[: spaces.volume]
    while (at != OFF).any():
        yield at
        if not slides:
            break
        at = step[at]


def _turned(offsets: Vector) -> Iterator[Vector]:
    """The offsets in any order and with any signs."""
    for x, y, z in permutations(offsets):
        yield from product({x, -x}, {y, -y}, {z, -z})
