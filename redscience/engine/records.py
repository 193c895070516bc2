"""What kernels work on: three flat records (numpy structured scalars), no pointers, no references.

    RULES     one game: read only, shared by threads
    POSITION  one position: all that a move can change, and the random generator
    SCRATCH   room for lists and counts

Every thread needs a POSITION and a SCRATCH of its own.

Spaces are numbered 0 … n_spaces-1 over all boards; OFF is "no such space" and indexes a last column that stays empty.
Seats are numbered in order of play. Kinds of piece are numbered from 1 (`kind_of`); 0 is no piece.

A *result* packs the outcome of every seat, two bits each (`LOSE`, `DRAW`, `WIN`), seat 0 lowest; 0 is ONGOING.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from redscience.engine.compiled import INTERPRETED

MAX_SPACES = 1536
OFF = MAX_SPACES
COLUMNS = MAX_SPACES + 1
N_SHAPES, N_COLORS = 6, 5
N_KINDS = N_SHAPES * N_COLORS + 1
MAX_SEATS = 5
MAX_CHECKS = 8
MAX_AXES = 13
MAX_MOVES = 32_768

ONGOING = 0
LOSE, DRAW, WIN = 1, 2, 3
N_RESULTS = 4**MAX_SEATS
BY_STALEMATE, BY_LEAVING, BY_AGREEMENT, BY_CHECK = 1, 2, 3, 4

RULES = np.dtype(
    [
        ("plain", "u1"),  # placements only, one check, nobody can run out of pieces: the fast text applies
        ("gravity", "u1"),
        ("n_spaces", "i4"),
        ("n_seats", "i4"),
        ("n_checks", "i4"),
        ("moves_per_turn", "i4"),
        ("first_row_ply", "i4"),  # plain games: no row can be complete before this ply
        ("agree_draw", "u1"),  # a draw may be offered
        ("stalemate_result", "u2"),
        ("draw_result", "u2"),
        ("above", "u2", COLUMNS),  # on stacks, the space on top of this one; OFF if none
        ("below", "u2", COLUMNS),
        ("step", "u2", (COLUMNS, 2 * MAX_AXES)),  # the next space along an axis: forward (even), backward (odd)
        ("row_length", "i4", MAX_CHECKS),
        ("n_axes", "u1", (MAX_CHECKS, COLUMNS)),  # the axes through a space that are long enough for the row
        ("axes", "u1", (MAX_CHECKS, COLUMNS, MAX_AXES)),
        ("row_result", "u2", (MAX_CHECKS, N_COLORS + 1, MAX_SEATS)),  # of a row of this colour key, made by this seat
        ("team", "u1", MAX_SEATS),  # seats of one team share an outcome
        ("color_key", "u1", N_KINDS),  # 1 + colour; pieces of one key make rows
        ("n_hand", "u1", MAX_SEATS),  # the kinds that a seat may place
        ("hand", "u1", (MAX_SEATS, N_KINDS)),
    ],
    align=True,
)

POSITION = np.dtype(
    [
        ("random", "i8"),
        ("result", "u2"),
        ("reason", "u1"),  # why it ended: one of BY_…, BY_CHECK + the number of the check; plain playouts leave it
        ("seat", "u2"),  # whose turn it is
        ("moves_left", "u2"),  # in this turn, this one included
        ("idle", "u2"),  # turns in a row that were passed whole
        ("offered", "u1"),  # whether a draw was offered in this turn
        ("asked", "u1"),  # the seats, a bit each, that have still to answer the offer
        ("ply", "i4"),
        ("n_open", "i4"),
        ("n_active", "i4"),
        ("active", "u1", MAX_SEATS),  # who takes turns
        ("left", "u1", MAX_SEATS),  # who has left, and loses whatever happens
        ("reserve", "u2", (MAX_SEATS, N_KINDS)),
        ("key", "u1", COLUMNS),  # the colour key on each space: all that rows look at
        ("kind", "u1", COLUMNS),  # what stands on each space; plain playouts leave it as it was
        ("open", "u2", COLUMNS),  # the spaces on which a piece can come to rest, unordered
        ("open_at", "u2", COLUMNS),  # where in `open` a space stands; plain playouts leave it as it was
    ],
    align=True,
)

SCRATCH = np.dtype(
    [
        ("moves", "i4", MAX_MOVES),
        ("weights", "i4", MAX_MOVES),
        ("counts", "i8", N_RESULTS),
        ("plies", "i8"),
    ],
    align=True,
)

Array: TypeAlias = npt.NDArray[Any]
Record: TypeAlias = Any
"""A record as kernels see it: the [0] of its array, with the fields as attributes."""


def kind_of(shape: int, color: int) -> int:
    """The number of a kind of piece."""
    return 1 + shape * N_COLORS + color


def shape_of(kind: int) -> int:
    """The shape of a kind of piece, from 0."""
    return (kind - 1) // N_COLORS


def color_of(kind: int) -> int:
    """The colour of a kind of piece, from 0."""
    return (kind - 1) % N_COLORS


def record(layout: np.dtype[Any], values: Mapping[str, Any] | None = None) -> Array:
    """A record as a one-element array, which is what kernels take; the rest is zero.

    Nested fields may be given shorter than they are.
    """
    # Interpreted kernels need attribute access to the fields.
    array = np.zeros(1, np.dtype((np.record, layout)) if INTERPRETED else layout)
    for name, value in (values or {}).items():
        given = np.asarray(value)
        corner: tuple[int | slice, ...] = (0, *(slice(0, n) for n in given.shape))
        array[name][corner] = given
    return array
