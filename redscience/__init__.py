"""Invent board games, play them at once, and find out who plays them best.

    game = redscience.game("Connect4")
    state = game.start(seed=7)
    state = state.play({"black": "O@4,1"})
    redscience.playouts(game, 100_000, seed=7).counts

    agent = redscience.agent("standard", seconds=0.1, seed=7)
    agent.begin(game, "black")
    agent.choose(game.start().view("black")).move

Importing this package is quick; a family's engine is loaded when the first of its games is made. A machine that has
never had it compiles it then, once, in a minute or two, and says so in the log `redscience`. Errors are in
`redscience.errors`; docs/library.md has examples.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib.metadata import version
from os import PathLike
from pathlib import Path
from typing import Any

from redscience import families
from redscience.agents import Advice, Agent, agent
from redscience.arguments import shown, whole_number
from redscience.errors import RedscienceError
from redscience.interface import Game, Outcome, RandomGame, Source, State, whole_seed
from redscience.random_games import Playouts

__all__ = [
    "Advice",
    "Agent",
    "Game",
    "Outcome",
    "Playouts",
    "RandomGame",
    "RedscienceError",
    "Source",
    "State",
    "agent",
    "families",
    "game",
    "load",
    "playouts",
]
__version__ = version("redscience")


def game(source: str | Source | Mapping[str, Any]) -> Game:
    """A game, by the name of a ready one, by its source, or by its rules as a dict; `load` reads a file.

    Raises:
        UnknownGame: there is no game of this name; the message lists near ones.
        RuleSetError: the rules have faults; all of them are listed.
        TypeError: it is none of these.
    """
    if isinstance(source, Mapping):
        source = families.read(source)
    if isinstance(source, str):
        source = families.get(source)
    if not isinstance(source, Source):
        raise TypeError(f"source is {shown(source)}; give a game's name, its rules as a dict, or a path to load()")
    families.prepare(source.family)
    return source.game()


def load(path: str | PathLike[str]) -> Game:
    """A game from its file.

    Raises:
        OSError: the file cannot be read.
        RuleSetError: it has faults; all of them are listed.
    """
    return game(families.read(Path(path).read_bytes()))


def playouts(
    start: Game | State,
    games: int,
    *,
    seed: int = 0,
    cores: int = 1,
    progress: Callable[[int], None] | None = None,
) -> Playouts:
    """Plays random games from the start of a game, or from a state, and counts their outcomes.

    Args:
        start: where every game begins.
        games: how many.
        seed: the same seed gives the same counts on any number of cores.
        cores: threads that play side by side, where the family can use them.
        progress: called now and then with the number of games played so far, from the calling thread.

    Raises:
        ValueError: games or cores are no whole numbers from 1, or the seed is none from 0 to 2**128-1.
        MatchOver: the state has nothing left to play.
        TypeError: they are to start from something else.
    """
    if not isinstance(start, Game | State):
        raise TypeError(f'start is {shown(start)}; give a game or a state, such as redscience.game("Connect4")')
    games, cores, seed = whole_number("games", games), whole_number("cores", cores), whole_seed(seed)
    return start.playouts(games, seed=seed, cores=cores, progress=progress)
