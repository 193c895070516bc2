"""What a seat may do, and what comes of it: placing, flipping, moving."""

from __future__ import annotations

from redscience.kernels.compiled import inlined
from redscience.rainbow.engine.ending import settle
from redscience.rainbow.engine.pegs import lift, put, turn_over
from redscience.rainbow.engine.records import (
    ALL_COLORED,
    FLIPS,
    MOVES,
    N_CELLS,
    N_MOVES,
    N_PEGS,
    ONGOING,
    WILD,
    Record,
)


@inlined
def in_hand(position: Record, seat: int) -> int:
    """The pegs that a seat may place, a bit each: the white-black one only once the others are on the board."""
    on = position.on[seat]
    if on & ALL_COLORED == ALL_COLORED:
        return ~on & 1 << WILD
    return ~on & ALL_COLORED


@inlined
def is_own(position: Record, seat: int, cell: int) -> bool:
    """Whether a peg of the seat is on a cell."""
    return position.peg_on[cell] > 0 and (position.peg_on[cell] - 1) // N_PEGS == seat


@inlined
def is_legal(position: Record, seat: int, move: int) -> bool:
    """Whether the seat may make a move now."""
    if position.result != ONGOING or seat != position.seat or move < 0 or move >= N_MOVES:
        return False
    if move < FLIPS:
        peg = move // (2 * N_CELLS)
        return in_hand(position, seat) >> peg & 1 == 1 and position.peg_on[move % N_CELLS] == 0
    if move < MOVES:
        return is_own(position, seat, move - FLIPS)
    origin, target = (move - MOVES) // N_CELLS, (move - MOVES) % N_CELLS
    return is_own(position, seat, origin) and position.peg_on[target] == 0


@inlined
def place(rules: Record, position: Record, peg: int, side: int, cell: int) -> None:
    """The seat to move places a peg. What was before cannot come again."""
    position.n_seen = 0
    position.on[position.seat] |= 1 << peg
    put(position, position.seat * N_PEGS + peg, side, cell)
    settle(rules, position, cell)


@inlined
def flip(rules: Record, position: Record, owned: int) -> None:
    """The seat to move flips a peg."""
    turn_over(position, owned)
    settle(rules, position, position.at[owned])


@inlined
def move_peg(rules: Record, position: Record, owned: int, target: int) -> None:
    """The seat to move moves a peg."""
    lift(position, owned)
    put(position, owned, position.side[owned], target)
    settle(rules, position, target)


@inlined
def act(rules: Record, position: Record, move: int) -> None:
    """Makes a legal move of the seat to move."""
    if move < FLIPS:
        lying = move // N_CELLS
        place(rules, position, lying // 2, lying % 2, move % N_CELLS)
    elif move < MOVES:
        flip(rules, position, position.peg_on[move - FLIPS] - 1)
    else:
        origin, target = (move - MOVES) // N_CELLS, (move - MOVES) % N_CELLS
        move_peg(rules, position, position.peg_on[origin] - 1, target)
