"""Pegs on the board and off it. Whoever calls these has looked whether it may be done."""

from __future__ import annotations

from redscience.kernels.compiled import inlined
from redscience.rainbow.engine.records import N_COLORS, N_PEGS, OFF, WHITE, WILD, Record


@inlined
def face_of(peg: int, side: int) -> int:
    """The face on a side of one of a seat's pegs."""
    return WHITE + side if peg == WILD else (peg + side) % N_COLORS


@inlined
def lie(position: Record, owned: int, side: int, cell: int) -> None:
    """Notes where a peg is, and which of its sides is up."""
    # Numbers of records are narrow where kernels are interpreted: shifted so far they would be lost.
    seat, peg = int(owned // N_PEGS), int(owned % N_PEGS)
    position.at[owned] = cell
    position.side[owned] = side
    position.code[seat] = position.code[seat] & ~(63 << 6 * peg) | int(side << 5 | cell) << 6 * peg


@inlined
def put(position: Record, owned: int, side: int, cell: int) -> None:
    """Puts a peg onto an empty cell."""
    lie(position, owned, side, cell)
    position.peg_on[cell] = owned + 1
    position.shows[face_of(owned % N_PEGS, side)] |= 1 << cell
    position.n_open -= 1
    last, index = position.open[position.n_open], position.open_at[cell]
    position.open[index] = last
    position.open_at[last] = index


@inlined
def lift(position: Record, owned: int) -> None:
    """Takes a peg from the board; it must be put somewhere at once."""
    cell = position.at[owned]
    position.peg_on[cell] = 0
    position.shows[face_of(owned % N_PEGS, position.side[owned])] &= ~(1 << cell)
    position.open[position.n_open] = cell
    position.open_at[cell] = position.n_open
    position.n_open += 1


@inlined
def turn_over(position: Record, owned: int) -> None:
    """Turns a peg over where it is."""
    peg, side, cell = owned % N_PEGS, position.side[owned], position.at[owned]
    position.shows[face_of(peg, side)] &= ~(1 << cell)
    position.shows[face_of(peg, 1 - side)] |= 1 << cell
    lie(position, owned, 1 - side, cell)


@inlined
def clear(position: Record) -> None:
    """Takes all pegs off the board."""
    for owned in range(position.at.size):
        lie(position, owned, 0, OFF)
    for cell in range(OFF):
        position.open[cell] = position.open_at[cell] = cell
    position.n_open = OFF
