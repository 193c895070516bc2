"""Uniformly random legal moves, and whole random games."""

from __future__ import annotations

from redscience.kernels.compiled import inlined
from redscience.kernels.randomness import below
from redscience.rainbow.engine.actions import flip, in_hand, move_peg, place
from redscience.rainbow.engine.records import N_PEGS, ONGOING, Record


@inlined
def count(pegs: int) -> int:
    """How many of a seat's pegs are in a set."""
    n = 0
    for peg in range(N_PEGS):
        n += pegs >> peg & 1
    return n


@inlined
def nth(pegs: int, n: int) -> int:
    """The peg number `n`, from 0, of those in a set."""
    for peg in range(N_PEGS):
        n -= pegs >> peg & 1
        if n < 0:
            return peg
    return N_PEGS


@inlined
def act_at_random(rules: Record, position: Record) -> None:
    """The seat to move makes one of its legal moves, each as likely as any other; there always is one."""
    n_open, on = position.n_open, position.on[position.seat]
    held = in_hand(position, position.seat)
    placements = 2 * count(held) * n_open
    drawn = below(position, placements + count(on) * (n_open + 1))
    if drawn < placements:
        lying = drawn // n_open
        place(rules, position, nth(held, lying // 2), lying % 2, position.open[drawn % n_open])
        return
    drawn -= placements
    owned = position.seat * N_PEGS + nth(on, drawn // (n_open + 1))
    to = drawn % (n_open + 1)
    if to == n_open:
        flip(rules, position, owned)
    else:
        move_peg(rules, position, owned, position.open[to])


@inlined
def play_out(rules: Record, position: Record) -> None:
    """Plays random moves to the end."""
    while position.result == ONGOING:
        act_at_random(rules, position)
