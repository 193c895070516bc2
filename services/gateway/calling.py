"""What games are called: how near a text comes to that, and which games of the library somebody means by one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache

from redscience import families
from redscience.interface import Family, Nearest
from redscience.names import folded_name
from services.gateway.catalogues import LANGUAGES, catalogue

MOST_MEANT = 4
SHORTEST_BEGINNING = 4
"""Less than this is the beginning of too much."""
SHORTEST_MISSPELT = 4
LIKENESS = 0.8
"""Of a name and a text that is meant to be it, as `difflib` counts it: one slip in five letters."""
WORD = re.compile(r"\d+|[^\W\d_]+")
"""A word of a name, or a number in it."""
_NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_IN_DIGITS = {word: str(number) for number, word in enumerate(_NUMBERS)}
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")
_APOSTROPHE = re.compile("['\u2019]")

IS_CALLED_SO, COMES_NEAREST, HAS_THE_WORDS, BEGINS_SO, HAS_THE_SIGNS, IS_FOUND = range(6)
"""How near a text comes to what a game is called."""


@dataclass(frozen=True, slots=True)
class Meant:
    """A game of the library that a text means.

    Attributes:
        name: of the game.
        distance: IS_CALLED_SO, COMES_NEAREST, HAS_THE_WORDS or BEGINS_SO; IS_FOUND where the text is misspelt.
        why: how it differs from what was asked for, in English, a text of its family's catalogue; else empty.
        family: the name of its family.
    """

    name: str
    distance: int
    why: str
    family: str


def words_of_name(name: str) -> tuple[str, ...]:
    """The words of a name, however it is written: `4`, `in`, `a`, `row` for *Four-in-a-Row*."""
    parted = folded_name(_HUMP.sub(" ", _APOSTROPHE.sub("", name)))
    return tuple(_IN_DIGITS.get(word, word) for word in WORD.findall(parted))


def distance(names: Iterable[str], text: str) -> int:
    """How near a text comes to what a game is called: the least of its names."""
    asked = words_of_name(text)
    return min(_distance(words_of_name(name), asked) for name in names)


def meant_by(text: str) -> list[Meant]:
    """The games of the library that a text means, nearest first, MOST_MEANT at most.

    Where it is called by none of their names it may be one of them with a slip: *othelo*.
    """
    asked = words_of_name(text)
    if not asked:
        return []
    found: dict[str, Meant] = {}
    farthest = BEGINS_SO if len("".join(asked)) >= SHORTEST_BEGINNING else HAS_THE_WORDS
    for family, near, game in _nearest():
        if near == asked and game.game:
            found[game.game] = Meant(game.game, COMES_NEAREST if game.why else IS_CALLED_SO, game.why, family)
    for family, name, called in _ready():
        far = min(_distance(each, asked) for each in called)
        if far <= farthest and name not in found:
            found[name] = Meant(name, far, "", family)
    return sorted(found.values() or _misspelt(asked), key=lambda meant: meant.distance)[:MOST_MEANT]


def _misspelt(asked: Sequence[str]) -> list[Meant]:
    """The games whose names are nearly what was asked for."""
    text, names = "".join(asked), dict[str, Meant]()
    if len(text) < SHORTEST_MISSPELT:
        return []
    for family, near, game in _nearest():
        if game.game and not game.why:
            names["".join(near)] = Meant(game.game, IS_FOUND, "", family)
    for family, name, called in _ready():
        names |= {"".join(each): Meant(name, IS_FOUND, "", family) for each in called}
    close = (names[each] for each in get_close_matches(text, names, MOST_MEANT, LIKENESS))
    return list({meant.name: meant for meant in close}.values())


def why_absent(text: str) -> tuple[str, str]:
    """Why nothing is like the game that a text means: a family, and a text of its catalogue; both "" elsewhere."""
    asked = words_of_name(text)
    return next(((family, game.why) for family, near, game in _nearest() if near == asked and not game.game), ("", ""))


def _distance(called: Sequence[str], asked: Sequence[str]) -> int:
    whole, part = "".join(called), "".join(asked)
    if part == whole:
        return IS_CALLED_SO
    runs = range(len(called) - len(asked) + 1)
    if asked and any(called[start : start + len(asked)] == asked for start in runs):
        return HAS_THE_WORDS
    if whole.startswith(part):
        return BEGINS_SO
    return HAS_THE_SIGNS if part in whole else IS_FOUND


@cache
def _ready() -> list[tuple[str, str, list[tuple[str, ...]]]]:
    """Of each game of the library its family, its name, and the words of all its names, in all languages."""
    return [
        (family.name, name, [words_of_name(each) for each in (name, *_called_anywhere(family, name))])
        for family in families.every()
        for shelf in family.shelves.values()
        for name in shelf
    ]


def _called_anywhere(family: Family, name: str) -> Iterator[str]:
    for other in family.also_called.get(name, ()):
        yield from (catalogue(language, family.name).text(other) for language in LANGUAGES)


@cache
def _nearest() -> list[tuple[str, tuple[str, ...], Nearest]]:
    """What comes nearest to other games: the family, the words of what is asked for, and the game."""
    return [
        (family.name, words_of_name(name), nearest)
        for family in families.every()
        for name, nearest in family.nearest.items()
    ]
