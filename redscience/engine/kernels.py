"""The entry points, called from Python with one-element arrays of RULES, POSITION and SCRATCH."""

from __future__ import annotations

from redscience.engine import legality, rows, turns
from redscience.engine.compiled import entry
from redscience.engine.random_play import many
from redscience.engine.randomness import seed_random
from redscience.engine.records import Array
from redscience.engine.spaces import fill, stand


@entry
def set_up(rules: Array, position: Array, kind: int, space: int) -> None:
    """Puts a piece on an empty space before the first move: where one can come to rest, or on a wall."""
    if legality.is_open(position[0], space):
        fill(False, rules[0], position[0], kind, position[0].open_at[space])
    else:
        stand(rules[0], position[0], kind, space)


@entry
def begin(rules: Array, position: Array, seed: int) -> None:
    """Starts the generator, and passes for the seats that can do nothing."""
    seed_random(position[0], seed)
    turns.settle(rules[0], position[0])


@entry
def adjudicate(rules: Array, position: Array, seat: int, move: int) -> bool:
    """Plays a move of a seat if it is legal, and tells whether it was."""
    if not legality.is_legal(rules[0], position[0], seat, move):
        return False
    turns.apply_move(rules[0], position[0], seat, move)
    return True


@entry
def leave(rules: Array, position: Array, seat: int) -> None:
    """Takes a seat, which must be active, and its partners out of the match."""
    turns.leave(rules[0], position[0], seat)


@entry
def list_legal(rules: Array, position: Array, seat: int, scratch: Array) -> int:
    """Writes the legal moves of a seat and their weights into SCRATCH; returns how many."""
    return legality.list_moves(rules[0], position[0], seat, scratch[0].moves, scratch[0].weights)


@entry
def list_rows(rules: Array, position: Array, check: int, space: int, scratch: Array) -> int:
    """Writes into SCRATCH's moves the rows through `space` that meet the check; returns how many numbers."""
    return rows.list_rows(rules[0], position[0], check, space, scratch[0].moves)


@entry
def playouts(rules: Array, origin: Array, position: Array, scratch: Array, n: int, seed: int) -> None:
    """Adds `n` random games from `origin` to SCRATCH's counts of results and of plies."""
    seed_random(position[0], seed)
    if rules[0].plain and origin[0].n_active == rules[0].n_seats and not origin[0].asked:
        many(True, rules[0], origin[0], position[0], scratch[0], n)
    else:
        many(False, rules[0], origin[0], position[0], scratch[0], n)
