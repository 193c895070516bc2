"""The rules of a game, made ready for the engine."""

from __future__ import annotations

from functools import cache
from threading import local

import numpy as np

from redscience.four_bases.engine.records import (
    DRAW,
    LOSE,
    MAX_SPACES,
    OFF,
    POSITION,
    ROUND,
    RULES,
    SCRATCH,
    WIN,
    Array,
    record,
)
from redscience.four_bases.layout import Layout, layout
from redscience.option_games import OptionsGame
from redscience.options import Chosen
from redscience.random_games import Result

_RESULTS: dict[int, Result] = {LOSE: "lose", DRAW: "draw", WIN: "win"}
_own = local()


class PreparedGame(OptionsGame):
    """The rules of a game, and what follows from them.

    Attributes:
        layout: the board.
        rules: the RULES.
    """

    def __init__(self, chosen: Chosen) -> None:
        super().__init__(chosen)
        self.layout = layout(int(chosen.values["players"]))
        self.rules = rules_of(self.layout, shows_involved=chosen.values["reveal"] == "involved")

    @property
    def seats(self) -> tuple[str, ...]:
        """South, west, north and east; south and north where two play."""
        return self.layout.seats

    @property
    def has_secrets(self) -> bool:
        """Orders are sealed, and what the pieces are is hidden."""
        return True

    @property
    def has_chance(self) -> bool:
        """The bot that plays for those who have left draws its orders."""
        return True


@cache
def rules_of(layout: Layout, *, shows_involved: bool) -> Array:
    """The RULES of a board."""
    step = np.full((MAX_SPACES, 4), OFF)
    for number in range(layout.size**2):
        x, y = layout.space(number)
        for direction, space in enumerate(((x, y + 1), (x + 1, y), (x, y - 1), (x - 1, y))):
            if layout.has(space):
                step[number, direction] = layout.number(space)
    return record(
        RULES,
        {
            "n_seats": len(layout.seats),
            "n_spaces": layout.size**2,
            "shows_involved": shows_involved,
            "bases": [layout.number(space) for space in layout.bases.values()],
            "step": step,
        },
    )


def opening_of(layout: Layout, bot_seed: int) -> Array:
    """The POSITION before the first turn: an empty board, and everybody owns their base."""
    return record(POSITION, {"turn": 1, "bot_seed": bot_seed, "base_owner": range(len(layout.seats))})


def results_of(seats: tuple[str, ...], result: int) -> dict[str, Result]:
    """What became of each seat."""
    return {seat: _RESULTS[result >> 2 * number & 3] for number, seat in enumerate(seats)}


def thread_scratch() -> Array:
    """This thread's SCRATCH."""
    if not hasattr(_own, "scratch"):
        _own.scratch = record(SCRATCH)
    return _own.scratch  # type: ignore[no-any-return]


def thread_round() -> Array:
    """This thread's ROUND."""
    if not hasattr(_own, "round"):
        _own.round = record(ROUND)
    return _own.round  # type: ignore[no-any-return]
