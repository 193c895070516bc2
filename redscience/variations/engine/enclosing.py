"""Where a piece encloses others, on boards of at most 64 spaces: all spaces at once, as bits (rules: A4).

Only where pieces are placed, and only where they enclose: see `shortcuts`. What it says of one space is what
`captures.enclosed` says.
"""

from __future__ import annotations

from redscience.kernels.compiled import called, inlined
from redscience.variations.engine.bitboards import pieces_of
from redscience.variations.engine.records import Record


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


@called
def enclosing_spaces(rules: Record, position: Record, seat: int) -> int:
    """The open spaces, a bit each, on which a piece that the seat has encloses opposing ones."""
    if position.reserve[rules.hand[seat, 0]] == 0:
        return rules.no_bit
    return enclosing(rules, pieces_of(rules, position, seat, True), pieces_of(rules, position, seat, False))
