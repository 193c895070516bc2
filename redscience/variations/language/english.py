"""The rules of a rule set in plain English, as a person would write them.

Made from the normal form, of which every field is said, so that two rule sets with different digests never read the
same.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from redscience.variations.language.boards import BOARDS
from redscience.variations.language.canonical import normal
from redscience.variations.language.model import RuleSet
from redscience.variations.language.prose import captures, course, end, match, pieces, start


def english(rules: RuleSet) -> list[str]:
    """The rules, one point after the other, each a sentence or a few."""
    rules = normal(rules)
    first = [*match.told(rules)]
    rest = [
        *start.told(rules),
        *pieces.told(rules),
        *captures.told(rules),
        *course.told(rules),
        *end.told(rules),
    ]
    partner = ", and their partner too" if rules.players == "partners" else ""
    return [
        *first,
        *_numbering(rules, [*first, *rest]),
        *rest,
        f"Each turn may take {rules.seconds_per_turn} seconds; a player who takes longer loses{partner}.",
    ]


_COORDINATES = re.compile(r"\(\d+(-\d+)?,|\(\+1,|\b[xyz] = |x \+ y")


def _numbering(rules: RuleSet, told: list[str]) -> Iterator[str]:
    """Where spaces are counted from, if any are named by numbers."""
    if any(_COORDINATES.search(text) for text in told):
        stacks = BOARDS[rules.board.kind].gravity
        high = ",z" if rules.board.size[2] > 1 and not stacks else ""
        up = ", z being the height" if high else ""
        yield f"{'Stacks' if stacks else 'Spaces'} are numbered (x,y{high}) from the lower left{up}."
