"""Which pieces can capture where captures are jumps, on boards of at most 64 spaces: all at once, as bits (rules: A4).

`shortcuts` says in which games. What is said here of a piece is what `legality.arrives` says of its jumps.
"""

from __future__ import annotations

from redscience.kernels.compiled import called, inlined
from redscience.variations.engine.bitboards import pieces_of
from redscience.variations.engine.records import N_SHAPES, Record, kind_of


@inlined
def pieces_that_jump(rules: Record, position: Record, seat: int, way: int) -> int:
    """The seat's pieces of which those of their shape jump in a direction, a bit each."""
    bits = rules.no_bit
    for shape in range(N_SHAPES):
        if rules.jump_ways[rules.motion[shape, seat]] >> way & 1:
            for i in range(rules.n_colors[seat]):
                color = int(rules.colors[seat, i])
                for j in range(position.n_filled[color]):
                    space = position.filled[color, j]
                    bits |= rules.bit[space] if position.kind[space] == kind_of(shape, color) else rules.no_bit
    return int(bits)


@called
def jumping_pieces(rules: Record, position: Record, seat: int) -> int:
    """The seat's pieces that can jump over another's onto a free space, a bit each."""
    own, theirs = pieces_of(rules, position, seat, True), pieces_of(rules, position, seat, False)
    found, free = rules.no_bit, rules.room & ~own & ~theirs
    for axis in range(rules.n_strides):
        # Back from the free spaces, against the direction of the jump: a step up leads from where one down leads to.
        stride, up, down = int(rules.stride[axis]), rules.onto[axis, 0], rules.onto[axis, 1]
        jumps = ((free >> stride & down & theirs) >> stride) & down & own
        if jumps:
            found |= jumps & pieces_that_jump(rules, position, seat, 2 * axis)
        jumps = ((free << stride & up & theirs) << stride) & up & own
        if jumps:
            found |= jumps & pieces_that_jump(rules, position, seat, 2 * axis + 1)
    return int(found)
