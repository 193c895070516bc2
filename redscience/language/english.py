"""The rules of a rule set in plain English, as a person would write them.

Made from the normal form, of which every field is said, so that two rule sets with different digests never read the
same.
"""

from __future__ import annotations

from redscience.language.canonical import normal
from redscience.language.model import RuleSet
from redscience.language.prose import captures, course, end, match, pieces, start


def english(rules: RuleSet) -> list[str]:
    """The rules, one point after the other, each a sentence or a few."""
    rules = normal(rules)
    return [
        *match.told(rules),
        *start.told(rules),
        *pieces.told(rules),
        *captures.told(rules),
        *course.told(rules),
        *end.told(rules),
        f"Each turn may take {rules.seconds_per_turn} seconds; a player who takes longer loses.",
    ]
