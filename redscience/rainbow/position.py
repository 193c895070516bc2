"""The compact text of what is true now: `<board> <seat> <ply> <left> <result>`.

Rows of the board stand from the top, parted by `/`; a number is a run of empty cells, a peg its owner's letter, the
face that is up and the hidden one: `3/2cRO2/5/1sKW3/3 circle 2 - -`. What is not on the board is off it. `left` has the
letters of the seats that have left, the result a letter for each seat: `w`, `d` or `l`.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from redscience.rainbow.board import CELLS
from redscience.rainbow.engine.records import N_PEGS, Record
from redscience.rainbow.pegs import sided
from redscience.rainbow.results import results_of


def write_position(position: Record, seats: Sequence[str]) -> str:
    """Writes the position of a record."""
    left = "".join(seat[0] for number, seat in enumerate(seats) if int(position["left"]) >> number & 1)
    result = "".join(came[0] for came in results_of(seats, int(position["result"])).values())
    return f"{_board(position, seats)} {seats[position['seat']]} {position['ply']} {left or '-'} {result or '-'}"


def _board(position: Record, seats: Sequence[str]) -> str:
    sides, on = position["side"].tolist(), position["peg_on"].tolist()
    rows: dict[int, list[str]] = {}
    for (_, y), owned in zip(CELLS, on, strict=True):
        rows.setdefault(y, []).append(_peg(owned - 1, sides, seats) if owned else "")
    return "/".join(_row(rows[y]) for y in sorted(rows, reverse=True))


def _peg(owned: int, sides: Sequence[int], seats: Sequence[str]) -> str:
    return f"{seats[owned // N_PEGS][0]}{sided(owned % N_PEGS, sides[owned])}"


def _row(cells: Sequence[str]) -> str:
    runs = ((peg, len(list(run))) for peg, run in groupby(cells))
    return "".join(peg or str(length) for peg, length in runs)
