"""Boards of at most 64 spaces as numbers with a bit for each space: what is asked of them everywhere."""

from __future__ import annotations

from redscience.kernels.compiled import inlined
from redscience.variations.engine.moves import RESERVE, move_of
from redscience.variations.engine.records import N_COLORS, Record

HALF = 0xFFFFFFFF


@inlined
def pieces_of(rules: Record, position: Record, seat: int, own: bool) -> int:
    """The spaces with pieces of a seat, or with all others, a bit each."""
    bits = rules.no_bit
    for color in range(N_COLORS):
        if (rules.owner_seats[color + 1] >> seat & 1 == 1) == own:
            for i in range(position.n_filled[color]):
                bits |= rules.bit[position.filled[color, i]]
    return bits


@inlined
def count_half(bits: int) -> int:
    """How many bits of 32 are set: compilers know this loop, and make one instruction of it."""
    n = 0
    while bits:
        bits &= bits - 1
        n += 1
    return n


@inlined
def count_bits(bits: int) -> int:
    """How many bits are set. By halves, since the sign is one of them."""
    return count_half(bits & HALF) + count_half(bits >> 32 & HALF)


@inlined
def first_space(bits: int) -> int:
    """The space of the lowest set bit."""
    return count_bits((bits & -bits) - 1)


@inlined
def nth_space(bits: int, n: int) -> int:
    """The space of the set bit before which there are `n`: by halves, without a branch to guess."""
    space = 0
    for halving in range(6):
        width = 32 >> halving
        before = count_half(bits >> space & (1 << width) - 1)
        if n >= before:
            n -= before
            space += width
    return space


@inlined
def placed_on(rules: Record, seat: int, space: int) -> int:
    """The placement of a seat's only kind of piece on a space."""
    return move_of(rules.hand[seat, 0], RESERVE, rules.foot[space])


@inlined
def put_back(rules: Record, position: Record, seat: int, own: int, theirs: int) -> None:
    """Puts the pieces of a seat, and those of the only other one, on the board: as far as measures look at it."""
    kind, other = rules.only_kind[rules.colors[seat, 0]], rules.only_kind[rules.colors[1 - seat, 0]]
    for space in range(rules.n_spaces):
        bit = rules.bit[space]
        stands = kind if own & bit else (other if theirs & bit else 0)
        position.kind[space] = stands
        position.key[space] = rules.color_key[stands]
