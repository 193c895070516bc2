"""Whether goal lines have a meaning in a game, and forward a direction."""

from __future__ import annotations

from redscience.variations.language.captures import CONDITIONS
from redscience.variations.language.checks import CHECKS
from redscience.variations.language.model import RuleSet
from redscience.variations.language.moves import MOVES


def speaks_of_forward(rules: RuleSet) -> bool:
    """Whether some shape moves or captures forward, which is towards its owner's goal line."""
    return any(
        MOVES[shape.move].directed or (shape.condition is not None and CONDITIONS[shape.condition].steps_axes > 0)
        for shape in rules.shapes.values()
    )


def goals_matter(rules: RuleSet) -> bool:
    """Whether the rules speak of goal lines at all."""
    return speaks_of_forward(rules) or any(CHECKS[check.check].measure == "goal" for check in rules.checks)
