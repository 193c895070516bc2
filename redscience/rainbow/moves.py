"""Moves as the engine's numbers, as texts, and why one is refused."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from redscience.english import English
from redscience.errors import IllegalMove
from redscience.rainbow.board import CELLS, NUMBERS, Cell
from redscience.rainbow.engine.records import ALL_COLORED, FLIPS, MOVES, N_CELLS, N_PEGS, WILD, Record
from redscience.rainbow.notation import Flipping, Move, Moving, Placing, cell_text
from redscience.rainbow.pegs import PEGS, SIDED, peg_name, sided


def _every() -> tuple[Move, ...]:
    """Each move by its number."""
    placings = [Placing(sided(*divmod(lying, 2)), cell) for lying in range(2 * N_PEGS) for cell in CELLS]
    return *placings, *map(Flipping, CELLS), *(Moving(origin, to) for origin in CELLS for to in CELLS)


EVERY = _every()
TEXTS: tuple[str, ...] = tuple(map(str, EVERY))


def described(number: int) -> dict[str, Any]:
    """A move as views have it: its text, and what it does to which peg."""
    move = EVERY[number]
    if isinstance(move, Placing):
        return {"move": str(move), "kind": "place", "peg": move.lying, "to": list(move.to)}
    if isinstance(move, Flipping):
        return {"move": str(move), "kind": "flip", "to": list(move.at)}
    return {"move": str(move), "kind": "move", "from": list(move.origin), "to": list(move.to)}


def number_of(move: Move) -> int:
    """The number of a move.

    Raises:
        IllegalMove: it names a cell that is not on the board.
    """
    if isinstance(move, Placing):
        peg, side = SIDED[move.lying]
        return (2 * peg + side) * N_CELLS + _cell(move, move.to)
    if isinstance(move, Flipping):
        return FLIPS + _cell(move, move.at)
    return MOVES + _cell(move, move.origin) * N_CELLS + _cell(move, move.to)


def _cell(move: Move, cell: Cell) -> int:
    if cell not in NUMBERS:
        raise IllegalMove(
            f"{move}: {cell_text(cell)} is no cell of the board; x and y go from 1 to 5, without the corners."
        )
    return NUMBERS[cell]


def why_illegal(position: Record, seats: Sequence[str], seat: str, move: Move) -> English:
    """Why a seat that is to move may not make a move whose cells are on the board."""
    pegs = _Pegs(position, seats)
    if isinstance(move, Placing):
        return f"{move}: {pegs.why_not_placed(seat, move)}."
    if isinstance(move, Flipping):
        return f"{move}: {pegs.why_not_own(seat, move.at)}."
    return f"{move}: {pegs.why_not_own(seat, move.origin) or pegs.why_not_empty(move.origin, move.to)}."


class _Pegs:
    """What is where, in words."""

    def __init__(self, position: Record, seats: Sequence[str]) -> None:
        self.seats = seats
        self.at: list[int] = position["at"].tolist()
        self.on: Mapping[str, int] = dict(zip(seats, position["on"].tolist(), strict=False))
        self.peg_on: list[int] = position["peg_on"].tolist()

    def why_not_placed(self, seat: str, move: Placing) -> English:
        peg, _ = SIDED[move.lying]
        if self.on[seat] >> peg & 1:
            cell = CELLS[self.at[self.seats.index(seat) * N_PEGS + peg]]
            return f"your {peg_name(PEGS[peg])} peg is on the board, at {cell_text(cell)}"
        if peg == WILD and self.on[seat] & ALL_COLORED != ALL_COLORED:
            waiting = ", ".join(name for number, name in enumerate(PEGS[:WILD]) if not self.on[seat] >> number & 1)
            return f"the white-black peg waits until your other six are on the board; {waiting} are not yet"
        return self.why_not_empty(None, move.to)

    def why_not_own(self, seat: str, cell: Cell) -> English:
        """Nothing where a peg of the seat is there."""
        owned = self.peg_on[NUMBERS[cell]]
        if not owned:
            return f"there is no peg at {cell_text(cell)}"
        owner = self.seats[(owned - 1) // N_PEGS]
        return "" if owner == seat else f"the peg at {cell_text(cell)} is {owner}'s; you may touch your own only"

    def why_not_empty(self, origin: Cell | None, cell: Cell) -> English:
        if cell == origin:
            return "a peg moves to another cell; to turn it over, flip it"
        owner = self.seats[(self.peg_on[NUMBERS[cell]] - 1) // N_PEGS]
        return f"{cell_text(cell)} is taken by a peg of {owner}'s"
