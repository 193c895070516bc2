"""LESSONS: what the orders of the present turn have been worth, by seat, whatever else was ordered beside them."""

from __future__ import annotations

import numpy as np

from redscience.four_bases.engine.orders import BY_BASE
from redscience.four_bases.engine.records import DRAW, MAX_PLAN, MAX_SEATS, WIN, Array, Record
from redscience.kernels.compiled import INTERPRETED, inlined

SLOTS = 1 << 15

LESSONS = np.dtype(
    [
        ("draws", "i4"),  # of so many drawn orders of the present turn the one is given that was worth most
        ("doubt", "f8"),  # so many games weigh as much as the mean of all
        ("simulations", "i8"),
        ("won", "f8", MAX_SEATS),  # the sum of what games were worth
        ("lesson", "f8", (SLOTS, 2)),  # by slot, how often an order was given, and what that was worth
        # The present game:
        ("n_log", "i4"),
        ("log", "i4", MAX_SEATS * MAX_PLAN),
        ("log_seat", "u1", MAX_SEATS * MAX_PLAN),
    ],
    align=True,
)


def lessons() -> Array:
    """LESSONS as a one-element array, with nothing in it."""
    return np.zeros(1, np.dtype((np.record, LESSONS)) if INTERPRETED else LESSONS)


@inlined
def slot_of(seat: int, order: int) -> int:
    """Where it stands what an order was worth; others may stand there, too."""
    return ((int(order) & (BY_BASE - 1)) * 4 + int(seat)) * 0x1D588B65 >> 20 & SLOTS - 1


@inlined
def lesson_of(its: Record, seat: int, order: int) -> float:
    """What an order was worth, as far as is known."""
    slot = slot_of(seat, order)
    mean = its.won[seat] / its.simulations if its.simulations else 0.5
    return float((its.lesson[slot, 1] + its.doubt * mean) / (its.lesson[slot, 0] + its.doubt))


@inlined
def worth(result: int, seat: int) -> float:
    """What a result is worth to a seat, from 0 to 1."""
    its = (result >> 2 * seat) & 3
    if its == WIN:
        return 1.0
    return 0.5 if its == DRAW else 0.0
