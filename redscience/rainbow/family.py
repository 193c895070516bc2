"""Tic-Tac-Rainbow as a family of games."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from importlib.resources import files
from types import MappingProxyType
from typing import Any

from redscience.interface import Bound, Family, Game, Sentence, Source
from redscience.options import Chosen, Value
from redscience.rainbow.board import HEXAGON
from redscience.rainbow.drawing import RainbowDrawing
from redscience.rainbow.engine.warm import KERNELS
from redscience.rainbow.english import sentences
from redscience.rainbow.options import FORMAT, OPTIONS, RULES_VERSION
from redscience.rainbow.pegs import SEATS
from redscience.rainbow.table import table

_READY: Mapping[str, Mapping[str, Value]] = {
    "Tic-Tac-Rainbow": {},
    "Tic-Tac-Rainbow-Misere": {"ending": "loses"},
    "3P-Tic-Tac-Rainbow": {"players": 3},
}
_BOUND = Bound(legal_moves=252, view_bytes=32_768, turn_us=400)
"""As many as there are at the start: 21 cells for 12 faces. Each peg that is placed takes more away than it can do."""


class Rainbow(Family):
    """Tic-Tac-Rainbow, for two or three, with its misère."""

    name = "rainbow"
    title = "Tic-Tac-Rainbow"
    format = FORMAT
    page = str(files(__package__) / "page")
    shelves: Mapping[str, tuple[str, ...]] = {"companions": tuple(_READY)}
    also_called: Mapping[str, tuple[str, ...]] = {
        "Tic-Tac-Rainbow": ("Tic Tac Rainbow", "Rainbow Tic-Tac-Toe"),
        "Tic-Tac-Rainbow-Misere": ("Misère Tic-Tac-Rainbow",),
        "3P-Tic-Tac-Rainbow": ("Three-player Tic-Tac-Rainbow",),
    }
    lengths: Mapping[str, int] = MappingProxyType(
        {"Tic-Tac-Rainbow": 31, "Tic-Tac-Rainbow-Misere": 31, "3P-Tic-Tac-Rainbow": 24}
    )

    def read(self, text: str | bytes) -> RainbowSource:
        """Reads a file."""
        return RainbowSource(self, OPTIONS.read(text))

    def ready(self, name: str) -> RainbowSource:
        """A game of the shelf."""
        return RainbowSource(self, OPTIONS.chosen(name, "", **_READY[name]))

    def form(self) -> dict[str, Any]:
        """What can be chosen."""
        return OPTIONS.form()

    @cached_property
    def view_schema(self) -> Mapping[str, Any]:
        """The schema of views."""
        schema: Mapping[str, Any] = json.loads((files(__package__) / "view.schema.json").read_text("utf-8"))
        return schema

    def drawing(self, source: Source, *, width: int, colored: bool) -> RainbowDrawing:
        """Draws the board of a game; it fits every terminal."""
        del width
        values = json.loads(source.text)
        return RainbowDrawing(values["players"], values["lines"], colored=colored)

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
class RainbowSource(Source):
    """A game of this family; see `redscience.interface.Source`."""

    _family: Rainbow
    chosen: Chosen

    @property
    def family(self) -> Rainbow:
        """Tic-Tac-Rainbow."""
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
    def seats(self) -> tuple[str, ...]:
        """Circle begins."""
        return SEATS[: int(self.chosen.values["players"])]

    @property
    def seconds_per_turn(self) -> int:
        """How long a turn may take."""
        return int(self.chosen.values["seconds_per_turn"])

    @property
    def english(self) -> tuple[str, ...]:
        """The rules, a sentence or a few an entry."""
        return tuple(sentence.text for sentence in self.sentences)

    @property
    def sentences(self) -> tuple[Sentence, ...]:
        """The same, each with the fields that it comes from."""
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

    @property
    def text(self) -> str:
        """The file."""
        return self.chosen.text

    def renamed(self, name: str) -> RainbowSource:
        """The same rules under another name."""
        return RainbowSource(self._family, self.chosen.renamed(name))

    def game(self) -> Game:
        """The game, ready to be played."""
        # The engine is loaded where it is needed: the services that keep games and show them do without.
        game: Game = import_module("redscience.rainbow.game").RainbowGame(self.chosen)
        return game
