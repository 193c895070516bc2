"""Families whose games differ in a few choices: what all of them do alike with their table of options."""

from __future__ import annotations

import json
from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from importlib.resources import files
from typing import Any, Self

from redscience.errors import RuleSetError
from redscience.interface import Family, Game, Source, Unmet
from redscience.options import Chosen, Options, Value


class OptionsFamily(Family):
    """A family with a table of options, and `view.schema.json` beside its module.

    Attributes:
        options: all that can be chosen; one of them is `seconds_per_turn`.
        games: the ready games, each with what is chosen in it and is not usual.
    """

    options: Options
    games: Mapping[str, Mapping[str, Value]]

    @abstractmethod
    def source(self, chosen: Chosen) -> OptionsSource:
        """The game in which this is chosen."""

    def read(self, text: str | bytes) -> OptionsSource:
        """Reads a file."""
        return self.source(self.options.read(text))

    def ready(self, name: str) -> OptionsSource:
        """A ready game."""
        return self.source(self.options.chosen(name, "", **self.games[name]))

    def form(self) -> dict[str, Any]:
        """What can be chosen."""
        return self.options.form()

    def unmet(self, text: str | bytes) -> tuple[Unmet, ...]:
        """The choices that mean nothing beside the others."""
        try:
            return self.options.read(text).unmet
        except RuleSetError:
            return ()

    @cached_property
    def view_schema(self) -> Mapping[str, Any]:
        """The schema of views."""
        package = type(self).__module__.rpartition(".")[0]
        schema: Mapping[str, Any] = json.loads((files(package) / "view.schema.json").read_text("utf-8"))
        return schema


@dataclass(frozen=True, repr=False)
class OptionsSource(Source):
    """A game of such a family; see `redscience.interface.Source`."""

    _family: OptionsFamily = field(compare=False)
    chosen: Chosen

    @property
    def family(self) -> OptionsFamily:
        """Whose game it is."""
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
        """As chosen."""
        return int(self.chosen.values["seconds_per_turn"])

    @property
    def english(self) -> tuple[str, ...]:
        """The rules; `sentences` says where each comes from."""
        return tuple(sentence.text for sentence in self.sentences)

    @property
    def text(self) -> str:
        """The file."""
        return self.chosen.text

    def renamed(self, name: str) -> Self:
        """The same rules under another name."""
        return replace(self, chosen=self.chosen.renamed(name))


class OptionsGame(Game):
    """The rules of such a game; see `redscience.interface.Game`.

    Attributes:
        chosen: what was chosen.
        digest: of that.
    """

    def __init__(self, chosen: Chosen) -> None:
        self.chosen = chosen
        self.digest = chosen.digest

    @property
    def name(self) -> str:
        """What people call it."""
        return self.chosen.name

    def __eq__(self, other: object) -> bool:
        return isinstance(other, type(self)) and self.chosen == other.chosen

    def __hash__(self) -> int:
        return hash(self.digest)
