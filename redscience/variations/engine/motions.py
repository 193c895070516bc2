"""Where pieces may go, as stretches of RULES' `reach` (rules: A3, A3x, A4x)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations, product
from typing import TypeAlias

import numpy as np

from redscience.variations.engine.geometry import away, direction_of, line_reach
from redscience.variations.engine.records import (
    CASTLE,
    DOUBLE,
    JUMP,
    JUMP_BACK,
    LEAP,
    MAX_REACH,
    OFF,
    QUIET,
    STEP,
    TAKE,
    Array,
)
from redscience.variations.language.boards import BOARDS
from redscience.variations.language.moves import MOVES, MoveOption
from redscience.variations.language.spaces import Spaces, Vector, directions

_Entry: TypeAlias = tuple[Vector, int, int]
"""How far from a space its target lies, in which direction, and what the move is."""


@dataclass(frozen=True, slots=True)
class Motion:
    """How the pieces of one shape and seat move: shapes and seats that move alike share one.

    A step is *forward* if it leads along the seat's heading at all, and *backward* if it leads against it; what it
    does along the other axes is no matter. So of the six steps on hexagons two are forward, two backward and two
    neither, whichever way a seat heads; of the second neighbours three are forward and three backward.

    Attributes:
        move: value of an entry of `moves.MOVES`.
        jumps: as in `captures.CONDITIONS`.
        steps_axes: likewise.
        heading: the unit step towards the seat's goal line; None where nothing needs it.
        is_king: whether its pieces take part in castling as kings.
    """

    move: str
    jumps: str = "no"
    steps_axes: int = 0
    heading: Vector | None = None
    is_king: bool = False

    def __post_init__(self) -> None:
        if self.heading is None and (MOVES[self.move].directed or self.steps_axes):
            raise ValueError(f"pieces that move {self.move} need a heading")


def write_motion(rules: Array, number: int, motion: Motion, spaces: Spaces, start: int) -> int:
    """Writes the reach of a motion under its number, from entry `start` on; returns the next free entry."""
    r = rules[0]
    counts, targets, ways, acts = reach(motion, Spaces(spaces.kind, spaces.size))
    end = start + len(targets)
    if end > MAX_REACH:
        raise ValueError(f"the moves of this rule set reach {end} spaces; there is room for {MAX_REACH}")
    r["reach"][start:end] = targets
    r["way"][start:end] = ways
    r["act"][start:end] = acts
    r["reach_count"][number, : len(counts)] = counts
    r["reach_start"][number, : len(counts)] = start + np.cumsum(counts) - counts
    return end


@lru_cache(maxsize=32)
def reach(motion: Motion, spaces: Spaces) -> tuple[Array, Array, Array, Array]:
    """The targets of a piece that moves so, space by space of one board, nearest first in each direction.

    On stacks height is ignored: targets are the lowest spaces of stacks, only lowest spaces have any, and nothing is
    ever in the way. On a torus one target may come several times, by several ways.

    Returns:
        how many targets each space has; the targets one after the other; the direction of the step, slide or jump to
        each, or LEAP; and which of STEP to CASTLE it is.
    """
    entries = list(_entries(motion, spaces))
    targets = away(spaces, [vector for vector, _, _ in entries]).T
    exists = targets != OFF
    if BOARDS[spaces.kind].gravity:
        exists[spaces.size[0] * spaces.size[1] :] = False
    ways, acts = (np.array([entry[part] for entry in entries], np.uint8) for part in (1, 2))
    return (
        exists.sum(1),
        targets[exists],
        np.broadcast_to(ways, exists.shape)[exists],
        np.broadcast_to(acts, exists.shape)[exists],
    )


def _entries(motion: Motion, spaces: Spaces) -> Iterator[_Entry]:
    """What may lead from a space, whether or not the board goes on there: no two are the same on all spaces."""
    kind, option = spaces.kind, MOVES[motion.move]
    stacks = BOARDS[kind].gravity
    for vector in _steps(kind, option.axes):
        if _agrees(vector, motion.heading, option.heading):
            yield from _along(spaces, vector, option)
    for leap in _leaps(option, spaces):
        yield leap, LEAP, STEP
    for vector in _steps(kind, (motion.steps_axes,) if motion.steps_axes else ()):
        if _agrees(vector, motion.heading, "forward"):
            yield vector, LEAP if stacks else direction_of(kind, vector), TAKE
    yield from _jumps(motion, kind)
    if motion.is_king:
        for vector in ((1, 0, 0), (-1, 0, 0)):
            yield _times(2, vector), direction_of(kind, vector), CASTLE


def _steps(kind: str, axes: tuple[int, ...]) -> Iterator[Vector]:
    """The unit steps that change so many coordinates; on stacks height is none."""
    flat = BOARDS[kind].gravity
    return (vector for vector in directions(kind, axes) if not (flat and vector[2]))


def _agrees(vector: Vector, heading: Vector | None, wanted: str) -> bool:
    """Whether a step heads as is wanted: `any`, `not_back` or `forward`."""
    if heading is None or wanted == "any":
        return True
    lead = sum(a * b for a, b in zip(vector, heading, strict=True))
    return lead > 0 if wanted == "forward" else lead >= 0


def _along(spaces: Spaces, vector: Vector, option: MoveOption) -> Iterator[_Entry]:
    """The steps in one direction, nearest first."""
    way = direction_of(spaces.kind, vector)
    longest = int(line_reach(spaces)[way].max()) if option.slides else 1
    act = STEP if option.captures_by_moving else QUIET
    for far in range(1, longest + 1):
        yield _times(far, vector), LEAP if BOARDS[spaces.kind].gravity else way, act
    if option.double_first:
        yield _times(2, vector), way, DOUBLE


def _leaps(option: MoveOption, spaces: Spaces) -> list[Vector]:
    """The leaps of a move, each once: on a small torus several are one."""
    board, (x, y, _) = BOARDS[spaces.kind], spaces.size
    leaps = {leap for offsets in option.leaps for leap in _turned(offsets) if not (board.gravity and leap[2])}
    if board.wraps:
        leaps = {(leap[0] % x, leap[1] % y, leap[2]) for leap in leaps}
    return sorted(leaps)


def _turned(offsets: Vector) -> Iterator[Vector]:
    """The offsets in any order and with any signs."""
    for x, y, z in permutations(offsets):
        yield from product({x, -x}, {y, -y}, {z, -z})


def _jumps(motion: Motion, kind: str) -> Iterator[_Entry]:
    """The jumps in the directions of the steps of the move, and those that only the rest of a chain may take.

    A piece that never moves otherwise jumps orthogonally; one that only leaps does not jump.
    """
    option = MOVES[motion.move]
    if motion.jumps == "no":
        return
    for vector in _steps(kind, (1,) if option.stationary else option.axes):
        agrees = _agrees(vector, motion.heading, option.heading)
        if agrees or motion.jumps == "chain_back":
            yield _times(2, vector), direction_of(kind, vector), JUMP if agrees else JUMP_BACK


def _times(n: int, vector: Vector) -> Vector:
    return n * vector[0], n * vector[1], n * vector[2]
