"""The named games that come with the library, one rule-set file each, on two shelves.

`games` are those that the platform is made for; `classics` are games of old and of others, written in the same language
(docs/classics.md says what differs from the originals).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from difflib import get_close_matches
from functools import cache
from importlib.resources import files

from redscience.errors import UnknownGame
from redscience.interface import Nearest
from redscience.names import LONGEST_NAME, folded_name
from redscience.variations.language import RuleSet, read

SHELVES = ("games", "classics")


def names(shelf: str | None = None) -> tuple[str, ...]:
    """The names of all games or of one shelf: Tic-Tac-Toe first, the games by name, the classics by name."""
    return tuple(name for each in SHELVES if shelf in {None, each} for name in _names(each))


def get(name: str) -> RuleSet:
    """The game of a name, in whatever case.

    Raises:
        UnknownGame: there is none; the message lists near ones.
    """
    return _game(*_find(name))


@cache
def also_called() -> Mapping[str, tuple[str, ...]]:
    """What else people call games, by name; a game that is known by its name alone is not among them."""
    said = json.loads((files(__name__) / "also_called.json").read_bytes())
    return {name: tuple(others) for name, others in said.items()}


@cache
def nearest() -> Mapping[str, Nearest]:
    """What comes nearest to games that are not among these, by what people call them."""
    said = json.loads((files(__name__) / "nearest.json").read_bytes())
    return {name: Nearest(**each) for name, each in said.items()}


@cache
def lengths() -> Mapping[str, int]:
    """How many turns games take, by name: kept, so that nobody has to play them for it."""
    said: dict[str, int] = json.loads((files(__name__) / "lengths.json").read_bytes())
    return said


def _find(name: str) -> tuple[str, str]:
    known = {folded_name(each): (shelf, each) for shelf in SHELVES for each in _names(shelf)}
    wanted = folded_name(name[: LONGEST_NAME + 1])
    if wanted in known:
        return known[wanted]
    near = get_close_matches(wanted, known, n=3)
    hint = f"Did you mean {' or '.join(known[each][1] for each in near)}?" if near else "`names()` lists all."
    raise UnknownGame(f"The catalogue has no game named {name[:LONGEST_NAME]!r}. {hint}")


@cache
def _names(shelf: str) -> tuple[str, ...]:
    found = (
        file.name.removesuffix(".json") for file in (files(__name__) / shelf).iterdir() if file.name.endswith(".json")
    )
    return tuple(sorted(found, key=lambda name: (name != "Tic-Tac-Toe", folded_name(name))))


@cache
def _game(shelf: str, name: str) -> RuleSet:
    return read((files(__name__) / shelf / f"{name}.json").read_bytes())
