"""What kernels work on: one flat record, POSITION, with all that a move can change and the random generator.

Squares are cells of a board with a border of walls, ROW cells to a row, so that a step is one addition and whatever
leaves the board runs into a wall; the lakes are walls too. A piece is its kind, and RED or BLUE times SIDE.

A *result* packs the outcome of both seats, two bits each (`LOSE`, `DRAW`, `WIN`), red's lowest; 0 is ONGOING.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from redscience.kernels.compiled import INTERPRETED, macro

ROW = 12
N_CELLS = ROW * ROW
RED, BLUE = 0, 1
SIDE = 16
EMPTY, WALL = 0, 255
# Kinds: of any two from SCOUT to MARSHAL the larger number beats the smaller.
FLAG, SPY, SCOUT, MINER, SERGEANT, LIEUTENANT, CAPTAIN, MAJOR, COLONEL, GENERAL, MARSHAL, BOMB = range(1, 13)
N_KINDS = 13
MOST_MOVERS = 33
"""Pieces of a side that can move: all but its flag and bombs."""
MOVED, REVEALED = 1, 2  # bits of `traits`
MOST_MOVES = 512
"""More than the 480 choices of a set-up, and than all pieces of a side could ever make."""

ONGOING = 0
LOSE, DRAW, WIN = 1, 2, 3
RED_WINS, BLUE_WINS, DRAWN, BOTH_LOSE = WIN | LOSE << 2, LOSE | WIN << 2, DRAW | DRAW << 2, LOSE | LOSE << 2
N_RESULTS = 16
BY_FLAG, BY_BLOCK, BY_STANDSTILL, BY_QUIET, BY_AGREEMENT, BY_LEAVING = 1, 2, 3, 4, 5, 6
NO_BATTLE, WON, LOST, TIED = 0, 1, 2, 3  # what came of a move, for the attacker

POSITION = np.dtype(
    [
        ("random", "i8"),
        ("quiet", "i4"),  # moves since the last attack
        ("plies", "i4"),  # moves since the set-up
        ("result", "u1"),
        ("reason", "u1"),
        ("turn", "u1"),  # the seat to move once both are set up
        ("offered", "u1"),  # whether it has offered a draw in this turn
        ("asked", "u1"),  # whether the other has still to answer that
        ("left", "u1"),  # a bit for each seat
        ("to_place", "u1", 2),  # by seat, pieces in its tray
        ("tray", "u1", (2, N_KINDS)),
        ("lost", "u1", (2, N_KINDS)),
        ("cell", "u1", N_CELLS),
        ("traits", "u1", N_CELLS),
        ("movers", "u1", (2, MOST_MOVERS)),  # the cells of pieces that can move
        ("n_movers", "u1", 2),
        ("slot", "u1", N_CELLS),  # where among the movers the piece on a cell stands
        # By seat, its last move and how many in a row went between these two cells with this piece.
        ("went_from", "u1", 2),
        ("went_to", "u1", 2),
        ("went", "u1", 2),
        ("bombs_hit", "u1", 2),
        ("bombs_defused", "u1", 2),
        # The last attack: the kinds of both pieces, and what came of it.
        ("attacker", "u1"),
        ("defender", "u1"),
        ("battle", "u1"),
    ]
)

Array: TypeAlias = npt.NDArray[Any]
Record: TypeAlias = Any
"""A record as kernels see it: the [0] of its array, with the fields as attributes."""


@macro
def piece_of(side: int, kind: int) -> int:
    """A piece of a side."""
    return side * SIDE + kind


@macro
def kind_of(piece: int) -> int:
    """The kind of a piece."""
    return piece & (SIDE - 1)


@macro
def side_of(piece: int) -> int:
    """Whose a piece is; no side where there is none."""
    return piece // SIDE


def position() -> Array:
    """A POSITION as a one-element array, which is what kernels take, with nothing in it."""
    # Interpreted kernels need attribute access to the fields.
    return np.zeros(1, np.dtype((np.record, POSITION)) if INTERPRETED else POSITION)


def copy_of(array: Array) -> Array:
    """A copy of a record; byte by byte, since numpy copies records field by field, at a tenth of the speed."""
    return array.view("u1").copy().view(array.dtype)
