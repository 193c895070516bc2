"""What is special about a rule set, in words by which people look for games."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain

from redscience.interface import FeatureGroup
from redscience.variations.language.boards import BOARDS
from redscience.variations.language.canonical import normal
from redscience.variations.language.captures import RESULTS
from redscience.variations.language.checks import CHECKS
from redscience.variations.language.model import RuleSet
from redscience.variations.language.option import Value
from redscience.variations.language.stalemate import STALEMATE_RULES

_USUAL_STALEMATE = "draws"

_HAS: Mapping[str, Callable[[RuleSet], bool]] = {
    "chaos": lambda rules: "chaos" in rules.seats,
    "partners": lambda rules: rules.players == "partners",
    "shared-pieces": lambda rules: rules.colors != "assigned",
    "two-moves": lambda rules: rules.pieces_per_turn > 1,
    "draw-offers": lambda rules: rules.agree_draw,
    "deck": lambda rules: rules.deck is not None,
    "hidden": lambda rules: any(phase.cloaks for phase in rules.phases),
    "sealed": lambda rules: any(phase.order != "sequential" for phase in rules.phases),
    "passing": lambda rules: any(phase.may_pass for phase in rules.phases),
    "phases": lambda rules: len(rules.phases) > 1,
    "folding": lambda rules: rules.fold != "none",
    "several-boards": lambda rules: rules.board.count > 1,
    "one-dimension": lambda rules: sum(length > 1 for length in rules.board.size) == 1,
    "three-dimensions": lambda rules: all(length > 1 for length in rules.board.size),
    "walls": lambda rules: bool(rules.board.walls),
    "sticky": lambda rules: bool(rules.board.sticky),
    "exclusive": lambda rules: bool(rules.board.exclusive),
    "locks": lambda rules: any(phase.locks or phase.locked for phase in rules.phases),
    "pieces-on-board": lambda rules: bool(rules.setup),
    "several-shapes": lambda rules: len(rules.shapes) > 1,
    "moving": lambda rules: any(shape.move != "stationary" for shape in rules.shapes.values()),
    "captures": lambda rules: any(shape.power != "none" for shape in rules.shapes.values()),
}
"""In the order in which they are told."""


_GROUPS: Mapping[FeatureGroup, tuple[str, ...]] = {
    FeatureGroup.BOARD: (
        *map(str, BOARDS),
        "one-dimension",
        "three-dimensions",
        "several-boards",
        "folding",
        "walls",
        "sticky",
        "exclusive",
        "locks",
    ),
    FeatureGroup.PIECES: (
        "pieces-on-board",
        "several-shapes",
        "shared-pieces",
        "deck",
        "moving",
        "en-passant",
        "castle",
        "captures",
        *map(str, RESULTS),
    ),
    FeatureGroup.TURNS: ("chaos", "partners", "two-moves", "passing", "phases", "draw-offers"),
    FeatureGroup.HIDDEN: ("hidden", "sealed"),
}
"""All others say what decides."""


def features(rules: RuleSet) -> tuple[str, ...]:
    """The kind of board, what there is on it and in the turns, and what decides: the same where the digest is."""
    return _told(_words(normal(rules)))


def all_features() -> tuple[str, ...]:
    """Every word that `features` may say."""
    stalemate = (rule for rule in STALEMATE_RULES if rule != _USUAL_STALEMATE)
    return _told(chain(BOARDS, _HAS, RESULTS, CHECKS, stalemate))


def feature_groups() -> Mapping[FeatureGroup, tuple[str, ...]]:
    """The same by what they are about."""
    groups = {group: _told(words) for group, words in _GROUPS.items()}
    grouped = set(chain.from_iterable(groups.values()))
    return {**groups, FeatureGroup.RESULT: tuple(word for word in all_features() if word not in grouped)}


def _told(words: Iterable[Value]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(str(word).replace("_", "-") for word in words))


def _words(rules: RuleSet) -> Iterator[str]:
    yield rules.board.kind
    yield from (word for word, has in _HAS.items() if has(rules))
    yield from (shape.result for shape in rules.shapes.values() if shape.result is not None)
    yield from (check.check for check in rules.checks)
    yield from (rule.rule for rule in rules.stalemate if rule.rule != _USUAL_STALEMATE)
