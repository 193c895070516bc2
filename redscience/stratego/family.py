"""Stratego as a family of games."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from importlib.resources import files
from typing import Any

from redscience.interface import Adding, Bound, Drawing, FeatureGroup, Game, Sentence, Source
from redscience.option_games import OptionsFamily, OptionsSource
from redscience.options import Chosen, Value
from redscience.stratego.drawing import BoardDrawing
from redscience.stratego.engine.warm import KERNELS
from redscience.stratego.english import sentences
from redscience.stratego.opening import opening
from redscience.stratego.options import BARRAGE, FORMAT, FULL, OPTIONS, RULES_VERSION
from redscience.stratego.search.warm import KERNELS as SEARCH_KERNELS
from redscience.stratego.seats import SEATS

_FULL, _BARRAGE = "Stratego", "Stratego-Barrage"


class Stratego(OptionsFamily):
    """Two armies that do not know each other's ranks."""

    name = "stratego"
    format = FORMAT
    page = str(files(__package__) / "page")
    kernels = KERNELS
    options = OPTIONS
    feature_groups: Mapping[FeatureGroup, tuple[str, ...]] = {FeatureGroup.PIECES: ("armies",)}
    games: Mapping[str, Mapping[str, Value]] = {_FULL: {"army": FULL}, _BARRAGE: {"army": BARRAGE}}

    def source(self, chosen: Chosen) -> StrategoSource:
        """The game in which this is chosen."""
        return StrategoSource(self, chosen)

    @property
    def shelves(self) -> Mapping[str, tuple[str, ...]]:
        """A game for each army."""
        return {"stratego": tuple(self.games)}

    @property
    def also_called(self) -> Mapping[str, tuple[str, ...]]:
        """By their kin, and by what is shorter."""
        return {_FULL: ("L'Attaque",), _BARRAGE: ("Barrage", "Quick Stratego")}

    @property
    def lengths(self) -> Mapping[str, int]:
        """Of random games, in moves on the board."""
        return {_FULL: 736, _BARRAGE: 282}

    @property
    def statistics(self) -> Mapping[str, Adding]:
        """What is counted of a player's matches, and how it is added up."""
        return {
            "bombs hit": "sum",
            "bombs defused": "sum",
            "marshals captured": "sum",
            "marshals lost": "sum",
            "moves in shortest game": "least",
            "moves in longest game": "most",
        }

    @property
    def is_search_warm(self) -> bool:
        """Whether the kernels that think are compiled."""
        return not SEARCH_KERNELS.missing

    def compile_search(self, say: Callable[[str], None]) -> None:
        """Compiles the kernels that think."""
        SEARCH_KERNELS.fill(say)

    def drawing(self, source: Source, *, width: int, colored: bool) -> Drawing:
        """Draws the board."""
        del source, width  # one board, 64 characters wide
        return BoardDrawing(colored=colored)


@dataclass(frozen=True, repr=False)
class StrategoSource(OptionsSource):
    """A game of Stratego."""

    rules_version = RULES_VERSION
    seats = SEATS

    @property
    def sentences(self) -> tuple[Sentence, ...]:
        """The rules, a paragraph an entry."""
        return sentences(self._army)

    @property
    def _army(self) -> str:
        return str(self.chosen.values["army"])

    @property
    def opening(self) -> dict[str, Any]:
        """The empty board."""
        return opening(self._army)

    @property
    def features(self) -> tuple[str, ...]:
        """What there is on the board and in the turns."""
        return ("squares", "draw-offers", "hidden", "sealed", "moving", "captures", "armies")

    @property
    def bound(self) -> Bound:
        """The set-up has the most choices; the longest views come late."""
        return Bound(legal_moves=480, view_bytes=40_000, turn_us=800)

    def game(self) -> Game:
        """The game, ready to be played."""
        # The engine is loaded where it is needed: the services that keep games and show them do without.
        game: Game = import_module("redscience.stratego.game").StrategoGame(self.chosen)
        return game
