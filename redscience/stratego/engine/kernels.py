"""The entry points, called from Python with one-element arrays of POSITION."""

from __future__ import annotations

from redscience.kernels.compiled import entry
from redscience.kernels.randomness import seed_random
from redscience.stratego.engine import legality, turns
from redscience.stratego.engine.legality import AGREE, OFFER, REFUSE
from redscience.stratego.engine.random_play import play_out
from redscience.stratego.engine.records import N_KINDS, Array


@entry
def stratego_play(position: Array, side: int, made: int) -> bool:
    """Makes a move of a side that is to act, if it is legal; returns whether it was."""
    now = position[0]
    first, second = made >> 8, made & 255
    if now.asked:
        if made != AGREE and made != REFUSE:
            return False
        turns.answer(now, made == AGREE)
    elif not turns.is_set_up(now):
        if not (0 < first < N_KINDS and legality.may_place(now, side, first, second)):
            return False
        turns.place(now, side, first, second)
    elif made == OFFER:
        if now.offered:
            return False
        now.offered = now.asked = 1
    else:
        if first < N_KINDS or not legality.may_move(now, side, first, second):
            return False
        turns.move(now, side, first, second)
    return True


@entry
def stratego_leave(position: Array, leavers: int) -> None:
    """Takes seats, a bit each, out of a match that goes on."""
    turns.leave(position[0], leavers)


@entry
def stratego_legal(position: Array, side: int, moves: Array) -> int:
    """Writes what a side that is to act may do, but for words, in no order; returns how many there are."""
    now = position[0]
    if turns.is_set_up(now):
        return legality.list_moves(now, side, moves)
    return legality.list_placements(now, side, moves)


@entry
def stratego_playouts(origin: Array, position: Array, moves: Array, counts: Array, games: int, seed: int) -> int:
    """Adds random games from `origin` to `counts` of results; returns the moves made on the board."""
    plies = 0
    seed_random(position[0], seed)
    for _ in range(games):
        random = position[0].random
        position[:] = origin[:]
        position[0].random = random
        play_out(position[0], moves)
        counts[position[0].result] += 1
        plies += position[0].plies - origin[0].plies
    return plies
