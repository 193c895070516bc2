"""Invent board games, play them at once, and find out who plays them best.

    game = redscience.game("Connect4")
    state = game.start(seed=7)
    state = state.play({"black": "O@4,1"})
    redscience.playouts(game, 100_000, seed=7).counts

Importing this package is quick; the engine is loaded when the first game is made. Errors are in `redscience.errors`.
"""

from __future__ import annotations

from importlib.metadata import version
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from redscience.errors import RedscienceError
from redscience.interface import Game, State

if TYPE_CHECKING:
    from redscience.variations.game import VariationGame
    from redscience.variations.language import RuleSet
    from redscience.variations.playouts import Playouts, playouts

__all__ = ["Game", "Playouts", "RedscienceError", "State", "game", "load", "playouts"]
__version__ = version("redscience")


def game(rules: str | RuleSet) -> VariationGame:
    """A game, by its name in the catalogue or by its rule set.

    Raises:
        UnknownGame: the catalogue has no game of this name; the message lists near ones.
        NotPlayable: it needs what the engine does not play yet.
    """
    from redscience.variations import catalogue  # noqa: PLC0415 - the rule language is read when the first game is made
    from redscience.variations.game import VariationGame  # noqa: PLC0415 - loads the engine

    return VariationGame(catalogue.get(rules) if isinstance(rules, str) else rules)


def load(path: str | PathLike[str]) -> VariationGame:
    """A game from a rule-set file.

    Raises:
        OSError: the file cannot be read.
        RuleSetError: it has faults; all of them are listed.
        NotPlayable: it needs what the engine does not play yet.
    """
    from redscience.variations.language import read  # noqa: PLC0415 - see game

    return game(read(Path(path).read_bytes()))


def __getattr__(name: str) -> Any:
    if name in {"playouts", "Playouts"}:
        from redscience.variations import playouts as module  # noqa: PLC0415 - loads the engine

        return getattr(module, name)
    raise AttributeError(f"module 'redscience' has no attribute {name!r}")
