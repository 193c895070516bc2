"""The entry points, called from Python with one-element arrays of RULES, POSITION and SCRATCH."""

from __future__ import annotations

from redscience.kernels.compiled import entry
from redscience.kernels.randomness import seed_random
from redscience.rainbow.engine.actions import act, is_legal
from redscience.rainbow.engine.ending import face_on, is_complete, take_out
from redscience.rainbow.engine.pegs import clear
from redscience.rainbow.engine.random_play import play_out
from redscience.rainbow.engine.records import N_MOVES, OFF, Array


@entry
def rainbow_begin(position: Array) -> None:
    """Takes all pegs off the board, before the first move."""
    clear(position[0])
    position[0].changed = OFF


@entry
def rainbow_play(rules: Array, position: Array, seat: int, move: int) -> bool:
    """Makes a move of a seat if it is legal, and tells whether it was."""
    if not is_legal(position[0], seat, move):
        return False
    act(rules[0], position[0], move)
    return True


@entry
def rainbow_leave(rules: Array, position: Array, leavers: int) -> None:
    """Takes seats (a bit each), which must not have left yet, out of the match."""
    take_out(rules[0], position[0], leavers)


@entry
def rainbow_list(position: Array, seat: int, scratch: Array) -> int:
    """Writes the legal moves of a seat into SCRATCH, in order; returns how many."""
    n = 0
    for move in range(N_MOVES):
        if is_legal(position[0], seat, move):
            scratch[0].moves[n] = move
            n += 1
    return n


@entry
def rainbow_lines(rules: Array, position: Array, scratch: Array) -> int:
    """Writes the complete lines through the cell that changed last into SCRATCH; returns how many."""
    cell, n = position[0].changed, 0
    face = face_on(position[0], cell)
    for i in range(rules[0].n_through[cell]):
        if is_complete(position[0], face, rules[0].through[cell, i]):
            scratch[0].lines[n] = rules[0].through[cell, i]
            n += 1
    return n


@entry
def rainbow_playouts(rules: Array, origin: Array, position: Array, scratch: Array, n: int, seed: int) -> None:
    """Adds `n` random games from `origin` to SCRATCH's counts of results and of plies."""
    seed_random(position[0], seed)
    for _ in range(n):
        random = position[0].random
        position[0] = origin[0]
        position[0].random = random
        play_out(rules[0], position[0])
        scratch[0].counts[position[0].result] += 1
        scratch[0].plies += position[0].ply - origin[0].ply
