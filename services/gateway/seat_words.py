"""What seats are called, in the language of those who read. The library names them in English, families translate."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

from redscience import families
from redscience.interface import CHAOS, Family
from services.gateway.catalogues import SOURCE, catalogue


@cache
def seat_words(language: str) -> Mapping[str, str]:
    """The seats of all families by their names, where they are called something else; a first family's word counts."""
    words: dict[str, str] = {}
    for family in families.every() if language != SOURCE else ():
        texts = catalogue(language, family.name)
        for seat in texts_of_seats(family):
            if (word := texts.text(seat)) != seat:
                words.setdefault(seat, word)
    return words


def texts_of_seats(family: Family) -> Iterator[str]:
    """What the seats of a family's games are called, each once."""
    ready = (family.ready(name) for shelf in family.shelves.values() for name in shelf)
    yield from dict.fromkeys(seat for source in ready for seat in source.seats if seat != CHAOS)
