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
MAX_VOLUME = 512
OFF = MAX_SPACES
COLUMNS = MAX_SPACES + 1
MAX_BOARDS = 3
N_SHAPES, N_COLORS = 6, 6
N_KINDS = N_SHAPES * N_COLORS + 1
COMMUNAL = N_COLORS - 1  # the colour of pieces that are nobody's
MAX_SEATS = 5
MAX_PHASES = 6
MAX_CHECKS = 8
MAX_AXES = 13
MAX_MOTIONS = 30
MAX_REACH = 262_144
MAX_MOVES = 65_536
MAX_SEEN = 2000  # single moves in one phase (rules: 0.4)
SEEN_SLOTS = 4096

NO_ENTRY, NO_EXIT = 1, 2  # bits of `lock`
LEAP = 255  # in `way`: nothing between can be in the way
# In `act`: what an entry of the reach is.
STEP = 0  # an ordinary step, slide or leap
QUIET = 1  # one that must end on an empty space
DOUBLE = 2  # a pawn's two steps
TAKE = 3  # a step that is a move only where it captures
JUMP = 4  # over the next space in its direction to the one beyond
JUMP_BACK = 5  # likewise, only as the continuation of a chain
CASTLE = 6  # a king's two spaces towards a rook
NONE, LONGEST_ROW = 0, 1  # what stalemate rules measure
ALL, MOST, LEAST = 0, 1, 2  # whom they pick

ONGOING = 0
LOSE, DRAW, WIN = 1, 2, 3
N_RESULTS = 4**MAX_SEATS
BY_STALEMATE, BY_LEAVING, BY_AGREEMENT, BY_BOARDS, BY_CHECK = 1, 2, 3, 4, 5

RULES = np.dtype(
    [
        ("plain", "u1"),  # placements only, one check, nobody can run out of pieces: the fast text applies
        ("gravity", "u1"),
        ("mobile", "u1"),  # some piece can move
        ("guarded", "u1"),  # some space is locked for somebody
        ("n_boards", "i4"),
        ("volume", "i4"),  # spaces of one board
        ("n_spaces", "i4"),
        ("n_seats", "i4"),
        ("n_checks", "i4"),
        ("moves_per_turn", "i4"),
        ("first_row_ply", "i4"),  # plain games: no row can be complete before this ply
        ("agree_draw", "u1"),  # a draw may be offered
        ("draw_result", "u2"),
        ("stalemate_result", "u2"),  # where nothing is measured
        ("stalemate_measure", "u1"),
        ("stalemate_picks", "u1"),
        ("stalemate_gives", "u1"),  # what those who are picked get
        ("board", "u1", COLUMNS),  # on which board a space is
        ("foot", "u2", COLUMNS),  # on stacks, the space at height 1, be it a wall; elsewhere the space itself
        ("above", "u2", COLUMNS),  # on stacks, the next space upward that is no wall; OFF if none
        ("below", "u2", COLUMNS),
        ("step", "u2", (COLUMNS, 2 * MAX_AXES)),  # the next space along an axis: forward (even), backward (odd)
        ("lock", "u1", (MAX_PHASES, MAX_SEATS, COLUMNS)),  # NO_ENTRY, NO_EXIT
        # Where pieces may go: by motion and by space within a board, a stretch of `reach` and `way`.
        ("motion", "u1", (N_SHAPES, MAX_SEATS)),  # 0 for none
        ("reach_start", "i4", (MAX_MOTIONS + 1, MAX_VOLUME)),
        ("reach_count", "i4", (MAX_MOTIONS + 1, MAX_VOLUME)),
        ("reach", "u2", MAX_REACH),  # the target, within the board
        ("way", "u1", MAX_REACH),  # the direction of a slide, or LEAP
        ("act", "u1", MAX_REACH),  # STEP to CASTLE
        ("max_degree", "i4"),  # the longest such stretch
        ("row_length", "i4", MAX_CHECKS),
        ("n_axes", "u1", (MAX_CHECKS, COLUMNS)),  # the axes through a space that are long enough for the row
        ("axes", "u1", (MAX_CHECKS, COLUMNS, MAX_AXES)),
        ("row_result", "u2", (MAX_CHECKS, N_COLORS + 1, MAX_SEATS)),  # of a row of this colour key, made by this seat
        ("team", "u1", MAX_SEATS),  # seats of one team share an outcome
        ("seat_key", "u1", MAX_SEATS),  # the colour key of a seat's own pieces; 0 where pieces are everybody's
        ("color_key", "u1", N_KINDS),  # 1 + colour; pieces of one key make rows
        ("n_hand", "u1", MAX_SEATS),  # the kinds that a seat may place
        ("hand", "u1", (MAX_SEATS, N_KINDS)),
        ("n_colors", "u1", MAX_SEATS),  # the colours of the pieces that a seat may move
        ("colors", "u1", (MAX_SEATS, N_COLORS)),
        ("only_kind", "u1", N_COLORS),  # the kind that all pieces of a colour are; 0 where there are several
        ("piece_hash", "i8", (N_KINDS, COLUMNS)),  # random, below 2**62
        ("reserve_hash", "i8", N_KINDS),
    ],
    align=True,
)

POSITION = np.dtype(
    [
        ("random", "i8"),
        ("hash", "i8"),  # of the boards and reserves, where pieces can move
        ("result", "u2"),
        ("reason", "u1"),  # why it ended: one of BY_…, BY_CHECK + the number of the check; plain playouts leave it
        ("phase", "u1"),
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
        ("n_undecided", "i4"),
        ("closed", "u1", MAX_BOARDS),  # decided boards
        ("boards_won", "u1", MAX_SEATS),
        ("reserve", "u2", N_KINDS),
        ("key", "u1", COLUMNS),  # the colour key on each space: all that rows look at
        ("kind", "u1", COLUMNS),  # what stands on each space; plain playouts leave it as it was
        ("open", "u2", COLUMNS),  # the spaces on which a piece can come to rest, unordered
        ("open_at", "u2", COLUMNS),  # where in `open` a space stands; plain playouts leave it as it was
        ("rest", "u2", COLUMNS),  # by foot of a stack: where the next piece comes to rest; OFF if it is full
        # Where pieces can move:
        ("n_filled", "i4", N_COLORS),
        ("filled", "u2", (N_COLORS, COLUMNS)),  # the spaces with a piece of a colour, unordered
        ("filled_at", "u2", COLUMNS),  # where in `filled` a space stands
        ("n_seen", "i4"),  # single moves in this phase
        ("seen", "i8", MAX_SEEN),  # what was done in which position, oldest first: keys of repetition
        ("seen_slot", "u2", SEEN_SLOTS),  # an open hash of `seen`: 1 + its index, 0 for empty
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
