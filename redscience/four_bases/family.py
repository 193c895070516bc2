"""Four Bases as a family of games."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from importlib.resources import files
from typing import Any

from redscience.four_bases.drawing import BasesDrawing
from redscience.four_bases.engine.warm import KERNELS
from redscience.four_bases.english import sentences
from redscience.four_bases.layout import Layout, layout
from redscience.four_bases.opening import opening_table
from redscience.four_bases.options import FORMAT, OPTIONS
from redscience.four_bases.search.warm import KERNELS as SEARCH_KERNELS
from redscience.interface import FeatureGroup, Game, Nearest, Sentence, Source
from redscience.option_games import OptionsFamily, OptionsSource
from redscience.options import Chosen, Value

RULES_VERSION = 1


class FourBases(OptionsFamily):
    """Four Bases."""

    name = "four_bases"
    format = FORMAT
    page = str(files(__package__) / "page")
    kernels = KERNELS
    options = OPTIONS
    feature_groups: Mapping[FeatureGroup, tuple[str, ...]] = {
        FeatureGroup.PIECES: ("production",),
        FeatureGroup.TURNS: ("simultaneous",),
        FeatureGroup.HIDDEN: ("hidden-pieces",),
    }
    games: Mapping[str, Mapping[str, Value]] = {
        "FourBases-4P": {"players": 4},
        "FourBases-3P": {"players": 3},
        "FourBases-2P": {"players": 2},
    }

    def source(self, chosen: Chosen) -> FourBasesSource:
        """The game in which this is chosen."""
        return FourBasesSource(self, chosen)

    @property
    def shelves(self) -> Mapping[str, tuple[str, ...]]:
        """One for each number of players."""
        return {"four bases": tuple(self.games)}

    @property
    def also_called(self) -> Mapping[str, tuple[str, ...]]:
        """What it is like."""
        return {"FourBases-4P": ("Four Bases",), "FourBases-2P": ("Two Bases",), "FourBases-3P": ("Three Bases",)}

    @property
    def nearest(self) -> Mapping[str, Nearest]:
        """Ludo, by its names."""
        ludo = Nearest("FourBases-4P", "Not Ludo, but here too four players each have a base; there are no dice.")
        return dict.fromkeys(("Ludo", "Pachisi", "Parcheesi", "Mensch ärgere dich nicht"), ludo)

    @property
    def lengths(self) -> Mapping[str, int]:
        """As measured (`redscience.random_games`)."""
        return {"FourBases-4P": 130, "FourBases-3P": 68, "FourBases-2P": 26}

    @property
    def is_search_warm(self) -> bool:
        """Whether the kernels that think are compiled."""
        return not SEARCH_KERNELS.missing

    def compile_search(self, say: Callable[[str], None]) -> None:
        """Compiles the kernels that think."""
        SEARCH_KERNELS.fill(say)

    def drawing(self, source: Source, *, width: int, colored: bool) -> BasesDrawing:
        """Draws the board of a game."""
        del source, width
        return BasesDrawing(colored=colored)


@dataclass(frozen=True, repr=False)
class FourBasesSource(OptionsSource):
    """A game of the family."""

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
    def sentences(self) -> tuple[Sentence, ...]:
        """The rules, each with the options that it comes from."""
        return sentences(self.chosen.values)

    @property
    def opening(self) -> dict[str, Any]:
        """The empty board with its bases."""
        return opening_table(self.layout)

    @property
    def features(self) -> tuple[str, ...]:
        """What is special about it."""
        return ("simultaneous", "hidden-pieces", "production")

    def game(self) -> Game:
        """The game, ready to be played."""
        # The engine is loaded where it is needed: the services that keep games and show them do without.
        game: Game = import_module("redscience.four_bases.game").FourBasesGame(self.chosen)
        return game
