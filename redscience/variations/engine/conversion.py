"""Games of two sides that only convert what they enclose: whole random games on two numbers, a bit for each piece.

`assemble` says which they are. What is said here of a move is what `enclosing`, `landing` and `turns` say of it.
"""

from __future__ import annotations

from redscience.kernels.compiled import called, inlined
from redscience.kernels.randomness import below
from redscience.variations.engine.enclosing import count_bits, enclosed, enclosing, nth_space, pieces_of
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


@inlined
def end_match(rules: Record, position: Record, own: int, theirs: int) -> None:
    """Puts the pieces of the seat to move and of the other one on the board, and ends the match."""
    seat = int(position.seat)
    kind, other = rules.hand[seat, 0], rules.hand[1 - seat, 0]
    for space in range(rules.n_spaces):
        bit = rules.bit[space]
        stands = kind if own & bit else (other if theirs & bit else 0)
        position.kind[space] = stands
        position.key[space] = rules.color_key[stands]
    stalemate(rules, position)


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
    end_match(rules, position, own, theirs)
