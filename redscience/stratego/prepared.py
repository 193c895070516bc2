"""Stratego with one of its armies, as far as it can be asked without a match."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from redscience.option_games import OptionsGame
from redscience.stratego.engine.records import WALL, Array, position
from redscience.stratego.moves import CELLS, SQUARES
from redscience.stratego.notation import KINDS
from redscience.stratego.opening import LAKES, opening
from redscience.stratego.seats import SEATS


class PreparedGame(OptionsGame):
    """The rules; `StrategoGame` adds how a match starts."""

    seats = SEATS
    has_secrets = True

    @property
    def army_name(self) -> str:
        """Which army both have."""
        return str(self.chosen.values["army"])

    @cached_property
    def opening(self) -> dict[str, Any]:
        """The table before the first move."""
        return opening(self.army_name)

    @cached_property
    def army(self) -> dict[str, int]:
        """How many pieces of each kind a side has."""
        return dict(self.opening["army"])

    @cached_property
    def army_size(self) -> int:
        """How many pieces a side has."""
        return sum(self.army.values())

    @property
    def seconds_per_turn(self) -> int:
        """How long a turn may take after the set-up."""
        return int(self.chosen.values["seconds_per_turn"])

    @cached_property
    def origin(self) -> Array:
        """The engine's record before the first move."""
        origin = position()
        origin["cell"] = WALL
        for square in SQUARES.values():
            origin["cell"][0, CELLS[square]] = WALL * (square in LAKES)
        for kind, count in self.army.items():
            origin["tray"][0, :, KINDS.index(kind) + 1] = count
        origin["to_place"] = self.army_size
        return origin
