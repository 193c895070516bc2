"""What is special about games, in the words of those who look for games.

A family says it in English words with hyphens (`Source.features`), which are kept and searched for. People read them
with blanks, as texts of the family's catalogue.
"""

from __future__ import annotations

from collections.abc import Iterator

from redscience import families
from redscience.interface import Family
from services.gateway.catalogues import catalogue
from services.gateway.language import language


def feature_text(feature: str) -> str:
    """A feature, in the language in which whoever asks now reads: by the first family that has a word for it."""
    english = _words(feature)
    texts = (catalogue(language(), family.name).text(english) for family in families.every())
    return next((text for text in texts if text != english), english)


def texts_of_features(family: Family) -> Iterator[str]:
    """What people read of all that may be special about a family's games."""
    yield from map(_words, family.features)


def _words(feature: str) -> str:
    return feature.replace("-", " ")


def capital(text: str) -> str:
    """A text as it begins a line: its nouns stay as they are."""
    return text[:1].upper() + text[1:]
