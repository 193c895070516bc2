"""The named games that come with the library, one rule-set file each."""

from __future__ import annotations

from difflib import get_close_matches
from functools import cache
from importlib.resources import files

from redscience.errors import UnknownGame
from redscience.language import RuleSet, folded_name, not_playable, read

_FOLDER = files(__name__) / "games"


def names(*, playable_only: bool = False) -> tuple[str, ...]:
    """The names of all games, Tic-Tac-Toe first and then by name; if so wished, only those that can be played today."""
    found = sorted(
        (file.name.removesuffix(".json") for file in _FOLDER.iterdir() if file.name.endswith(".json")),
        key=lambda name: (name != "Tic-Tac-Toe", folded_name(name)),
    )
    return tuple(name for name in found if not playable_only or not not_playable(get(name)))


@cache
def get(name: str) -> RuleSet:
    """The game of a name, in whatever case.

    Raises:
        UnknownGame: there is none; the message lists near ones.
    """
    known = {folded_name(each): each for each in names()}
    exact = known.get(folded_name(name))
    if exact is None:
        near = get_close_matches(folded_name(name), known, n=3)
        hint = f"Did you mean {' or '.join(known[each] for each in near)}?" if near else "`names()` lists all."
        raise UnknownGame(f"The catalogue has no game named {name[:60]!r}. {hint}")
    return read((_FOLDER / f"{exact}.json").read_bytes())
