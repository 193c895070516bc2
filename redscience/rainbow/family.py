"""Tic-Tac-Rainbow as a family of games."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from importlib.resources import files
from types import MappingProxyType
from typing import Any

from redscience.interface import Bound, FeatureGroup, Game, Sentence, Source
from redscience.option_games import OptionsFamily, OptionsSource
from redscience.options import Chosen, Value
from redscience.rainbow.board import HEXAGON
from redscience.rainbow.drawing import RainbowDrawing
from redscience.rainbow.engine.warm import KERNELS
from redscience.rainbow.english import sentences
from redscience.rainbow.options import FORMAT, OPTIONS, RULES_VERSION
from redscience.rainbow.pegs import SEATS
from redscience.rainbow.table import table

_BOUND = Bound(legal_moves=252, view_bytes=32_768, turn_us=400)
"""As many as there are at the start: 21 cells for 12 faces. Each peg that is placed takes more away than it can do."""


class Rainbow(OptionsFamily):
    """Tic-Tac-Rainbow, for two or three, with its misère."""

    name = "rainbow"
    title = "Tic-Tac-Rainbow"
    format = FORMAT
    page = str(files(__package__) / "page")
    kernels = KERNELS
    options = OPTIONS
    games: Mapping[str, Mapping[str, Value]] = {
        "Tic-Tac-Rainbow": {},
        "Tic-Tac-Rainbow-Misere": {"ending": "loses"},
        "3P-Tic-Tac-Rainbow": {"players": 3},
    }
    feature_groups: Mapping[FeatureGroup, tuple[str, ...]] = {FeatureGroup.PIECES: ("two-faced",)}
    shelves: Mapping[str, tuple[str, ...]] = {"companions": tuple(games)}
    also_called: Mapping[str, tuple[str, ...]] = {
        "Tic-Tac-Rainbow": ("Tic Tac Rainbow", "Rainbow Tic-Tac-Toe"),
        "Tic-Tac-Rainbow-Misere": ("Misère Tic-Tac-Rainbow",),
        "3P-Tic-Tac-Rainbow": ("Three-player Tic-Tac-Rainbow",),
    }
    lengths: Mapping[str, int] = MappingProxyType(
        {"Tic-Tac-Rainbow": 31, "Tic-Tac-Rainbow-Misere": 31, "3P-Tic-Tac-Rainbow": 24}
    )

    def source(self, chosen: Chosen) -> RainbowSource:
        """The game in which this is chosen."""
        return RainbowSource(self, chosen)

    def drawing(self, source: Source, *, width: int, colored: bool) -> RainbowDrawing:
        """Draws the board of a game; it fits every terminal."""
        del width
        values = json.loads(source.text)
        return RainbowDrawing(values["players"], values["lines"], colored=colored)


@dataclass(frozen=True, repr=False)
class RainbowSource(OptionsSource):
    """A game of this family."""

    @property
    def rules_version(self) -> int:
        """Of the engine."""
        return RULES_VERSION

    @property
    def seats(self) -> tuple[str, ...]:
        """Circle begins."""
        return SEATS[: int(self.chosen.values["players"])]

    @property
    def sentences(self) -> tuple[Sentence, ...]:
        """The rules, each with the fields that it comes from."""
        return sentences(self.chosen)

    @property
    def opening(self) -> dict[str, Any]:
        """The empty board, and all pegs off it."""
        return table(self.chosen.values)

    @property
    def features(self) -> tuple[str, ...]:
        """The kind of board, what the pegs do, and what decides."""
        board = "hexagons" if self.chosen.values["lines"] == HEXAGON else "squares"
        return (board, "moving", "two-faced", f"first-row-{self.chosen.values['ending']}")

    @property
    def bound(self) -> Bound:
        """That of the first move, which has the most."""
        return _BOUND

    def game(self) -> Game:
        """The game, ready to be played."""
        # The engine is loaded where it is needed: the services that keep games and show them do without.
        game: Game = import_module("redscience.rainbow.game").RainbowGame(self.chosen)
        return game
