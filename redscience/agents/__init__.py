"""Players of any game: an agent is begun with a game and a seat, and answers views.

    agent = redscience.agent("standard", seconds=0.1, seed=7)
    agent.begin(game, "black")
    advice = agent.choose(state.view("black"))

An agent is given what its seat may know and nothing else. What it thinks of a view is an `Advice`.

    random      each move as likely as its weight
    greedy      wins at once, stops a loss, else as Random
    standard    thinks ahead
"""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches

from redscience.agents.budget import Budget, whole_seed
from redscience.agents.contract import Advice, Agent
from redscience.agents.greedy import GreedyAgent
from redscience.agents.random import RandomAgent
from redscience.agents.standard import StandardAgent
from redscience.errors import UnknownAgent

__all__ = ["Advice", "Agent", "Budget", "agent", "names"]

_MAKERS: Mapping[str, type[Agent]] = {"random": RandomAgent, "greedy": GreedyAgent, "standard": StandardAgent}
_LONGEST = 40


def names() -> tuple[str, ...]:
    """The names of all agents."""
    return tuple(_MAKERS)


def agent(name: str, *, seconds: float | None = None, simulations: int | None = None, seed: int = 0) -> Agent:
    """An agent by its name.

    Args:
        name: in whatever case.
        seconds: that it may think about a move; a tenth of one where nothing is said.
        simulations: so many games it may try for a move instead: what it does can then be repeated exactly.
        seed: of all that it draws.

    Raises:
        UnknownAgent: there is none of this name; the message lists near ones.
        InvalidField: a budget is no number above 0, or both are given; the seed is no whole number.
    """
    wanted = name.casefold()[:_LONGEST] if isinstance(name, str) else ""
    maker = _MAKERS.get(wanted)
    if maker is None:
        near = get_close_matches(wanted, _MAKERS, n=1) or _MAKERS
        said = str(name)[:_LONGEST]
        raise UnknownAgent(
            f"There is no agent named {said!r}. There {'is' if len(near) == 1 else 'are'} {', '.join(near)}."
        )
    return maker(Budget.of(seconds, simulations), whole_seed(seed))
