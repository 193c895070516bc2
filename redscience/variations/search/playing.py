"""Playouts of plain games that overlook no row: who can complete one does, else keeps the next one from it."""

from __future__ import annotations

from redscience.kernels.compiled import called, inlined
from redscience.kernels.randomness import below
from redscience.variations.engine.records import ONGOING, Record
from redscience.variations.engine.turns import place_plainly
from redscience.variations.search.growing import row_result
from redscience.variations.search.tree import NONE, worth


@inlined
def winning_slot(rules: Record, position: Record, seat: int) -> int:
    """Among the open spaces, one on which a piece of the seat wins; NONE where there is none."""
    for slot in range(position.n_open):
        result = row_result(rules, position, seat, position.open[slot])
        if result and worth(result, seat) == 1.0:
            return slot
    return NONE


@called
def play_sharply(rules: Record, position: Record) -> None:
    """Plays to the end."""
    while position.result == ONGOING:
        if position.n_open == 0:
            position.result = rules.stalemate_result
            return
        slot = NONE
        if position.ply + 1 >= rules.first_row_ply:
            seat = int(position.seat)
            slot = winning_slot(rules, position, seat)
            if slot == NONE:
                slot = winning_slot(rules, position, seat + 1 if seat + 1 < rules.n_seats else 0)
        place_plainly(rules, position, below(position, position.n_open) if slot == NONE else slot)
