"""What is on the table, as views have it. Loads no engine, so that a saved game can show its opening without one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from redscience.options import Value
from redscience.rainbow.board import CELLS, Cell
from redscience.rainbow.pegs import PEGS, SEATS


class Peg(NamedTuple):
    """A peg on the board: where, whose, and how it lies, the face that is up first."""

    at: Cell
    seat: str
    lying: str


def table(values: Mapping[str, Value], pegs: Sequence[Peg] = (), *, is_over: bool = False) -> dict[str, Any]:
    """The board, the pegs on it, and those of each seat that are off it."""
    return {
        "board": {"drawn": values["lines"], "cells": [list(cell) for cell in CELLS]},
        "completing": values["ending"],
        "pegs": [
            {"at": list(peg.at), "seat": peg.seat, "peg": peg.lying} for peg in sorted(pegs, key=lambda peg: peg.at)
        ],
        "hands": [_hand(seat, pegs, is_over=is_over) for seat in SEATS[: int(values["players"])]],
    }


def _hand(seat: str, pegs: Sequence[Peg], *, is_over: bool) -> dict[str, Any]:
    """The pegs of a seat that are off the board; `waiting` are those that may not be placed yet."""
    placed = {frozenset(peg.lying) for peg in pegs if peg.seat == seat}
    off = [peg for peg in PEGS if frozenset(peg) not in placed]
    waiting = off[-1:] if len(off) > 1 and not is_over else []
    return {"seat": seat, "off": off, "waiting": waiting}
