"""Games of two sides that only convert what they enclose: whole random games on two numbers, a bit for each piece.

`shortcuts` says which they are. What is said here of a move is what `enclosing`, `landing` and `turns` say of it.
"""

from __future__ import annotations

from redscience.kernels.compiled import called, inlined
from redscience.kernels.randomness import below
from redscience.variations.engine.bitboards import count_bits, nth_space, pieces_of, put_back
from redscience.variations.engine.enclosing import enclosed, enclosing
from redscience.variations.engine.phases import stalemate
from redscience.variations.engine.records import Record


@inlined
def spaces_to_take(rules: Record, position: Record, seat: int, own: int, theirs: int) -> int:
    """The spaces on which the seat may place a piece, a bit each."""
    return enclosing(rules, own, theirs) if position.reserve[rules.hand[seat, 0]] else rules.no_bit


@inlined
def take_space(rules: Record, position: Record, seat: int, own: int, theirs: int, space: int) -> int:
    """Counts a placement; returns the spaces that are the seat's then and were not, a bit each."""
    position.reserve[rules.hand[seat, 0]] -= 1
    position.ply += 1
    position.idle = 0
    return enclosed(rules, own, theirs, rules.bit[space])


@called
def play_conversions(rules: Record, position: Record) -> None:
    """Plays random moves to the end."""
    seat = int(position.seat)
    own, theirs = pieces_of(rules, position, seat, True), pieces_of(rules, position, seat, False)
    while position.idle < position.n_active:
        spaces = spaces_to_take(rules, position, seat, own, theirs)
        if spaces == 0:
            position.idle += 1
        else:
            space = nth_space(spaces, below(position, count_bits(spaces)))
            taken = take_space(rules, position, seat, own, theirs, space)
            own |= taken
            theirs &= ~taken
        own, theirs, seat = theirs, own, 1 - seat
    position.seat = seat
    put_back(rules, position, seat, own, theirs)
    stalemate(rules, position)
