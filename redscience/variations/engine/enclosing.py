"""Where a piece encloses others, on boards of at most 64 spaces: all spaces at once, as bits (rules: A4).

Only where pieces are placed, and only where they enclose: see `assemble`. What it says of one space is what
`captures.enclosed` says.
"""

from __future__ import annotations

from redscience.kernels.compiled import called, inlined
from redscience.variations.engine.moves import RESERVE, move_of
from redscience.variations.engine.records import N_COLORS, Record


@inlined
def shifted(rules: Record, bits: int, way: int) -> int:
    """The next spaces in a direction."""
    by = int(rules.shift[way])
    moved = bits << by if by > 0 else bits >> -by
    return moved & rules.arrivals[way]


@called
def enclosing_spaces(rules: Record, position: Record, seat: int) -> int:
    """The open spaces, a bit each, on which a piece of the seat encloses opposing ones."""
    own, theirs, enclosing = rules.no_bit, rules.no_bit, rules.no_bit
    for color in range(N_COLORS):
        bits = rules.no_bit
        for i in range(position.n_filled[color]):
            bits |= rules.bit[position.filled[color, i]]
        if rules.owner_seats[color + 1] >> seat & 1:
            own |= bits
        else:
            theirs |= bits
    for i in range(rules.n_ways):
        way = rules.ways[i]
        reached = shifted(rules, own, way) & theirs
        while reached != 0:
            reached = shifted(rules, reached, way)
            enclosing |= reached
            reached &= theirs
    return enclosing & rules.floor & ~own & ~theirs


@inlined
def can_enclose(rules: Record, position: Record, seat: int) -> bool:
    """Whether the seat has a piece and a space for it."""
    return position.reserve[rules.hand[seat, 0]] > 0 and enclosing_spaces(rules, position, seat) != 0


@called
def list_enclosing(rules: Record, position: Record, scratch: Record, seat: int) -> int:
    """Writes every move of a seat, in no order; returns how many."""
    kind, n = rules.hand[seat, 0], 0
    if position.reserve[kind] == 0:
        return 0
    enclosing = enclosing_spaces(rules, position, seat)
    if enclosing == 0:
        return 0
    for slot in range(position.n_open):
        space = position.open[slot]
        if enclosing & rules.bit[space]:
            scratch.moves[n] = move_of(kind, RESERVE, space)
            n += 1
    return n
