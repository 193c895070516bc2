"""What kernels work on: three flat records (numpy structured scalars), no pointers, no references.

    RULES     one game: read only, shared by threads
    POSITION  one position: all that a move can change, and the random generator
    SCRATCH   working memory: lists and counts

Every thread needs a POSITION and a SCRATCH of its own.

Spaces are numbered 0 … n_spaces-1 over all boards; OFF is "no such space" and indexes a last column that stays empty.
Seats are numbered in order of play. Kinds of piece are numbered from 1 (`kind_of`); 0 is no piece.

A *result* packs the outcome of every seat, two bits each (`LOSE`, `DRAW`, `WIN`), seat 0 lowest; 0 is ONGOING.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from mmap import mmap
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from redscience.kernels.compiled import INTERPRETED, macro

BITS = 64  # of a number that has one for each space of a small board
MAX_SPACES = 1536
MAX_VOLUME = 512
OFF = MAX_SPACES
COLUMNS = MAX_SPACES + 1
MAX_BOARDS = 3
N_SHAPES, N_COLORS = 6, 6
N_KINDS = N_SHAPES * N_COLORS + 1
N_LOOKS = N_KINDS + N_COLORS  # kinds, and pieces of which only the colour is seen
COMMUNAL = N_COLORS - 1  # the colour of pieces that are nobody's
MAX_SEATS = 5
SPECTATORS = MAX_SEATS  # the viewer who plays no seat
N_VIEWERS = MAX_SEATS + 1
MAX_PHASES = 6
MAX_CHECKS = 8
MAX_AXES = 13
MAX_MOTIONS = 30
MAX_REACH = 3_400_000  # the most that valid rule sets need: rarely touched, and memory only where it is
MAX_MOVES = 262_144
MAX_ROW_LINES = (1 << 12) - 40  # no power of two: the lines of two colours would compete for the cache
PLACE_BITS = 6
MAX_LINE = (1 << PLACE_BITS) - 2  # spaces of a line whose pieces are bits of a number
MAX_SEEN = 2000  # single moves in one phase (rules: 0.4)
MAX_RESERVE = 512  # of a kind
MAX_PLANS = 2  # moves of a turn
MAX_MOVERS = 2 * MAX_PLANS * MAX_SEATS  # castling moves two pieces
MAX_COMPARED = 8  # stacks on which one event compares hands
MAX_CARDS = 1536
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
SEQUENTIAL, SIMULTANEOUS, SINGLE = 0, 1, 2  # the order of a phase
OPEN, HIDES, OBSCURES = 0, 1, 2  # what cloaks do
# Bits of `traits`: the viewers who know the piece (a bit each), and
ALL_KNOW = (1 << N_VIEWERS) - 1
MOVED, PARALYZED = 64, 128
NO_POWER, CAN_CAPTURE, MUST_CAPTURE = 0, 1, 2
REMOVES, CONVERTS, REINCARNATES, PARALYZES = 0, 1, 2, 3  # what becomes of captives
LINES, GROUPS, AHEAD, ADJACENT = 1, 2, 3, 4  # what is captured beside the captor
CHAIN, CHAIN_BACK = 1, 2  # how a jump goes on
TOP, STACK, FULL_STACK = 0, 1, 2  # what a piece carries
BLOCKED, FREE, CAPTURES, DIES, BOTH_DIE, UNKNOWN = 0, 1, 2, 3, 4, 5  # what a step onto a piece comes to
# What turn checks look at, and what follows for those who satisfy them:
ROW, SHAPE_ROW, MIXED, ANY_PIECE, LAST_SHAPE, GOAL, NO_MOVE_LEFT, CHAOS_CANNOT, PERMISSION = 0, 1, 2, 3, 4, 5, 6, 7, 8
WINS, LOSES, ALL_LOSE, STALEMATE = 0, 1, 2, 3
# What stalemate rules measure, and whom they pick:
NONE, LONGEST_ROW, ROWS, KIND_ROWS, PIECES, ONE_SHAPE, AREA = 0, 1, 2, 3, 4, 5, 6
ALL, MOST, LEAST, SOME, LAST_COMPLETED, STALLER = 0, 1, 2, 3, 4, 5
ANY_SHAPE = 6  # stands for every shape

ONGOING = 0
LOSE, DRAW, WIN = 1, 2, 3
N_RESULTS = 4**MAX_SEATS
BY_STALEMATE, BY_LEAVING, BY_AGREEMENT, BY_BOARDS, BY_FEW_PIECES, BY_OVERACHIEVING, BY_CHECK = 1, 2, 3, 4, 5, 6, 7

RULES = np.dtype(
    [
        ("plain", "u1"),  # placements only, one check, nobody can run out of pieces: the fast text applies
        ("quick", "u1"),  # nothing captured, hidden, sealed or chosen beside the piece: the short text applies
        ("gravity", "u1"),
        ("wraps", "u1"),
        ("mobile", "u1"),  # pieces on the board can move or be captured
        ("guarded", "u1"),  # some space is locked for somebody in some phase
        ("powered", "u1"),  # some piece can capture
        ("listed", "u1"),  # random moves are drawn from the whole list
        ("must_scan", "u1"),  # captures may be the only legal moves
        ("cloaking", "u1"),  # OPEN, HIDES, OBSCURES
        ("has_chance", "u1"),  # a deck or split pots
        ("n_boards", "i4"),
        ("volume", "i4"),  # spaces of one board
        ("n_spaces", "i4"),
        ("n_seats", "i4"),
        ("n_players", "i4"),  # without Chaos, who is last
        ("n_phases", "i4"),
        ("n_checks", "i4"),
        ("moves_per_turn", "i4"),
        ("n_row_lines", "i4"),  # of plain games, the lines on which rows can be (`line_rows`)
        ("n_line_keys", "i4"),  # the highest colour key that is placed, and one
        ("on_line", "i4", (COLUMNS, MAX_AXES)),  # by space and number of its axis in `axes`: line << PLACE_BITS | place
        ("first_row_ply", "i4"),  # plain games: no row can be complete before this ply
        ("agree_draw", "u1"),  # a draw may be offered
        ("disqualifies", "u1"),  # the first to win do not
        ("folds", "u1"),
        ("castle", "u1"),
        ("en_passant", "u1"),
        ("draw_result", "u2"),
        ("lose_result", "u2"),
        # The final stalemate: the rule that decides about all, and those that compare or count.
        ("has_main", "u1"),
        ("stalemate_result", "u2"),  # where nothing is measured
        ("stalemate_measure", "u1"),
        ("stalemate_picks", "u1"),
        ("stalemate_gives", "u1"),  # what those who are picked get
        ("stalemate_length", "i4"),
        ("stalemate_shape", "u1"),
        ("more_wins", "u1"),  # than Chaos
        ("less_loses", "u1"),
        ("chaos_above", "i4"),  # Chaos wins above so many; -1 for no such rule
        ("chaos_shape", "u1"),
        # On at most 64 spaces (`bitboards`):
        ("no_bit", "i8"),  # 0, of the width of the others
        ("floor", "i8"),  # the spaces on which a piece can come to rest on an empty board, a bit each
        ("bit", "i8", BITS),  # by space
        # Where pieces are only placed, and rows of them or what they enclose looked for:
        ("n_strides", "u1"),  # the axes along which spaces have a next one; each of them:
        ("stride", "i4", MAX_AXES),  # from a space to the next one up, by number
        ("onto", "i8", (MAX_AXES, 2)),  # the spaces to which a step up leads, and one down, a bit each
        ("doublings", "u1", MAX_AXES),  # so often doubled, a step is as long as any line between two pieces
        ("small", "u1"),  # a plain game of two sides: rows are found as bits (`search.small`)
        ("room", "i8"),  # the spaces that can be filled, a bit each
        ("layer", "i4"),  # on stacks, from a space to the one above it, by number; elsewhere 0
        ("encloses", "u1"),  # pieces are placed only where they enclose others (`enclosing`)
        ("converts", "u1"),  # two sides that convert what they enclose, and no more: the text of `conversion` applies
        # Where pieces that must capture do so by jumping alone (`jumping`); by motion, the directions of its jumps, a
        # bit each: two for each axis above.
        ("leaps", "u1"),
        ("jump_ways", "i4", MAX_MOTIONS + 1),
        # Where two sides only step forward (`advance`):
        ("advances", "u1"),
        ("goal_check", "i4"),  # the check that decides on goal lines; -1 for none
        ("n_advances", "u1"),  # the directions of each seat; of each of them:
        ("advance", "i4", (2, MAX_AXES)),  # from a space to the next one, by number
        ("onto_free", "i8", (2, MAX_AXES)),  # the spaces to which it leads where they are free, a bit each,
        ("onto_taken", "i8", (2, MAX_AXES)),  # and where a piece is taken there
        ("wins_at", "i8", 2),  # the spaces of each seat's goal line on which a step of its pieces wins, a bit each
        ("wins_from", "i8", 2),  # and those from which a step leads there
        ("steps", "u1"),  # pieces only step onto next spaces, in the open: the text of `stepping` applies
        # By phase:
        ("order", "u1", MAX_PHASES),
        ("may_pass", "u1", MAX_PHASES),
        ("placement_only", "u1", MAX_PHASES),
        ("draw_below", "u2", MAX_PHASES),
        ("takes_turns", "u1", MAX_PHASES),  # seats that are not skipped, a bit each
        ("lock", "u1", (MAX_PHASES, MAX_SEATS, COLUMNS)),  # NO_ENTRY, NO_EXIT
        ("cloak", "u1", (MAX_PHASES, COLUMNS)),
        # By space:
        ("board", "u1", COLUMNS),  # on which board a space is
        ("foot", "u2", COLUMNS),  # on stacks, the space at height 1, be it a wall; elsewhere the space itself
        ("lowest", "u2", COLUMNS),  # by foot: the lowest space of a stack that is no wall; OFF if there is none
        ("above", "u2", COLUMNS),  # on stacks, the next space upward that is no wall; OFF if none
        ("below", "u2", COLUMNS),
        ("solid", "u1", COLUMNS),  # a wall
        ("sticky", "u1", COLUMNS),
        ("goal", "u1", COLUMNS),  # the seats whose goal line it is on, a bit each
        ("step", "u2", (COLUMNS, 2 * MAX_AXES)),  # the next space along an axis: forward (even), backward (odd)
        ("n_near", "u1"),  # the directions of orthogonal neighbours
        ("near", "u1", 2 * MAX_AXES),
        ("n_lines", "u1"),  # the directions of straight lines
        ("lines", "u1", 2 * MAX_AXES),
        ("n_ways", "u1"),  # those of them in which a space has a next one
        ("ways", "u1", 2 * MAX_AXES),
        # Where pieces may go: by motion and by space within a board, a stretch of `reach`, `way` and `act`.
        ("motion", "u1", (N_SHAPES, MAX_SEATS)),  # 0 for none
        ("reach_start", "i4", (MAX_MOTIONS + 1, MAX_VOLUME)),
        ("reach_count", "i4", (MAX_MOTIONS + 1, MAX_VOLUME)),
        ("reach_draws", "i4", (MAX_MOTIONS + 1, MAX_VOLUME)),  # as many, with every choice of promotion
        ("reach", "u2", MAX_REACH),  # the target, within the board
        ("way", "u1", MAX_REACH),  # the direction of a slide, or LEAP
        ("act", "u1", MAX_REACH),  # STEP to CASTLE
        ("max_degree", "i4"),  # the longest such stretch, with every choice of promotion
        # By shape:
        ("power", "u1", N_SHAPES),
        ("class_", "u1", N_SHAPES + 1),  # on stacks: 0 no power, 1 by rank, 2 any other
        ("covers", "u1", N_SHAPES),  # captures by stepping onto pieces
        ("around", "u1", N_SHAPES),  # LINES to ADJACENT; 0 for none
        ("result", "u1", N_SHAPES),
        ("reborn", "u1", N_SHAPES),  # into how many pieces a captive is reincarnated
        ("chain", "u1", N_SHAPES),
        ("carry", "u1", N_SHAPES),
        ("is_rook", "u1", N_SHAPES),
        ("directed", "u1", N_SHAPES),  # cannot move backwards, and is promoted on its goal line
        ("rank", "u1", N_SHAPES),  # from 1 for the circle; the higher captures
        ("place_captures", "u1", N_SHAPES),  # is placed only where it captures
        ("n_promotions", "u1"),
        ("promotions", "u1", N_SHAPES),
        ("meets", "u1", (N_LOOKS, N_LOOKS)),  # what a step of one kind onto another comes to
        ("takes", "u1", N_LOOKS),  # whether a step that is made to capture takes such a piece
        # Checks:
        ("check_measure", "u1", MAX_CHECKS),
        ("check_gives", "u1", MAX_CHECKS),
        ("check_shape", "u1", MAX_CHECKS),
        ("check_result", "u2", (MAX_CHECKS, 1 << MAX_SEATS)),  # by the seats that satisfy it, a bit each
        # (the last one stands for the rows that a stalemate rule asks for)
        ("row_length", "i4", MAX_CHECKS + 1),
        ("n_axes", "u1", (MAX_CHECKS + 1, COLUMNS)),  # the axes through a space that are long enough for the row
        ("axes", "u1", (MAX_CHECKS + 1, COLUMNS, MAX_AXES)),
        ("row_seats", "u1", (N_COLORS + 1, MAX_SEATS)),  # whose a row of a colour key is, made by this seat
        ("team", "u1", MAX_SEATS),  # seats of one team share an outcome
        ("teammates", "u1", MAX_SEATS),  # the seats of its team, a bit each
        ("seat_key", "u1", MAX_SEATS),  # the colour key of a seat's own pieces; 0 where pieces are everybody's
        ("color_key", "u1", N_LOOKS),  # 1 + colour; pieces of one key make rows
        ("owner_seats", "u1", N_COLORS + 1),  # by colour key: the seats whose pieces they are, a bit each
        ("owned", "u1"),  # pieces belong to some seats and not to others
        ("n_hand", "u1", MAX_SEATS),  # the kinds that a seat may place
        ("hand", "u1", (MAX_SEATS, N_KINDS)),
        ("n_colors", "u1", MAX_SEATS),  # the colours of the pieces that a seat may move
        ("colors", "u1", (MAX_SEATS, N_COLORS)),
        ("only_kind", "u1", N_COLORS),  # the kind that all pieces of a colour are; 0 where there are several
        ("piece_hash", "i8", (N_KINDS, COLUMNS)),  # random, below 2**62
        ("reserve_hash", "i8", N_KINDS),
        # The deck: cards in their written order, the packs that are shuffled (inner ones first), whom they go to.
        ("n_cards", "i4"),
        ("card", "u1", MAX_CARDS),  # 1 + shape, 0 for a blank
        ("card_seat", "u1", MAX_CARDS),  # 1 + the seat deemed to have placed it
        ("card_color", "u1", MAX_CARDS),  # the colour of that seat's pieces
        ("n_packs", "i4"),
        ("pack_start", "i4", MAX_CARDS),  # its first card
        ("pack_first", "i4", MAX_CARDS),  # its first item in `item_size`
        ("pack_items", "i4", MAX_CARDS),
        ("item_size", "i4", 2 * MAX_CARDS),
        ("ground", "i4"),  # spaces of one layer of a board
        ("is_dealt", "u1", COLUMNS),  # by foot: the stack is filled when the cards are dealt,
        ("fixed", "u1", COLUMNS),  # with these kinds beside the cards
        ("n_dealt", "i4"),
        ("deal_space", "u2", MAX_CARDS),
        ("deal_color", "u1", MAX_CARDS),  # COMMUNAL: the card's own colour if it names a seat
    ],
    align=True,
)

POSITION = np.dtype(
    [
        ("random", "i8"),
        ("hash", "i8"),  # of the boards and reserves, where pieces can move
        ("result", "u2"),
        ("reason", "u1"),  # why it ended: one of BY_…, BY_CHECK + the number of the check; plain playouts leave it
        ("dealt", "u1"),  # the cards have been dealt
        ("phase", "u1"),
        ("phase_over", "u1"),  # it is, and the next one has not begun
        ("seat", "u2"),  # whose turn it is
        ("moves_left", "u2"),  # in this turn, this one included
        ("chain", "u2"),  # 1 + the space of the piece that may go on jumping
        ("idle", "u2"),  # turns in a row that were passed whole
        ("endless", "u1"),  # whether the phase was ended since it would have gone on for ever
        ("staller", "u1"),  # 1 + the first seat that passed in the last round; 0 for none
        ("others_moved", "u1"),  # a seat that is not Chaos has moved since Chaos's last turn
        ("offered", "u1"),  # the seats that have offered a draw in this turn or round, a bit each
        ("refused", "u1"),  # the seats whose offer was refused in this round, a bit each
        ("asked", "u1"),  # the seats, a bit each, that have still to answer the offer
        ("ply", "i4"),
        ("n_open", "i4"),
        ("n_active", "i4"),
        ("active", "u1"),  # who takes turns in this phase, a bit each
        ("left", "u1"),  # who has left, and loses whatever happens
        ("folded", "u1"),
        ("out", "u1"),  # who has lost the last piece that counts, and loses whatever happens
        ("disqualified", "u1"),
        ("last_row", "u1", MAX_BOARDS),  # who was the last to complete a row on a board
        ("had", "u1", MAX_CHECKS),  # who ever had a piece of the shape that counts
        ("planned", "u1"),  # whose plan for the round is complete
        ("n_plan", "u1", MAX_SEATS),
        ("plan", "i4", (MAX_SEATS, MAX_PLANS)),
        ("plan_rook", "u2", MAX_SEATS),  # 1 + the space of the rook of a planned castling,
        ("plan_crossed", "u2", MAX_SEATS),  # 1 + the space to which it goes
        ("n_passed_over", "u1"),  # what pawns' double steps have just passed over, and where those pawns are
        ("passed_over", "u2", MAX_MOVERS),
        ("passing_pawn", "u2", MAX_MOVERS),
        ("n_moves", "i4"),  # single moves in this phase
        ("n_placed", "i4"),  # pieces placed in this phase
        ("n_undecided", "i4"),
        ("closed", "u1", MAX_BOARDS),  # boards that are decided: a bit for that, and above it one for each who won it
        ("boards_won", "u1", MAX_SEATS),
        ("reserve", "u2", N_KINDS),
        ("key", "u1", COLUMNS),  # the colour key on each space: all that rows look at
        ("kind", "u1", COLUMNS),  # what stands on each space; plain playouts leave it as it was
        ("traits", "u1", COLUMNS),  # of the piece there: who knows it, MOVED, PARALYZED
        ("open", "u2", COLUMNS),  # the spaces on which a piece can come to rest, unordered
        ("open_at", "u2", COLUMNS),  # where in `open` a space stands; plain playouts leave it as it was
        ("rest", "u2", COLUMNS),  # by foot of a stack: where the next piece comes to rest; OFF if it is full
        ("look", "u1", (N_VIEWERS, COLUMNS)),  # where there are cloaks: what each viewer sees
        # Where pieces can move:
        ("n_filled", "i4", N_COLORS),
        ("filled", "u2", (N_COLORS, COLUMNS)),  # the spaces with a piece of a colour, unordered
        ("filled_at", "u2", COLUMNS),  # where in `filled` a space stands
        ("n_seen", "i4"),  # keys of repetition of this phase
        ("seen", "i8", MAX_SEEN),  # what was done in which position, oldest first
        ("seen_slot", "u2", SEEN_SLOTS),  # an open hash of `seen`: 1 + its index, 0 for empty
        ("spared", "u1", MAX_CHECKS),  # who has no piece left of the shape that counts, but promoted the last
    ],
    align=True,
)

SCRATCH = np.dtype(
    [
        ("moves", "i4", MAX_MOVES),
        ("weights", "i4", MAX_MOVES),
        ("counts", "i8", N_RESULTS),
        ("plies", "i8"),
        # The pieces of which Random draws one, in any order:
        ("drawn_source", "u2", COLUMNS),
        ("drawn_reach", "i4", COLUMNS),  # how many moves it may draw of each
        # In random games, by colour key and line the pieces, a bit each: now, and where the games begin:
        ("stones", "i8", (N_COLORS + 1, MAX_ROW_LINES)),
        ("standing", "i8", (N_COLORS + 1, MAX_ROW_LINES)),
        # What an event did:
        ("before", "u1", COLUMNS),  # the kinds of pieces before it
        ("n_changed", "i4"),
        ("changed", "u2", 8 * COLUMNS),  # spaces, and by which seat
        ("changer", "u1", 8 * COLUMNS),
        ("n_landed", "i4"),  # pieces that came to rest: where, whose move, whether they moved there from the board
        ("landed", "u2", COLUMNS),
        ("lander", "u1", COLUMNS),
        ("jumped", "u1", COLUMNS),
        ("chosen", "u1", COLUMNS),  # whether it is the piece that the seat chose, not one that rode along
        ("promoted", "u1", N_COLORS),  # by colour: the shapes of its pieces that became others, a bit each
        # The plans of a round, once it has begun to be carried out:
        ("n_plan", "u1", MAX_SEATS),
        ("plan", "i4", (MAX_SEATS, MAX_PLANS)),
        # The pieces on the move, one row each:
        ("n_movers", "i4"),
        ("mover_seat", "u1", MAX_MOVERS),
        ("mover_kind", "u1", MAX_MOVERS),
        ("mover_traits", "u1", MAX_MOVERS),
        ("mover_source", "u2", MAX_MOVERS),
        ("mover_target", "u2", MAX_MOVERS),
        ("mover_promotion", "u1", MAX_MOVERS),
        ("mover_act", "u1", MAX_MOVERS),
        ("mover_way", "u1", MAX_MOVERS),
        ("mover_ways", "i8", MAX_MOVERS),  # the directions in which nothing is in its way, a bit each; 0 for a leap
        ("mover_fate", "u1", MAX_MOVERS),
        ("mover_took", "u1", MAX_MOVERS),  # the colours of its captives, a bit each
        # What is lifted from stacks, the pieces on the move and those that ride on them, one row each:
        ("n_lifted", "i4"),
        ("lifted_from", "u2", COLUMNS),
        ("lifted_by", "u1", COLUMNS),  # the number of the mover that it goes with
        ("lifted_kind", "u1", COLUMNS),
        ("lifted_traits", "u1", COLUMNS),
        # Lists of spaces, of pieces of a stack, of those who wait in a search:
        ("n_captives", "i4"),
        ("captive", "u2", 4 * COLUMNS),
        ("mark", "u1", COLUMNS),
        ("queue", "u2", COLUMNS),
        ("n_pile", "i4"),
        ("pile_kind", "u1", 4 * MAX_VOLUME),
        ("pile_traits", "u1", 4 * MAX_VOLUME),
        ("pile_mover", "u1", 4 * MAX_VOLUME),  # 1 + the number of its mover; 0 for who stood there before
        ("pile_chosen", "u1", 4 * MAX_VOLUME),
        ("pile_gone", "u1", 4 * MAX_VOLUME),
        ("strength", "i8", N_COLORS),  # of each owner in the pile (`landing.find_captors`)
        ("need", "i8", (N_COLORS, N_SHAPES + 1)),  # where hands count: the pieces of each rank that make them
        # The hands that an event has compared, one row for each stack:
        ("n_compared", "i4"),
        ("compared_at", "u2", MAX_COMPARED),  # the lowest space
        ("compared_pieces", "i4", MAX_COMPARED),  # of the whole pile
        ("compared", "i8", (MAX_COMPARED, N_COLORS)),  # by owner, the hand (`hands.best_hand`); 0 for none
        ("order", "i4", MAX_CARDS),
        ("dealing", "i4", MAX_CARDS),
        ("left", "i4", MAX_CARDS),
    ],
    align=True,
)

LARGE = 1 << 22  # bytes

Array: TypeAlias = npt.NDArray[Any]
Record: TypeAlias = Any
"""A record as kernels see it: the [0] of its array, with the fields as attributes."""


@macro
def kind_of(shape: int, color: int) -> int:
    """The number of a kind of piece."""
    return 1 + shape * N_COLORS + color


@macro
def shape_of(kind: int) -> int:
    """The shape of a kind of piece, from 0; N_SHAPES where only the colour is seen."""
    return (kind - 1) // N_COLORS


@macro
def color_of(kind: int) -> int:
    """The colour of a kind of piece, from 0."""
    return (kind - 1) % N_COLORS


def record(layout: np.dtype[Any], values: Mapping[str, Any] | None = None) -> Array:
    """A record as a one-element array, which is what kernels take; the rest is zero.

    Nested fields may be given shorter than they are.
    """
    # Interpreted kernels need attribute access to the fields.
    kind = np.dtype((np.record, layout)) if INTERPRETED else layout
    # Anonymous pages, which are there only once they are written to: numpy would ask for huge ones.
    array: Array = np.frombuffer(mmap(-1, kind.itemsize), kind, 1) if kind.itemsize > LARGE else np.zeros(1, kind)
    for name, value in (values or {}).items():
        given = np.asarray(value)
        corner: tuple[int | slice, ...] = (0, *(slice(0, n) for n in given.shape))
        array[name][corner] = given
    return array


def copy_of(array: Array) -> Array:
    """A copy of a record; byte by byte, since numpy copies records field by field, at a tenth of the speed."""
    return array.view("u1").copy().view(array.dtype)


def row_of(arrays: Sequence[Array]) -> Array:
    """Copies of records of one layout side by side, likewise."""
    return np.concatenate([array.view("u1") for array in arrays]).view(arrays[0].dtype)
