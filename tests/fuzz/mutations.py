"""Small random changes of texts and of JSON values."""

from __future__ import annotations

import json
from collections.abc import Sequence
from random import Random
from typing import Any

ODD_SIGNS = "\0\t\n\r\x1b \"\\/{}[]:,>@*?.-+eE_'%$é٣²１\u200b\u202e\ud800\U0001f3b2"
ODD_NUMBERS = (-1, 0, 1, 2, 3, 7, 19, 20, 512, 513, 1536, 65_536, 2**31, 2**63, 2**64, 10**30, 10**4000)
MOST_CHANGES = 4


def text(chance: Random, base: str, words: Sequence[str]) -> str:
    """A text changed in up to MOST_CHANGES places; `words` are put in now and then."""
    for _ in range(chance.randint(1, MOST_CHANGES)):
        start = chance.randint(0, len(base))
        stop = min(len(base), start + chance.choice((0, 1, 1, 2, 5, 30)))
        put = chance.choice((_nothing, _sign, _word, _number, _again))
        base = base[:start] + put(chance, base, words) + base[stop:]
    return base


def noise(chance: Random, alphabet: str, longest: int) -> str:
    """Random characters, mostly few."""
    length = min(longest, int(chance.expovariate(1 / 12)))
    return "".join(chance.choices(alphabet, k=length))


def tree(chance: Random, value: Any, other: Any, words: Sequence[str]) -> Any:
    """A JSON value changed somewhere; what is put in comes from the same place of another, from words, or anywhere."""
    if isinstance(value, dict) and value and chance.random() < 0.85:
        return _object(chance, value, other, words)
    if isinstance(value, list) and value and chance.random() < 0.7:
        at = chance.randrange(len(value))
        items = [tree(chance, item, item, words) if number == at else item for number, item in enumerate(value)]
        return items * chance.choice((1, 1, 1, 2)) if chance.random() < 0.8 else items[:at]
    if other is not None and chance.random() < 0.5:
        return other
    if isinstance(value, str) and chance.random() < 0.5:
        return text(chance, value, words)
    return anything(chance, words)


def _object(chance: Random, value: dict[str, Any], other: Any, words: Sequence[str]) -> dict[str, Any]:
    key = chance.choice(list(value))
    changed = dict(value)
    kind = chance.random()
    if kind < 0.1:
        del changed[key]
    elif kind < 0.2:
        changed[chance.choice(words)] = changed.pop(key)
    elif kind < 0.5 and isinstance(other, dict) and other:
        key = chance.choice(list(other))
        changed[key] = other[key]
    else:
        changed[key] = tree(chance, value[key], other.get(key) if isinstance(other, dict) else None, words)
    return changed


def anything(chance: Random, words: Sequence[str], depth: int = 0) -> Any:
    """Any JSON value, made of the words of the language as far as it has any."""
    kind = chance.randrange(8 if depth < chance.choice((2, 3, 14)) else 5)
    if kind < 2:
        return chance.choice(words)
    if kind == 2:
        return chance.choice(ODD_NUMBERS)
    if kind == 3:
        return chance.choice((None, True, False, 0.5, 1e308, float("inf"), float("nan"), ""))
    if kind == 4:
        return noise(chance, ODD_SIGNS + "abcXO12", 60)
    if kind == 5:
        return [anything(chance, words, depth + 1) for _ in range(chance.randrange(4))]
    return {chance.choice(words): anything(chance, words, depth + 1) for _ in range(chance.randrange(4))}


def dumped(chance: Random, value: Any) -> str:
    """A JSON value as text, written in one way or another."""
    return json.dumps(value, ensure_ascii=chance.random() < 0.5, indent=chance.choice((None, 1)))


def _nothing(chance: Random, base: str, words: Sequence[str]) -> str:
    del chance, base, words
    return ""


def _sign(chance: Random, base: str, words: Sequence[str]) -> str:
    del base, words
    return chance.choice(ODD_SIGNS)


def _word(chance: Random, base: str, words: Sequence[str]) -> str:
    del base
    return chance.choice(words)


def _number(chance: Random, base: str, words: Sequence[str]) -> str:
    del base, words
    return str(chance.choice(ODD_NUMBERS[:-1]))


def _again(chance: Random, base: str, words: Sequence[str]) -> str:
    """A part of the text itself, rarely often."""
    del words
    start = chance.randint(0, len(base))
    return base[start : start + chance.randint(0, 40)] * chance.choice((1, 1, 1, 1, 3, 500))
