"""The variations as a family of games."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from importlib import import_module
from importlib.resources import files
from typing import Any

from redscience.interface import CHAOS, Bound, Family, FeatureGroup, Game, Nearest, Sentence, Source, Unmet
from redscience.variations import catalogue
from redscience.variations.bound import bound_of
from redscience.variations.drawing import BoardDrawing
from redscience.variations.engine.warm import KERNELS
from redscience.variations.language import (
    RULES_VERSION,
    RuleSet,
    all_features,
    digest,
    feature_groups,
    features,
    form,
    read,
    sentences,
    table,
    to_json,
    unmet,
    warnings_of,
)
from redscience.variations.language.fields import FORMAT
from redscience.variations.search.warm import KERNELS as SEARCH_KERNELS


class Variations(Family):
    """The variations of Tic-Tac-Toe: games that people design in the Factory."""

    name = "variations"
    format = FORMAT
    page = str(files(__package__) / "page")
    kernels = KERNELS
    title = "Tic-Tac-Toe and beyond"

    def read(self, text: str | bytes) -> RuleSetSource:
        """Reads a rule-set file."""
        return RuleSetSource(self, read(text))

    def source(self, rule_set: RuleSet) -> RuleSetSource:
        """A game of a valid rule set."""
        return RuleSetSource(self, rule_set)

    @property
    def shelves(self) -> Mapping[str, tuple[str, ...]]:
        """The games that the platform is made for, and those known elsewhere."""
        return {shelf: catalogue.names(shelf) for shelf in catalogue.SHELVES}

    def ready(self, name: str) -> RuleSetSource:
        """A game of the catalogue."""
        return _ready(self, name)

    @property
    def also_called(self) -> Mapping[str, tuple[str, ...]]:
        """As the catalogue says."""
        return catalogue.also_called()

    @property
    def nearest(self) -> Mapping[str, Nearest]:
        """As the catalogue says."""
        return catalogue.nearest()

    @property
    def lengths(self) -> Mapping[str, int]:
        """As the catalogue says."""
        return catalogue.lengths()

    @property
    def features(self) -> tuple[str, ...]:
        """What the rule language can say."""
        return all_features()

    @property
    def feature_groups(self) -> Mapping[FeatureGroup, tuple[str, ...]]:
        """As the rule language has them."""
        return feature_groups()

    def form(self) -> dict[str, Any]:
        """Every option of the rule language."""
        return form()

    def unmet(self, text: str | bytes) -> tuple[Unmet, ...]:
        """The options whose needs are not met."""
        return tuple(unmet(text))

    @property
    def view_schema(self) -> Mapping[str, Any]:
        """The schema of views."""
        schema: Mapping[str, Any] = json.loads((files(__package__) / "view.schema.json").read_text("utf-8"))
        return schema

    def drawing(self, source: Source, *, width: int, colored: bool) -> BoardDrawing:
        """Draws the boards of a game."""
        rule_set = source.rule_set if isinstance(source, RuleSetSource) else read(source.text)
        return BoardDrawing(rule_set, width=width, colored=colored)

    @property
    def is_search_warm(self) -> bool:
        """Whether the kernels that think are compiled."""
        return not SEARCH_KERNELS.missing

    def compile_search(self, say: Callable[[str], None]) -> None:
        """Compiles the kernels that think."""
        SEARCH_KERNELS.fill(say)


@dataclass(frozen=True, repr=False)
class RuleSetSource(Source):
    """A game of the variations; see `redscience.interface.Source`."""

    _family: Variations = field(compare=False)
    rule_set: RuleSet

    @property
    def family(self) -> Variations:
        """The variations."""
        return self._family

    @property
    def name(self) -> str:
        """What people call it."""
        return self.rule_set.name

    @property
    def about(self) -> str:
        """What its author says of it."""
        return self.rule_set.about

    @cached_property
    def digest(self) -> str:
        """Of the normal form."""
        return digest(self.rule_set)

    @property
    def rules_version(self) -> int:
        """Of the engine."""
        return RULES_VERSION

    @property
    def seats(self) -> tuple[str, ...]:
        """The players' seats."""
        return self.rule_set.player_seats

    @property
    def has_chaos(self) -> bool:
        """Whether Chaos is one of the seats."""
        return CHAOS in self.rule_set.seats

    @property
    def seconds_per_turn(self) -> int:
        """How long a turn may take."""
        return self.rule_set.seconds_per_turn

    @property
    def english(self) -> tuple[str, ...]:
        """The rules, a sentence or a few an entry."""
        return tuple(sentence.text for sentence in self.sentences)

    @cached_property
    def sentences(self) -> tuple[Sentence, ...]:
        """The same, each with the fields that it comes from."""
        return tuple(sentences(self.rule_set))

    @property
    def warnings(self) -> tuple[Sentence, ...]:
        """What is allowed and hardly meant."""
        return warnings_of(self.rule_set)

    @property
    def opening(self) -> dict[str, Any]:
        """The start board."""
        return table(self.rule_set)

    @cached_property
    def features(self) -> tuple[str, ...]:
        """The kind of board, what there is on it and in the turns, and what decides."""
        return features(self.rule_set)

    @cached_property
    def bound(self) -> Bound:
        """What the rules themselves allow."""
        return bound_of(self.rule_set)

    @cached_property
    def text(self) -> str:
        """The rule-set file."""
        return to_json(self.rule_set)

    def renamed(self, name: str) -> RuleSetSource:
        """The same rules under another name."""
        return replace(self, rule_set=replace(self.rule_set, name=name))

    def game(self) -> Game:
        """The game, ready to be played."""
        # The engine is loaded where it is needed: the services that keep games and show them do without.
        game: Game = import_module("redscience.variations.game").VariationGame(self.rule_set)
        return game


@cache
def _ready(family: Variations, name: str) -> RuleSetSource:
    """What has been worked out about a game of the catalogue need not be worked out again."""
    return RuleSetSource(family, catalogue.get(name))
