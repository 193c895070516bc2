"""Options of the form that would mean nothing in a rule set as it is, and what they lack."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from redscience.interface import Unmet
from redscience.variations.language.captures import CONDITIONS, POWERS, RESULTS
from redscience.variations.language.checks import CHECKS
from redscience.variations.language.moves import MOVES
from redscience.variations.language.option import Options
from redscience.variations.language.phases import FOLDS, MOVEMENT, ORDERS, PASSING
from redscience.variations.language.players import (
    AGREE_DRAW,
    COLORS_OPTIONS,
    DISQUALIFY_OVERACHIEVERS,
    PIECES_PER_TURN,
    PLAYERS,
)
from redscience.variations.language.reading import read_so_far
from redscience.variations.language.stalemate import STALEMATE_RULES
from redscience.variations.language.validation import knows_all

_TABLES: Mapping[str, Options[Any]] = {
    "players": PLAYERS,
    "colors": COLORS_OPTIONS,
    "pieces_per_turn": PIECES_PER_TURN,
    "agree_draw": AGREE_DRAW,
    "disqualify_overachievers": DISQUALIFY_OVERACHIEVERS,
    "fold": FOLDS,
    "checks": CHECKS,
    "stalemate": STALEMATE_RULES,
    "shapes.{shape}.power": POWERS,
    "shapes.{shape}.condition": CONDITIONS,
    "shapes.{shape}.result": RESULTS,
    "shapes.{shape}.move": MOVES,
    "phases[{phase}].order": ORDERS,
    "phases[{phase}].may_pass": PASSING,
    "phases[{phase}].placement_only": MOVEMENT,
}
"""By the paths of the form. Kinds of boards are not among them: whoever chooses one gets a size that suits it. Nor is
cloaking: only whoever has chosen it is offered the marker that cloaks spaces."""


def unmet(text: str | bytes) -> Iterator[Unmet]:
    """What of the form would mean nothing; what a fault of the file keeps from being known is left out."""
    rules, faults = read_so_far(text)
    if rules is None or not knows_all(rules):
        return
    for path, options in _TABLES.items():
        for option in options.values():
            for need in option.needs:
                if not faults.touch(need.reads) and not need.holds(rules):
                    yield Unmet(path, option.value, f"It {need.problem}. {need.remedy}.")
                    break
