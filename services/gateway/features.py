"""What is special about games, and what else they are called, in the words of those who look for games.

A family says it in English words with hyphens (`Source.features`), which are kept and searched for. People read them
with blanks, as texts of the family's catalogue.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from redscience import families
from redscience.interface import Family, FeatureGroup
from services.gateway.catalogues import catalogue
from services.gateway.language import gettext, language


def feature_text(feature: str) -> str:
    """A feature, in the language in which whoever asks now reads: by the first family that has a word for it."""
    english = _words(feature)
    texts = (catalogue(language(), family.name).text(english) for family in families.every())
    return next((text for text in texts if text != english), english)


def called_too(family: str, also_called: Iterable[str]) -> list[str]:
    """What else a game is called: where whoever asks now reads first, in English after that."""
    english = list(also_called)
    if not english:
        return []
    texts = catalogue(language(), family)
    return list(dict.fromkeys([*map(texts.text, english), *english]))


def texts_of_names(family: Family) -> Iterator[str]:
    """What else a family's games are called."""
    yield from (name for names in family.also_called.values() for name in names)


def feature_groups() -> list[tuple[str, frozenset[str]]]:
    """What features are about, each title with all of its features; those that are about nothing else come last."""
    titles = {
        FeatureGroup.BOARD: gettext("Board"),
        FeatureGroup.PIECES: gettext("Pieces and moves"),
        FeatureGroup.TURNS: gettext("Players and turns"),
        FeatureGroup.HIDDEN: gettext("Hidden things"),
        FeatureGroup.RESULT: gettext("What decides"),
    }
    grouped = [family.feature_groups for family in families.every()]
    return [
        (title, frozenset(feature for groups in grouped for feature in groups.get(group, ())))
        for group, title in titles.items()
    ]


def texts_of_features(family: Family) -> Iterator[str]:
    """What people read of all that may be special about a family's games."""
    yield from map(_words, family.features)


def texts_of_nearest(family: Family) -> Iterator[str]:
    """What people read of how games differ from those that they look for."""
    yield from (nearest.why for nearest in family.nearest.values() if nearest.why)


def _words(feature: str) -> str:
    return feature.replace("-", " ")


def capital(text: str) -> str:
    """A text as it begins a line: its nouns stay as they are."""
    return text[:1].upper() + text[1:]
