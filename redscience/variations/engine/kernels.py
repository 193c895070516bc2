"""The entry points, called from Python with one-element arrays of RULES, POSITION and SCRATCH."""

from __future__ import annotations

from redscience.kernels.compiled import entry
from redscience.kernels.randomness import seed_random
from redscience.variations.engine import legality, rows, turns
from redscience.variations.engine.bit_rows import many_rows
from redscience.variations.engine.dealing import deal
from redscience.variations.engine.line_rows import many_lines
from redscience.variations.engine.moves import RESERVE, kind_in, source_in, target_in
from redscience.variations.engine.random_play import begin_match, copy_position, many
from redscience.variations.engine.records import N_KINDS, OFF, ONGOING, SHAPE_ROW, Array
from redscience.variations.engine.sight import seen_rest
from redscience.variations.engine.spaces import place
from redscience.variations.engine.stalemate import value_of_team


@entry
def set_up(rules: Array, position: Array, kind: int, traits: int, space: int) -> None:
    """Puts a piece on an empty space before the first move: where one can come to rest, or on a wall."""
    place(rules[0], position[0], kind, traits, space)


BEGINNING, MOVE, LEAVING = 0, 1, 2  # events


@entry
def apply_event(
    rules: Array, position: Array, scratch: Array, event: int, seed: int, seat: int, move: int, leavers: int
) -> bool:
    """Applies an event to a match; returns whether it was legal.

    BEGINNING takes a seed, MOVE a seat and its move, LEAVING seats (a bit each); the rest is 0. One kernel serves all,
    since most of each is the same text (docs/adr/0010-parts-of-kernels.md).
    """
    scratch[0].n_movers = 0
    if event == BEGINNING:
        seed_random(position[0], seed)
        if not rules[0].quick:
            begin_match(rules[0], position[0], scratch[0])
        turns.settle(rules[0], position[0], scratch[0])
        return True
    if event == LEAVING:
        turns.take_out(rules[0], position[0], scratch[0], leavers)
        return True
    if not legality.is_legal(rules[0], position[0], seat, move):
        return False
    turns.apply_move(rules[0], position[0], scratch[0], seat, move)
    return True


def begin(rules: Array, position: Array, scratch: Array, seed: int) -> None:
    """Starts the generator, deals, begins the first phase, and passes for the seats that can do nothing."""
    apply_event(rules, position, scratch, BEGINNING, seed, 0, 0, 0)


def adjudicate(rules: Array, position: Array, scratch: Array, seat: int, move: int) -> bool:
    """Plays a move of a seat if it is legal, and tells whether it was."""
    return apply_event(rules, position, scratch, MOVE, 0, seat, move, 0)


def leave(rules: Array, position: Array, scratch: Array, seats: int) -> None:
    """Takes seats (a bit each), which must not have left yet, and their partners out of the match."""
    apply_event(rules, position, scratch, LEAVING, 0, 0, 0, seats)


NO_DEAL = -1


@entry
def find_deal(
    rules: Array, origin: Array, position: Array, scratch: Array, wanted: Array, seed: int, tries: int
) -> int:
    """A seed from which `begin` deals as wanted, the first of so many from one on; NO_DEAL if there is none.

    Of each space `wanted` has the kind that is to lie there, if anything does; 0 where it does not matter.
    """
    for tried in range(seed, seed + tries):
        copy_position(rules[0], origin[0], position[0])
        seed_random(position[0], tried)
        deal(rules[0], position[0], scratch[0])
        fits = True
        for space in range(rules[0].n_spaces):
            kind = position[0].kind[space]
            fits &= kind == 0 or wanted[space] == 0 or wanted[space] == kind
        if fits:
            return tried
    return NO_DEAL


@entry
def list_legal(rules: Array, position: Array, seat: int, scratch: Array) -> int:
    """Writes the legal moves of a seat and their weights into SCRATCH; returns how many."""
    return legality.list_moves(rules[0], position[0], seat, scratch[0].moves, scratch[0].weights)


@entry
def shows_capture(rules: Array, position: Array, seat: int, move: int) -> bool:
    """Whether the seat sees that a legal move captures."""
    kind, source, target = kind_in(move), source_in(move), target_in(move)
    if kind == 0 or not rules[0].powered:
        return False
    if source == RESERVE:
        return legality.placing_captures(rules[0], position[0], seat, kind, target)
    start, stop = legality.reach_from(rules[0], seat, kind, source)
    for i in range(start, stop):
        entered = legality.arrives(rules[0], position[0], seat, kind, source, i)
        if (
            entered != OFF
            and entered & legality.TARGET == target
            and legality.entry_captures(rules[0], position[0], seat, kind, source, entered, i)
        ):
            return True
    return False


@entry
def is_promoted(rules: Array, seat: int, kind: int, target: int) -> bool:
    """Whether a piece of the seat that goes to a space is promoted there; not if only its colour is seen."""
    return kind < N_KINDS and legality.promotes(rules[0], kind, seat, target)


@entry
def rest_of(rules: Array, position: Array, seat: int, foot: int) -> int:
    """Where on a stack a piece would come to rest, as far as a seat sees; OFF if it is full."""
    return seen_rest(rules[0], position[0], seat, foot)


@entry
def list_rows(rules: Array, position: Array, check: int, space: int, scratch: Array) -> int:
    """Writes into SCRATCH's moves the rows through `space` that meet the check; returns how many numbers."""
    by_shape = rules[0].check_measure[check] == SHAPE_ROW
    return rows.write_rows(rules[0], position[0], check, by_shape, space, scratch[0].moves)


@entry
def value_of(rules: Array, position: Array, seat: int, board: int) -> int:
    """What a seat's team comes to on a board, by the measure of the stalemate rule."""
    return value_of_team(rules[0], position[0], seat, board)


@entry
def playouts(rules: Array, origin: Array, position: Array, scratch: Array, n: int, seed: int) -> None:
    """Adds `n` random games from `origin` to SCRATCH's counts of results and of plies."""
    seed_random(position[0], seed)
    everyone = (1 << rules[0].n_seats) - 1
    is_plain = rules[0].plain and origin[0].active == everyone and not origin[0].asked and origin[0].result == ONGOING
    if is_plain and rules[0].small:
        many_rows(rules[0], origin[0], position[0], scratch[0], n)
    elif is_plain:
        many_lines(rules[0], origin[0], position[0], scratch[0], n)
    else:
        many(rules[0], origin[0], position[0], scratch[0], n)
