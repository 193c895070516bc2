"""The standard player: thinks ahead in any game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any

from redscience import families
from redscience.agents.belief import MOST, Effort
from redscience.agents.believing import BelievingAgent
from redscience.agents.budget import Budget
from redscience.agents.contract import Advice, drawn, weighted
from redscience.errors import UnplayableGame
from redscience.interface import CHAOS, SPECTATOR, Game, State
from redscience.search import Findings, MoveFindings, Searcher

_SEED_BITS = 60
MOVES = 5000
"""So many are tried at most, to find states that agree with what the seat has been told."""
LOOKING = 0.4
"""Such a part of the time may go by over that."""
FIRST, PART = 1, 0.1
"""So many simulations at first, however much one costs, then as many as take such a part of the time that is left."""
LONGEST = 0.25
"""So many seconds go by at most before Ctrl-C is heeded, however long it thinks."""
DRAWN = 0.5
"""What a draw is worth."""
_loaded = set[type[Game]]()
"""The kinds of games, one of each family, of which all is loaded that thinking needs."""


class StandardAgent(BelievingAgent):
    """Searches the states that agree with the view; where one move is all there is, it makes it at once."""

    def __init__(self, budget: Budget, seed: int) -> None:
        super().__init__(budget, seed)
        self.searcher: Searcher | None = None

    def begin(self, game: Game, seat: str) -> None:
        """Turns to a new match; loads what its family thinks by, so that time to think is not spent on that."""
        super().begin(game, seat)
        self.searcher = game.searcher()
        load(game)

    def rest(self) -> None:
        """Lets go of the tree, too."""
        super().rest()
        if self.game is not None:
            self.searcher = self.game.searcher()

    def _choose(self, view: Mapping[str, Any]) -> Advice:
        ends_at = self.budget.clock() + (self.budget.seconds or 0.0)
        searcher = self.searcher
        seed = self.chance.getrandbits(_SEED_BITS)
        advice = None
        if searcher is not None and len(weighted(view)[0]) > 1 and self.seat != CHAOS:
            states = self._belief.states(view, *effort_of(self.budget))
            if states:
                found = find_out(searcher, states, self.seat, seed, partial(think, searcher, self.budget, ends_at))
                advice = self._advice(found, len(states))
        return advice or Advice(drawn(view, self.chance))

    def _advice(self, found: Findings, states: int) -> Advice | None:
        """A move by what was found out: drawn, where the round is sealed; None where too little was."""
        if not found.moves:
            return None
        chances = [its.chance for its in found.moves.values()]
        move = self.chance.choices(list(found.moves), chances)[0]
        return Advice(move, found.values, found.moves, found.simulations, states)


def load(game: Game) -> None:
    """Loads all that thinking about the games of a family needs, once in a process."""
    if (kind := type(game)) not in _loaded:
        _loaded.add(kind)  # before: whoever thinks in order to load begins, too
        with suppress(Exception):  # whatever fails here fails again when a move is chosen, where it is expected
            _compile(game)
            think_once(game)


def _compile(game: Game) -> None:
    with suppress(UnplayableGame):  # not registered: tests make up such games
        families.prepare(families.family(game.start(0).view(SPECTATOR)["family"]), searches=True)


def think_once(game: Game) -> None:
    """Thinks about the start of a game as little as can be, which loads all that thinking about its family needs."""
    state = game.start(0)
    seat = next(seat for seat in state.acting if seat != CHAOS)
    agent = StandardAgent(Budget(None, 1), 0)
    agent.begin(game, seat)
    agent.choose(state.view(seat))


def effort_of(budget: Budget) -> tuple[Effort, int]:
    """What is spent to find states, and how many: the fewer, the less there is to try in them."""
    if budget.simulations is None:
        return Effort(MOVES, budget.clock() + (budget.seconds or 0.0) * LOOKING, budget.clock), MOST
    n = budget.simulations
    return Effort(min(MOVES, 50 + 5 * n)), min(MOST, 2 + n // 10)


def find_out(searcher: Searcher, states: Sequence[State], seat: str, seed: int, search: Callable[[], None]) -> Findings:
    """What is found out of a position.

    Where a draw is offered all the budget goes to what it is worth to go on, by which the offer is weighed: in a tree
    an answer that seems bad at first is hardly tried again beside a draw that is certain.

    Args:
        searcher: that turns to it.
        states: that it may be.
        seat: that is to act.
        seed: of what is drawn.
        search: searches while the budget lasts.
    """
    refusal = states[0].silence(seat)
    going_on = states if refusal is None else [state.play({seat: refusal}) for state in states]
    searcher.begin(going_on, seat, seed)
    search()
    found = searcher.findings()
    return found if refusal is None else _weighed(found, states[0], seat, refusal)


def _weighed(found: Findings, state: State, seat: str, refusal: str) -> Findings:
    """The answers to an offer of a draw, by what it is worth to go on: a draw that is no worse is accepted.

    None, where no time was left to find that out.
    """
    if not found.simulations and seat not in found.certain:
        return replace(found, moves={})
    value = found.values[seat]
    agreement = next(move for move in state.legal(seat) if move != refusal)
    ends = state.play({seat: agreement}).outcome is not None  # else others are asked, too
    answers = {
        agreement: MoveFindings(0, DRAWN, float(value <= DRAWN), ends),
        refusal: MoveFindings(found.simulations, value, float(value > DRAWN), seat in found.certain),
    }
    return replace(found, moves=answers)


def think(searcher: Searcher, budget: Budget, ends_at: float) -> None:
    """Searches while the budget lasts, and there is anything to find out.

    Args:
        searcher: that has turned to a position.
        budget: of which the simulations count.
        ends_at: when it is over, by its clock, where time counts.
    """
    if budget.simulations is not None:
        searcher.search(budget.simulations)
        return
    n = FIRST
    while (now := budget.clock()) < ends_at:
        if searcher.search(n) < n:
            return
        took = max(budget.clock() - now, 1e-6)
        left = ends_at - budget.clock()
        n = max(1, min(4 * n, int(n * min(max(left * PART, 0.001), LONGEST) / took)))
