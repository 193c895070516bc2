"""The forms on which games are designed, in the language in which somebody reads.

A form is what a family says of itself (`Family.form`), in English. What people read in it is translated by the family's
catalogue; values, paths and the default file stay as they are.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from redscience.interface import Family
from services.gateway.catalogues import SOURCE, Catalogue, catalogue
from services.gateway.language import language

_SAID = frozenset({"label", "meaning", "hint", "word", "words"})
_OF_A_CHOICE = "group"
"""The title under which a choice stands; what a section has of this name is an id."""


def form_of(family: Family) -> dict[str, Any] | None:
    """The form of a family, in the language in which whoever asks now reads; None where it has none.

    It is made once, and to be left as it is.
    """
    return _form_in(family, language())


@cache
def _form_in(family: Family, into: str) -> dict[str, Any] | None:
    form = family.form()
    return form if form is None or into == SOURCE else _spoken(form, catalogue(into, family.name))


def texts_of_form(told: Any) -> Iterator[str]:
    """What people read in a form, or in a part of it."""
    if isinstance(told, Mapping):
        for key, value in told.items():
            if _is_text(told, key):
                yield value
            else:
                yield from texts_of_form(value)
    elif isinstance(told, list):
        for each in told:
            yield from texts_of_form(each)


def _spoken(told: Any, texts: Catalogue) -> Any:
    if isinstance(told, Mapping):
        return {key: texts.text(value) if _is_text(told, key) else _spoken(value, texts) for key, value in told.items()}
    return [_spoken(each, texts) for each in told] if isinstance(told, list) else told


def _is_text(told: Mapping[str, Any], key: str) -> bool:
    """Whether somebody reads what stands at a key; numbers are the same in every language."""
    is_said = key in _SAID or (key == _OF_A_CHOICE and "value" in told)
    return is_said and isinstance(told[key], str) and any(map(str.isalpha, told[key]))
