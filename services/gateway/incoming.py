"""The JSON that a page sends, read field by field."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from math import isfinite
from typing import Any, TypeGuard

from flask import request

from redscience.english import English
from redscience.errors import Fault, InvalidField
from redscience.interface import is_json

MAX_TEXTS = 64
LONGEST_SEARCH = 100


class Body:
    """The object in a request's body, or one within it. Its readers raise `InvalidField`, naming field and remedy.

    Args:
        data: the object.
        path: what stands before the names of its fields: `moves[1].`.
    """

    def __init__(self, data: Mapping[str, Any], path: str = "") -> None:
        self._data = data
        self._path = path

    def text(self, name: str, default: str | None = None) -> str:
        """A text; required where there is no default."""
        value: Any = self._data.get(name, default)
        if not _is_text(value):
            raise self._fault(name, "no text", "Send a text")
        return value

    def texts(self, name: str) -> list[str]:
        """A list of texts."""
        value = self._data.get(name)
        if not isinstance(value, list) or len(value) > MAX_TEXTS or not all(map(_is_text, value)):
            raise self._fault(name, "no list of texts", f"Send a list of at most {MAX_TEXTS} texts")
        return value

    def whole(self, name: str, *, least: int = 0, most: int = 2**63 - 1) -> int:
        """A whole number from `least` to `most`."""
        value = self._data.get(name)
        remedy = f"Write a whole number from {least:,} to {most:,}"
        if not isinstance(value, int) or isinstance(value, bool):
            raise self._fault(name, "this is not a whole number" if self.has(name) else "there is no number", remedy)
        if not least <= value <= most:
            raise self._fault(name, f"this number is too {'small' if value < least else 'large'}", remedy)
        return value

    def flag(self, name: str) -> bool:
        """Yes or no; no where it is missing."""
        value = self._data.get(name, False)
        if not isinstance(value, bool):
            raise self._fault(name, "neither true nor false", "Send true or false")
        return value

    def number(self, name: str) -> float:
        """A number."""
        value = self._data.get(name)
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            with suppress(OverflowError):
                if isfinite(value):
                    return float(value)
        raise self._fault(name, "no number", "Send a number")

    def has(self, name: str) -> bool:
        """Whether anything is said there."""
        return self._data.get(name) is not None

    def part(self, name: str) -> Body | None:
        """An object to be read field by field; None where there is none."""
        return Body(self.thing(name)) if self.has(name) else None

    def parts(self, name: str, *, most: int) -> list[Body]:
        """A list of objects, each to be read field by field."""
        value = self._data.get(name)
        if not isinstance(value, list) or len(value) > most or not all(isinstance(one, dict) for one in value):
            raise self._fault(name, "no list of objects", f"Send a list of at most {most} objects")
        return [Body(one, f"{self._path}{name}[{index}].") for index, one in enumerate(value)]

    def thing(self, name: str) -> dict[str, Any]:
        """An object."""
        value = self._data.get(name)
        if not isinstance(value, dict):
            raise self._fault(name, "no object", "Send an object")
        if not is_json(value):
            raise self._fault(name, "half a character or no number is in it", "Send whole characters, and numbers")
        return value

    def _fault(self, name: str, problem: English, remedy: English) -> InvalidField:
        return _fault(self._path + name, problem, remedy)


def body() -> Body:
    """The body of the request in hand."""
    try:
        data = request.get_json(silent=True)
    except RecursionError as error:
        raise _fault("body", "is nested too deep", "Send one that is nested at most a hundred deep") from error
    if not isinstance(data, dict):
        raise _fault("body", "no JSON object", "Send a JSON object")
    return Body(data)


def asked_text(name: str) -> str:
    """A text in the address of the request in hand; "" where there is none."""
    text = request.args.get(name, "").strip()
    if len(text) > LONGEST_SEARCH:
        raise _fault(name, f"has {len(text)} characters", f"Use at most {LONGEST_SEARCH}")
    return text


def asked_whole(name: str) -> int:
    """A small whole number in the address; 0 where there is none."""
    text = request.args.get(name, "")
    if not re.fullmatch(r"[0-9]{0,3}", text, re.ASCII):
        raise _fault(name, "is not a whole number below 1,000", "Use one, or nothing")
    return int(text or 0)


def asked_flag(name: str) -> bool:
    """Whether something is asked for in the address: 1, or nothing."""
    text = request.args.get(name, "")
    if text not in {"", "1"}:
        raise _fault(name, "neither 1 nor nothing", "Send 1, or leave it out")
    return text == "1"


def _is_text(value: object) -> TypeGuard[str]:
    """Whether it is text that can be sent on: half a surrogate pair, which JSON can write, cannot."""
    return isinstance(value, str) and not any("\ud800" <= character <= "\udfff" for character in value)


def _fault(path: str, problem: English, remedy: English) -> InvalidField:
    return InvalidField([Fault(path, problem, remedy)])
