"""Stratego as a family of games."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from importlib.resources import files
from typing import Any

from redscience.errors import RuleSetError
from redscience.interface import Adding, Bound, Drawing, Family, Game, Sentence, Source, Unmet
from redscience.options import Chosen
from redscience.stratego.drawing import BoardDrawing
from redscience.stratego.engine.warm import KERNELS
from redscience.stratego.english import sentences
from redscience.stratego.opening import opening
from redscience.stratego.options import BARRAGE, FORMAT, FULL, OPTIONS, RULES_VERSION
from redscience.stratego.seats import SEATS

_FULL, _BARRAGE = "Stratego", "Stratego-Barrage"
_READY = {_FULL: FULL, _BARRAGE: BARRAGE}


class Stratego(Family):
    """Two armies that do not know each other's ranks."""

    name = "stratego"
    format = FORMAT
    page = str(files(__package__) / "page")

    def read(self, text: str | bytes) -> StrategoSource:
        """Reads a file."""
        return StrategoSource(self, OPTIONS.read(text))

    @property
    def shelves(self) -> Mapping[str, tuple[str, ...]]:
        """A game for each army."""
        return {"stratego": tuple(_READY)}

    def ready(self, name: str) -> StrategoSource:
        """A game of the shelf."""
        return StrategoSource(self, OPTIONS.chosen(name, army=_READY[name]))

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

    def form(self) -> dict[str, Any]:
        """What can be chosen."""
        return OPTIONS.form()

    def unmet(self, text: str | bytes) -> Sequence[Unmet]:
        """Nothing: every choice means something beside every other."""
        try:
            return OPTIONS.read(text).unmet
        except RuleSetError:
            return ()

    @property
    def view_schema(self) -> Mapping[str, Any]:
        """The schema of views."""
        schema: Mapping[str, Any] = json.loads((files(__package__) / "view.schema.json").read_text("utf-8"))
        return schema

    def drawing(self, source: Source, *, width: int, colored: bool) -> Drawing:
        """Draws the board."""
        del source, width  # one board, 64 characters wide
        return BoardDrawing(colored=colored)

    @property
    def is_warm(self) -> bool:
        """Whether all kernels are compiled."""
        return not KERNELS.missing

    def compile(self, say: Callable[[str], None]) -> None:
        """Compiles the kernels that are not yet."""
        KERNELS.fill(say)

    def warm(self) -> None:
        """Loads the kernels of a match; those that could not be kept are compiled now, not at the first move."""
        KERNELS.warm(lambda _: None)
        super().warm()


@dataclass(frozen=True)
class StrategoSource(Source):
    """A game of Stratego; see `redscience.interface.Source`."""

    _family: Stratego
    chosen: Chosen
    rules_version = RULES_VERSION
    seats = SEATS

    @property
    def family(self) -> Stratego:
        """Stratego."""
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
    def seconds_per_turn(self) -> int:
        """How long a turn may take after the set-up."""
        return int(self.chosen.values["seconds_per_turn"])

    @property
    def english(self) -> tuple[str, ...]:
        """The rules, a paragraph an entry."""
        return tuple(sentence.text for sentence in self.sentences)

    @property
    def sentences(self) -> tuple[Sentence, ...]:
        """The same, each with the fields that it comes from."""
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

    @property
    def text(self) -> str:
        """The file."""
        return self.chosen.text

    def renamed(self, name: str) -> StrategoSource:
        """The same rules under another name."""
        return replace(self, chosen=self.chosen.renamed(name))

    def game(self) -> Game:
        """The game, ready to be played."""
        # The engine is loaded where it is needed: the services that keep games and show them do without.
        game: Game = import_module("redscience.stratego.game").StrategoGame(self.chosen)
        return game
