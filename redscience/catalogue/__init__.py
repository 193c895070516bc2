"""The named games that come with the library, one rule-set file each."""

from __future__ import annotations

from difflib import get_close_matches
from functools import cache
from importlib.resources import files

from redscience.errors import UnknownGame
from redscience.language import RuleSet, folded_name, not_playable, read
from redscience.language.names import LONGEST_NAME

_FOLDER = files(__name__) / "games"


def names(*, playable_only: bool = False) -> tuple[str, ...]:
    """The names of all games, Tic-Tac-Toe first and then by name; if so wished, only those that can be played today."""
    return tuple(name for name in _names() if not playable_only or not not_playable(_game(name)))


def get(name: str) -> RuleSet:
    """The game of a name, in whatever case.

    Raises:
        UnknownGame: there is none; the message lists near ones.
    """
    known = {folded_name(each): each for each in _names()}
    wanted = folded_name(name[: LONGEST_NAME + 1])
    if wanted in known:
        return _game(known[wanted])
    near = get_close_matches(wanted, known, n=3)
    hint = f"Did you mean {' or '.join(known[each] for each in near)}?" if near else "`names()` lists all."
    raise UnknownGame(f"The catalogue has no game named {name[:LONGEST_NAME]!r}. {hint}")


@cache
def _names() -> tuple[str, ...]:
    found = (file.name.removesuffix(".json") for file in _FOLDER.iterdir() if file.name.endswith(".json"))
    return tuple(sorted(found, key=lambda name: (name != "Tic-Tac-Toe", folded_name(name))))


@cache
def _game(name: str) -> RuleSet:
    return read((_FOLDER / f"{name}.json").read_bytes())
