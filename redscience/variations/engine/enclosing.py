"""Where a piece encloses others, on boards of at most 64 spaces: all spaces at once, as bits (rules: A4).

Only where pieces are placed, and only where they enclose: see `assemble`. What it says of one space is what
`captures.enclosed` says.
"""

from __future__ import annotations

from redscience.kernels.compiled import called, inlined
from redscience.variations.engine.moves import RESERVE, move_of
from redscience.variations.engine.records import N_COLORS, Record

HALF = 0xFFFFFFFF


@inlined
def upward(bits: int, through: int, stride: int, doublings: int) -> int:
    """Spaces, and those of `through` that follow on them upward without a gap (Kogge-Stone)."""
    for _ in range(doublings):
        bits |= through & (bits << stride)
        through &= through << stride
        stride += stride
    return bits


@inlined
def downward(bits: int, through: int, stride: int, doublings: int) -> int:
    """The same downward: the last space, whose bit is the sign, is in no `through`."""
    for _ in range(doublings):
        bits |= through & (bits >> stride)
        through &= through >> stride
        stride += stride
    return bits


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
def enclosing(rules: Record, own: int, theirs: int) -> int:
    """The free spaces from which a line of their pieces leads to one of one's own."""
    found = rules.no_bit
    for axis in range(rules.n_strides):
        stride, doublings = int(rules.stride[axis]), int(rules.doublings[axis])
        up, down = rules.onto[axis, 0], rules.onto[axis, 1]
        found |= (upward(own, theirs & up, stride, doublings) & theirs) << stride & up
        found |= (downward(own, theirs & down, stride, doublings) & theirs) >> stride & down
    return found & rules.floor & ~own & ~theirs


@inlined
def enclosed(rules: Record, own: int, theirs: int, placed: int) -> int:
    """What a piece on a space, given as its bit, encloses with others of one's own; and that space."""
    taken = placed
    for axis in range(rules.n_strides):
        stride, doublings = int(rules.stride[axis]), int(rules.doublings[axis])
        up, down = rules.onto[axis, 0], rules.onto[axis, 1]
        line = upward(placed, theirs & up, stride, doublings)
        if line << stride & up & own:
            taken |= line
        line = downward(placed, theirs & down, stride, doublings)
        if line >> stride & down & own:
            taken |= line
    return taken


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


@called
def enclosing_spaces(rules: Record, position: Record, seat: int) -> int:
    """The open spaces, a bit each, on which a piece that the seat has encloses opposing ones."""
    if position.reserve[rules.hand[seat, 0]] == 0:
        return rules.no_bit
    return enclosing(rules, pieces_of(rules, position, seat, True), pieces_of(rules, position, seat, False))


@inlined
def placed_on(rules: Record, seat: int, space: int) -> int:
    """The placement of a seat's piece on a space."""
    return move_of(rules.hand[seat, 0], RESERVE, space)
