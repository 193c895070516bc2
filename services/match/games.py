"""The library's games, each read and made once. The engine of a family is loaded when its first game is made."""

from __future__ import annotations

from functools import cache, lru_cache

from redscience import families
from redscience.interface import Game, Source

_LOADED_AT_ONCE = 256


@lru_cache(_LOADED_AT_ONCE)
def load_source(rule_set: str) -> Source:
    """What a file says.

    Raises:
        UnplayableGame: it is none that is read today.
    """
    return families.saved(rule_set)


@lru_cache(_LOADED_AT_ONCE)
def load_game(rule_set: str) -> Game:
    """The game of a file.

    Raises:
        UnplayableGame: it is none that is read today.
    """
    return load_source(rule_set).game()


@cache
def warm_up() -> None:
    """Loads what the families need, so that the first player does not wait for it; that is done once."""
    for family in families.every():
        family.warm()
