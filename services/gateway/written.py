"""JSON that others have written already: it goes out as it is.

A view has up to 16 MB. To read it and write it again takes the interpreter for a good part of a second, in which the
process does nothing for anybody.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NoReturn

from flask.json.provider import DefaultJSONProvider

_PLACE = secrets.token_hex(16)
"""What stands where such a text belongs until it is there: nobody else can write it."""


@dataclass(frozen=True, slots=True)
class Written:
    """A value as the JSON text that it is, on one line."""

    text: str


class Provider(DefaultJSONProvider):
    """Writes JSON for the application.

    Pages, answers and event streams tell alike in one order: a board that is told again is not drawn anew.
    """

    sort_keys = False

    def dumps(self, obj: Any, **kwargs: Any) -> str:
        """Values as JSON text."""
        texts: list[str] = []
        dumped = super().dumps(obj, default=_placed(texts, self.default), **kwargs)
        return _with_texts(dumped, texts)


def compact(data: Any) -> str:
    """Values as JSON text without blanks."""
    texts: list[str] = []
    return _with_texts(json.dumps(data, separators=(",", ":"), default=_placed(texts, _refuse)), texts)


def _placed(texts: list[str], otherwise: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """How JSON is written of what it does not know: `Written` is noted, and its place kept."""

    def default(value: object) -> Any:
        if not isinstance(value, Written):
            return otherwise(value)
        texts.append(value.text)
        return _PLACE

    return default


def _with_texts(dumped: str, texts: list[str]) -> str:
    if not texts:
        return dumped
    pieces = dumped.split(f'"{_PLACE}"')
    return "".join(piece + text for piece, text in zip(pieces, [*texts, ""], strict=True))


def _refuse(value: object) -> NoReturn:
    raise TypeError(f"{type(value).__name__} cannot be written as JSON")
