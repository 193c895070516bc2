"""What a seat does not know, laid anew: pieces of the other side exchange their kinds, as far as they may be either."""

from __future__ import annotations

from redscience.kernels.compiled import called, inlined
from redscience.kernels.randomness import below
from redscience.stratego.engine.records import BOMB, EMPTY, FLAG, MOVED, N_CELLS, Array, Record, kind_of, side_of


@inlined
def cannot_move(piece: int) -> bool:
    """Whether it is a bomb or a flag."""
    return kind_of(piece) == BOMB or kind_of(piece) == FLAG


@inlined
def exchange(position: Record, side: int, one: int, other: int) -> None:
    """Has the pieces on two cells exchange their kinds, unless one that has moved became a bomb or the flag."""
    first, second = int(position.cell[one]), int(position.cell[other])
    first_still, second_still = cannot_move(first), cannot_move(second)
    if first_still and position.traits[other] & MOVED:
        return
    if second_still and position.traits[one] & MOVED:
        return
    position.cell[one], position.cell[other] = second, first
    if first_still and not second_still:
        slot = position.slot[other]
        position.slot[one] = slot
        position.movers[side, slot] = one
    elif second_still and not first_still:
        slot = position.slot[one]
        position.slot[other] = slot
        position.movers[side, slot] = other


@called
def lay_anew(position: Record, side: int, known: Array, cells: Array) -> None:
    """Lays a side's pieces anew that are not known; `cells` is working memory."""
    n = 0
    for cell in range(N_CELLS):
        if side_of(int(position.cell[cell])) == side and position.cell[cell] != EMPTY and not known[cell]:
            cells[n] = cell
            n += 1
    for i in range(n):
        other = below(position, n)
        if other != i:
            exchange(position, side, int(cells[i]), int(cells[other]))
