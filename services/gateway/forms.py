"""The forms on which games are designed, in the language in which somebody reads.

A form is what a family says of itself (`Family.form`), in English. What people read in it is translated by the family's
catalogue; values, paths and the default file stay as they are.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from redscience.interface import Family
from services.gateway.assets import is_drawn
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


def can_be_designed(family: Family) -> bool:
    """Whether people can make games of a family: it has a form, and a part in the pages that shows it."""
    return is_drawn(family.name) and form_of(family) is not None


def brief_form_of(family: Family) -> dict[str, Any] | None:
    """The form as pages begin with it: without what lists alone say of choices (`only_in_lists`), or what they lack.

    A field that has such choices says so (`explained`).
    """
    form = form_of(family)
    return form and _brief(family, language())


def choices_in_lists(family: Family) -> list[dict[str, Any]]:
    """What lists say of the choices of a family's form, in the language in which whoever asks now reads.

    Each has its `value`, and the `path` of its field as the form writes it.
    """
    form = form_of(family) or {}
    said = form.get("only_in_lists", [])
    return [
        {"path": field["path"], **{key: choice[key] for key in ("value", *said) if choice.get(key, "") != ""}}
        for field in _fields(form)
        for choice in field.get("choices", [])
    ]


@cache
def _brief(family: Family, into: str) -> dict[str, Any]:
    form = _form_in(family, into) or {}
    said = set(form.get("only_in_lists", []))
    if not said:
        return form

    def field_without(field: dict[str, Any]) -> dict[str, Any]:
        if "choices" not in field:
            return field
        choices = [
            {
                key: value
                for key, value in choice.items()
                if key == "value" or (key not in said and value not in ("", []))
            }
            for choice in field["choices"]
        ]
        explained = any(choice.get(key) for choice in field["choices"] for key in said)
        return {**field, "choices": choices, **({"explained": True} if explained else {})}

    sections = [
        {**section, "fields": [field_without(field) for field in section["fields"]]} for section in form["sections"]
    ]
    return {**form, "sections": sections}


def _fields(form: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    for section in form.get("sections", []):
        yield from section["fields"]


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
