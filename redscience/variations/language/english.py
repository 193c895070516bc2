"""The rules of a rule set in plain English, as a person would write them.

Made from the normal form, of which every field is said, so that two rule sets with different digests never read the
same.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from redscience.interface import Sentence
from redscience.variations.language.boards import BOARDS
from redscience.variations.language.canonical import check_places, normal
from redscience.variations.language.frozen import FrozenMapping
from redscience.variations.language.model import RuleSet
from redscience.variations.language.prose import captures, course, end, match, pieces, start
from redscience.variations.language.prose.phrases import SIZE


def english(rules: RuleSet) -> list[str]:
    """The rules, one point after the other, each a sentence or a few."""
    return [sentence.text for sentence in sentences(rules)]


def sentences(rules: RuleSet) -> list[Sentence]:
    """The same, each with the fields of the rule set that it comes from."""
    places = {f"checks[{index}]": f"checks[{place}]" for index, place in enumerate(check_places(rules))}
    return [
        Sentence(told.text, tuple(dict.fromkeys(places.get(path, path) for path in _by_use(told.paths, rules))))
        for told in _told(_called_alike(normal(rules), rules))
    ]


def _by_use(paths: tuple[str, ...], rules: RuleSet) -> list[str]:
    """The paths, with that of walls last where there are none: what is locked for ever is told as they are."""
    return sorted(paths, key=lambda path: path == "board.walls" and not rules.board.walls)


def _called_alike(plain: RuleSet, rules: RuleSet) -> RuleSet:
    """A normal form with the words of the rule set that it is of."""
    shapes = ((name, replace(shape, called=rules.shapes[name].called)) for name, shape in plain.shapes.items())
    return replace(plain, shapes=FrozenMapping(shapes))


def _told(rules: RuleSet) -> list[Sentence]:
    """All that is said of a normal form, with its fields."""
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
        Sentence(
            f"Each turn may take {rules.seconds_per_turn} seconds; a player who takes longer loses{partner}.",
            ("seconds_per_turn",),
        ),
    ]


_COORDINATES = re.compile(r"\(\d+(-\d+)?,|\(\+1,|\b[xyz] = |x \+ y")


def _numbering(rules: RuleSet, told: list[Sentence]) -> Iterator[Sentence]:
    """Where spaces are counted from, if any are named by numbers."""
    if any(_COORDINATES.search(each.text) for each in told):
        stacks = BOARDS[rules.board.kind].gravity
        high = ",z" if rules.board.size[2] > 1 and not stacks else ""
        up = ", z being the height" if high else ""
        text = f"{'Stacks' if stacks else 'Spaces'} are numbered (x,y{high}) from the lower left{up}."
        yield Sentence(text, ("board.kind", *SIZE))
