"""What kernels work on: three flat records (numpy structured scalars), no pointers, no references.

    RULES     one game: read only, shared by threads
    POSITION  one position: all that a move can change, and the random generator
    SCRATCH   working memory: lists and counts

Every thread needs a POSITION and a SCRATCH of its own.

Cells are numbered 0 … 20 in the order of `board.CELLS`, and a set of cells has a bit for each. Seats are numbered in
order of play, pegs and faces in the orders of `pegs`. A peg of a seat is `seat * N_PEGS + peg`.

A *result* packs the outcome of every seat, two bits each (`LOSE`, `DRAW`, `WIN`), seat 0 lowest; 0 is ONGOING.

A move is one number: `(peg * 2 + side) * 21 + cell` places a peg, FLIPS + cell flips one, and
MOVES + from * 21 + to moves one.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from redscience.kernels.compiled import INTERPRETED

N_CELLS = 21
OFF = N_CELLS  # where a peg is that is not on the board
N_PEGS = 7  # of a seat
WILD = 6  # the white-black peg, the last one
ALL_COLORED = (1 << WILD) - 1  # the pegs before it, a bit each
N_COLORS, N_FACES = 6, 8
WHITE, BLACK = 6, 7
MAX_SEATS = 3
MAX_LINES, MAX_THROUGH = 36, 9  # on the board; through one cell
MOST_PLIES = 200
OCCURRENCES = 3  # of a position with the same seat to move make a draw

FLIPS = 2 * N_PEGS * N_CELLS
MOVES = FLIPS + N_CELLS
N_MOVES = MOVES + N_CELLS * N_CELLS

ONGOING = 0
LOSE, DRAW, WIN = 1, 2, 3
N_RESULTS = 4**MAX_SEATS
BY_LINE, BY_REPETITION, BY_LENGTH, BY_LEAVING = 1, 2, 3, 4

RULES = np.dtype(
    [
        ("n_seats", "i4"),
        ("misere", "i4"),  # whoever completes a line loses
        ("n_through", "i4", N_CELLS),
        ("through", "i4", (N_CELLS, MAX_THROUGH)),  # the lines through a cell, as sets of cells
    ],
    align=True,
)

POSITION = np.dtype(
    [
        ("random", "i8"),
        ("code", "i8", MAX_SEATS),  # where the pegs of a seat are and how they lie, six bits each: all that repeats
        ("seat", "i4"),  # whose turn it is
        ("left", "i4"),  # who has left, a bit each
        ("ply", "i4"),
        ("result", "i4"),
        ("reason", "i4"),
        ("changed", "i4"),  # the cell on which something was placed, flipped or moved last; OFF for none
        ("at", "i4", MAX_SEATS * N_PEGS),  # by peg: its cell, or OFF
        ("side", "i4", MAX_SEATS * N_PEGS),  # by peg: which side is up
        ("on", "i4", MAX_SEATS),  # the pegs of a seat that are on the board, a bit each
        ("peg_on", "i4", N_CELLS),  # by cell: 1 + the peg; 0 for none
        ("shows", "i4", N_FACES),  # by face: the cells on which it is up, as a set
        ("n_open", "i4"),
        ("open", "i4", N_CELLS),  # the empty cells, unordered
        ("open_at", "i4", N_CELLS),  # where in `open` an empty cell stands
        ("n_seen", "i4"),  # positions since the last that cannot come again
        ("seen", "i8", (MOST_PLIES + 1, MAX_SEATS)),
    ],
    align=True,
)

SCRATCH = np.dtype(
    [
        ("moves", "i4", N_MOVES),
        ("lines", "i4", MAX_THROUGH),
        ("counts", "i8", N_RESULTS),
        ("plies", "i8"),
    ],
    align=True,
)

Array: TypeAlias = npt.NDArray[Any]
Record: TypeAlias = Any
"""A record as kernels see it: the [0] of its array, with the fields as attributes."""


def record(layout: np.dtype[Any]) -> Array:
    """A record of zeros as a one-element array, which is what kernels take."""
    # Interpreted kernels need attribute access to the fields.
    return np.zeros(1, np.dtype((np.record, layout)) if INTERPRETED else layout)


def copy_of(array: Array) -> Array:
    """A copy of a record; byte by byte, since numpy copies records field by field, at a tenth of the speed."""
    return array.view("u1").copy().view(array.dtype)
