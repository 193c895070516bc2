"""What kernels work on: flat records (numpy structured scalars), no pointers, no references.

    RULES     one game: read only, shared by threads
    POSITION  one position: all that an order can change, and the random generator
    ROUND     what happened in a round, step by step, for those who watch
    SCRATCH   working memory

Spaces are numbered row by row from the bottom; OFF is "no such space". Seats are numbered in order of play. Kinds of
piece are numbered from 1, the weakest first; 0 is no piece. Who knows a piece is a bit for each seat, and one for
everybody who plays no seat.

A *result* packs the outcome of every seat, two bits each (`LOSE`, `DRAW`, `WIN`), seat 0 lowest; 0 is ONGOING.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from redscience.kernels.compiled import INTERPRETED

MAX_SPACES = 81
OFF = MAX_SPACES
MAX_SEATS = 4
SPECTATORS = MAX_SEATS  # the bit of those who play no seat
ALL_KNOW = (1 << (MAX_SEATS + 1)) - 1
MOST_PIECES = 15  # of a seat on the board
LAST_TURN = 200
MAX_PLAN = 32  # 5 actions, 15 factories, 5 tows, a flag and `done` are 27
MAX_LEGAL = 1024  # 15 pieces with 4 moves, flashes and tows, 19 producers with 5 spaces and 6 kinds
MAX_EVENTS = 160  # 8 actions, 64 productions, 8 tows; a piece is in at most two conflicts

EMPTY, FACTORY, ENGINEER, EXPERT, FLASH, TRAIN, BOMB = 0, 1, 2, 3, 4, 5, 6
N_KINDS = 6

ONGOING = 0
LOSE, DRAW, WIN = 1, 2, 3
N_RESULTS = 1 << (2 * MAX_SEATS)

# The steps of a round after the orders were given, as the rules number them.
REVEAL, EARLY, PRODUCTION, CHASE, CONFLICT, TOWING = 2, 3, 4, 5, 6, 7
FIRST_BOARD, N_BOARDS = 1, 7  # the board before the round, and after each step
# What happened:
ARRIVES, FIGHTS, MEETS, PRODUCES, TOWS = 1, 2, 3, 4, 5
# How an order came out:
DONE_SO, OCCUPIED, CONTESTED, PRODUCER_LOST, TOO_MANY, TRAIN_LOST, NOTHING_THERE = 0, 1, 2, 3, 4, 5, 6

Array: TypeAlias = npt.NDArray[Any]
Record: TypeAlias = Any
"""One record; its fields have no types of their own."""

RULES = np.dtype(
    [
        ("n_seats", "i4"),
        ("n_spaces", "i4"),
        ("shows_involved", "i4"),  # whether the owners of the pieces in a conflict see them
        ("bases", "i2", MAX_SEATS),
        ("step", "i2", (MAX_SPACES, 4)),  # north, east, south, west
    ],
    align=True,
)
POSITION = np.dtype(
    [
        ("random", "i8"),
        ("bot_seed", "i8"),  # of those who play for seats that have left
        ("turn", "i4"),  # from 1
        ("result", "i4"),
        ("deserted", "i4"),  # whether nobody is left who plays
        ("n_plan", "i4", MAX_SEATS),
        ("plan", "i4", (MAX_SEATS, MAX_PLAN)),
        ("n_own_turns", "i4", MAX_SEATS),  # turns that were played by whoever took the seat
        ("n_made", "i4", MAX_SEATS),
        ("n_lost", "i4", MAX_SEATS),
        ("kind", "u1", MAX_SPACES),
        ("owner", "u1", MAX_SPACES),
        ("known", "u1", MAX_SPACES),
        ("base_owner", "u1", MAX_SEATS),  # at the start of this turn
        ("flag", "u1", MAX_SEATS),
        ("left", "u1", MAX_SEATS),
        ("planned", "u1", MAX_SEATS),
    ],
    align=True,
)
# The numbers of an event: its step, what it is, the conflict it is of, the seat, where from (OFF for a piece that stood
# there), where to, the kind, who knows it, and how it came out (of a fight, whether the piece survived).
EVENT_NUMBERS = 9
ROUND = np.dtype(
    [
        ("turn", "i4"),  # 0 where there was no round
        ("carried_out", "i4"),  # 0 where its flags have ended the match; what is not of this round then means nothing
        ("n_events", "i4"),
        ("n_orders", "i4", MAX_SEATS),
        ("orders", "i4", (MAX_SEATS, MAX_PLAN)),
        ("event", "u1", (MAX_EVENTS, EVENT_NUMBERS)),
        ("kind", "u1", (N_BOARDS, MAX_SPACES)),
        ("owner", "u1", (N_BOARDS, MAX_SPACES)),
        ("known", "u1", (N_BOARDS, MAX_SPACES)),
    ],
    align=True,
)
SCRATCH = np.dtype(
    [
        ("plies", "i8"),
        ("counts", "i8", N_RESULTS),
        ("legal", "i4", MAX_LEGAL),
        ("weights", "i4", MAX_LEGAL),
        # What a seat has, and what its plan has used:
        ("actions", "i4"),
        ("flag_said", "i4"),
        ("n_pieces", "i4"),
        ("n_factories", "i4"),
        ("n_trains", "i4"),
        ("n_flashes", "i4"),
        ("pieces", "u1", MAX_SPACES),
        ("factories", "u1", MAX_SPACES),
        ("trains", "u1", MAX_SPACES),
        ("flashes", "u1", MAX_SPACES),
        ("has_orders", "u1", MAX_SPACES + 1),  # pieces that are to move
        ("is_going", "u1", MAX_SPACES + 1),  # likewise, but not early
        ("factory_used", "u1", MAX_SPACES + 1),
        ("base_used", "u1", MAX_SPACES + 1),
        ("tows", "u1", MAX_SPACES + 1),  # trains that are to tow
        # The movers of a step:
        ("n_movers", "i4"),
        ("mover_at", "u1", 4 * MAX_PLAN),
        ("mover_to", "u1", 4 * MAX_PLAN),
        ("mover_kind", "u1", 4 * MAX_PLAN),  # EMPTY once it is placed or dead
        ("mover_owner", "u1", 4 * MAX_PLAN),
        ("mover_known", "u1", 4 * MAX_PLAN),
        ("has_met", "u1", 4 * MAX_PLAN),  # an opposing piece, on the way
        ("goal", "u1", MAX_SPACES + 1),
        ("chosen_by", "u1", MAX_SPACES + 1),  # how many movers, or producers
        ("came_from", "u1", MAX_SPACES + 1),  # of pieces that have moved in this round, where they are: a space, plus 1
        # A conflict:
        ("n_groups", "i4"),
        ("n_sides", "i4"),
        ("side_kind", "u1", 8),
        ("side_owner", "u1", 8),
        ("side_known", "u1", 8),
        ("side_from", "u1", 8),  # OFF for a piece that stays
        ("side_lives", "u1", 8),
    ],
    align=True,
)


def record(layout: np.dtype[Any], values: Mapping[str, Any] | None = None) -> Array:
    """A record as a one-element array, which is what kernels take; the rest is zero."""
    # Interpreted kernels need attribute access to the fields.
    kind = np.dtype((np.record, layout)) if INTERPRETED else layout
    array: Array = np.zeros(1, kind)
    for name, value in (values or {}).items():
        given = np.asarray(value)
        corner: tuple[int | slice, ...] = (0, *(slice(0, n) for n in given.shape))
        array[name][corner] = given
    return array


def copy_of(array: Array) -> Array:
    """A copy of a record; byte by byte, since numpy copies records field by field, at a tenth of the speed."""
    return array.view("u1").copy().view(array.dtype)
