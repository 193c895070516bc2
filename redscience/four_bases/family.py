"""Four Bases as a family of games."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib import import_module
from importlib.resources import files
from typing import Any

from redscience.four_bases.drawing import BasesDrawing
from redscience.four_bases.engine.warm import KERNELS
from redscience.four_bases.english import sentences
from redscience.four_bases.layout import Layout, layout
from redscience.four_bases.opening import opening_table
from redscience.four_bases.options import FORMAT, OPTIONS
from redscience.interface import Family, Game, Sentence, Source, Unmet
from redscience.options import Chosen

RULES_VERSION = 1
_READY: Mapping[str, int] = {"FourBases-4P": 4, "FourBases-3P": 3, "FourBases-2P": 2}
"""The players of each ready game."""


class FourBases(Family):
    """Four Bases."""

    name = "four_bases"
    format = FORMAT
    page = str(files(__package__) / "page")

    def read(self, text: str | bytes) -> FourBasesSource:
        """Reads a file."""
        return FourBasesSource(self, OPTIONS.read(text))

    @property
    def shelves(self) -> Mapping[str, tuple[str, ...]]:
        """One for each number of players."""
        return {"four bases": tuple(_READY)}

    def ready(self, name: str) -> FourBasesSource:
        """A game with the usual options."""
        return _ready(self, name)

    @property
    def also_called(self) -> Mapping[str, tuple[str, ...]]:
        """What it is like."""
        return {"FourBases-4P": ("Four Bases",), "FourBases-2P": ("Two Bases",), "FourBases-3P": ("Three Bases",)}

    @property
    def lengths(self) -> Mapping[str, int]:
        """As measured (`redscience.random_games`)."""
        return {"FourBases-4P": 130, "FourBases-3P": 68, "FourBases-2P": 26}

    def form(self) -> dict[str, Any]:
        """The options."""
        return OPTIONS.form()

    def unmet(self, text: str | bytes) -> tuple[Unmet, ...]:
        """None: every option means something beside all others."""
        del text
        return ()

    @property
    def view_schema(self) -> Mapping[str, Any]:
        """The schema of views."""
        schema: Mapping[str, Any] = json.loads((files(__package__) / "view.schema.json").read_text("utf-8"))
        return schema

    def drawing(self, source: Source, *, width: int, colored: bool) -> BasesDrawing:
        """Draws the board of a game."""
        del source, width
        return BasesDrawing(colored=colored)

    @property
    def is_warm(self) -> bool:
        """Whether all kernels are compiled."""
        return not KERNELS.missing

    def compile(self, say: Callable[[str], None]) -> None:
        """Compiles the kernels that are not yet."""
        KERNELS.fill(say)

    def warm(self) -> None:
        """Loads the kernels of a match; those that could not be kept are compiled now."""
        KERNELS.warm(lambda _: None)
        super().warm()


@dataclass(frozen=True)
class FourBasesSource(Source):
    """A game of the family; see `redscience.interface.Source`."""

    _family: FourBases
    chosen: Chosen

    @property
    def family(self) -> FourBases:
        """Four Bases."""
        return self._family

    @property
    def name(self) -> str:
        """What people call it."""
        return self.chosen.name

    @property
    def about(self) -> str:
        """What its author says of it."""
        return self.chosen.about

    @property
    def digest(self) -> str:
        """Of what was chosen."""
        return self.chosen.digest

    @property
    def rules_version(self) -> int:
        """Of the engine."""
        return RULES_VERSION

    @property
    def layout(self) -> Layout:
        """The board."""
        return layout(int(self.chosen.values["players"]))

    @property
    def seats(self) -> tuple[str, ...]:
        """In order of play."""
        return self.layout.seats

    @property
    def seconds_per_turn(self) -> int:
        """For all orders of a turn."""
        return int(self.chosen.values["seconds_per_turn"])

    @property
    def english(self) -> tuple[str, ...]:
        """The rules."""
        return tuple(sentence.text for sentence in self.sentences)

    @property
    def sentences(self) -> tuple[Sentence, ...]:
        """The same, each with the options that it comes from."""
        return sentences(self.chosen.values)

    @property
    def opening(self) -> dict[str, Any]:
        """The empty board with its bases."""
        return opening_table(self.layout)

    @property
    def features(self) -> tuple[str, ...]:
        """What is special about it."""
        return ("simultaneous", "hidden-pieces", "production")

    @property
    def text(self) -> str:
        """The file."""
        return self.chosen.text

    def renamed(self, name: str) -> FourBasesSource:
        """The same rules under another name."""
        return replace(self, chosen=self.chosen.renamed(name))

    def game(self) -> Game:
        """The game, ready to be played."""
        # The engine is loaded where it is needed: the services that keep games and show them do without.
        game: Game = import_module("redscience.four_bases.game").FourBasesGame(self.chosen)
        return game


@cache
def _ready(family: FourBases, name: str) -> FourBasesSource:
    return FourBasesSource(family, OPTIONS.chosen(name, players=_READY[name]))
