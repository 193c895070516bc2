"""Where pieces may go, as stretches of RULES' `reach` (rules: A3, A3x)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import permutations, product

import numpy as np

from redscience.engine.records import LEAP, MAX_REACH, Array
from redscience.language.boards import BOARDS
from redscience.language.moves import MOVES
from redscience.language.spaces import Spaces, Vector, directions

AXES: tuple[Vector, ...] = tuple((x, y, z) for x, y, z in product((-1, 0, 1), repeat=3) if (x, y, z) > (0, 0, 0))
"""The straight lines through a space, each as one step forward."""

Entry = tuple[int, int]
"""A target within the board, and the direction of the slide or LEAP."""


def direction_of(vector: Vector) -> int:
    """The number of a unit step: twice its axis, and one more for backward."""
    if vector in AXES:
        return 2 * AXES.index(vector)
    return 2 * AXES.index((-vector[0], -vector[1], -vector[2])) + 1


def write_motion(rules: Array, number: int, move: str, spaces: Spaces, start: int) -> int:
    """Writes the reach of a move option as motion `number`, from entry `start` on; returns the next free entry."""
    r = rules[0]
    per_space = reach(move, Spaces(spaces.kind, spaces.size))
    counts = np.array([len(entries) for entries in per_space])
    volume, total = len(counts), int(counts.sum())
    if start + total > MAX_REACH:
        raise ValueError(f"the moves of this rule set reach {start + total} spaces; there is room for {MAX_REACH}")
    flat = np.array([entry for entries in per_space for entry in entries], np.int64).reshape(-1, 2)
    r["reach"][start : start + total] = flat[:, 0]
    r["way"][start : start + total] = flat[:, 1]
    r["reach_count"][number, :volume] = counts
    r["reach_start"][number, :volume] = start + np.cumsum(counts) - counts
    r["max_degree"] = max(int(r["max_degree"]), int(counts.max(initial=0)))
    return start + total


@lru_cache(maxsize=64)
def reach(move: str, spaces: Spaces) -> tuple[tuple[Entry, ...], ...]:
    """For each space of one board the targets of a piece that moves so, nearest first in each direction.

    On stacks height is ignored: targets are the lowest spaces of stacks, only lowest spaces have any, and nothing is
    ever in the way.
    """
    option = MOVES[move]
    flat = BOARDS[spaces.kind].gravity
    ground = spaces.size[0] * spaces.size[1] if flat else spaces.volume
    ways = (
        [vector for vector in directions(spaces.kind, option.axes) if not (flat and vector[2])] if option.axes else []
    )
    leaps = sorted({leap for offsets in option.leaps for leap in _turned(offsets) if not (flat and leap[2])})
    return tuple(
        tuple(_from(spaces, number, ways, leaps, slides=option.slides, blocked=not flat)) if number < ground else ()
        for number in range(spaces.volume)
    )


def _from(
    spaces: Spaces, number: int, ways: list[Vector], leaps: list[Vector], *, slides: bool, blocked: bool
) -> Iterator[Entry]:
    at = spaces.at(number)
    for vector in ways:
        for target in spaces.line(at, vector):
            yield spaces.number(target), direction_of(vector) if blocked else LEAP
            if not slides:
                break
    for leap in leaps:
        landing = spaces.step(at, leap)
        if landing is not None:
            yield spaces.number(landing), LEAP


def _turned(offsets: Vector) -> Iterator[Vector]:
    """The offsets in any order and with any signs."""
    for x, y, z in permutations(offsets):
        yield from product({x, -x}, {y, -y}, {z, -z})
