"""Boards of at most 64 spaces as numbers with a bit for each space: what is asked of them everywhere."""

from __future__ import annotations

from typing import Any

from redscience.kernels.compiled import emitted, inlined, instruction
from redscience.variations.engine.moves import RESERVE, move_of
from redscience.variations.engine.records import N_COLORS, Record

ALL = (1 << 64) - 1


@inlined
def pieces_of(rules: Record, position: Record, seat: int, own: bool) -> int:
    """The spaces with pieces of a seat, or with all others, a bit each."""
    bits = rules.no_bit
    for color in range(N_COLORS):
        if (rules.owner_seats[color + 1] >> seat & 1 == 1) == own:
            for i in range(position.n_filled[color]):
                bits |= rules.bit[position.filled[color, i]]
    return bits


@emitted(lambda code, bits: code.ctpop(bits))
def count_bits(bits: int) -> int:
    """How many bits are set; the sign is one of them."""
    return (int(bits) & ALL).bit_count()


@inlined
def first_space(bits: int) -> int:
    """The space of the lowest set bit."""
    return count_bits((bits & -bits) - 1)


def emit_nth(code: Any, bits: Any, n: Any) -> Any:
    """Counts what is below the set bit before which there are `n`: that is where a single bit is put."""
    one = bits.type(1)
    its = instruction(code, "llvm.x86.bmi.pdep.64", code.shl(one, n), bits)
    return code.ctpop(code.sub(its, one))


@emitted(emit_nth, feature="bmi2")
def nth_space(bits: int, n: int) -> int:
    """The space of the set bit before which there are `n`: by halves, without a branch to guess."""
    space = 0
    for halving in range(6):
        width = 32 >> halving
        before = count_bits(bits >> space & (1 << width) - 1)
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
