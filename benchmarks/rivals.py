"""OpenSpiel's bots as players of our matches: they see the moves so far, through the adapters of `make openspiel`.

Budgets in seconds are of CPU time, so that load on the machine favours nobody. The bots take simulations alone: so many
are asked for as fit into the time, by what the last move cost, and what was too much or too little is made up.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from openspiel.adapter import Adapter

from redscience.interface import State

PROBE = 100
"""So many simulations tell at first how many a bot makes in a second."""
LEAST = 20


@dataclass(slots=True)
class OpenSpielBot:
    """A bot that is made anew for each move.

    Attributes:
        adapter: of the game.
        seconds: of CPU time for a move; None where `n` counts.
        n: simulations for a move.
        uct_c: its constant of exploration.
        simulations, cpu: what it has spent so far.
    """

    adapter: Adapter
    seconds: float | None
    n: int
    uct_c: float
    seat: str = ""
    simulations: int = 0
    cpu: float = 0.0
    rate: float = 0.0
    left: float = 0.0

    def begin(self, seat: str) -> None:
        """A match begins."""
        self.seat, self.rate, self.left = seat, 0.0, 0.0

    def opened(self, state: State, move: str) -> None:
        """Nothing to note: it is given all moves with each decision."""

    def move(self, state: State, played: Sequence[str]) -> str:
        """A move by the bot, in the state of OpenSpiel's that the same moves lead to."""
        import pyspiel  # noqa: PLC0415 - only where it is asked for

        game = pyspiel.load_game(self.adapter.peer)
        theirs = game.new_initial_state()
        for move in played:
            self._pass(theirs)
            if not theirs.is_terminal():
                theirs.apply_action(self._action(theirs, move))
        self._pass(theirs)
        if theirs.is_terminal():
            return state.legal(self.seat)[0]  # a draw there, and here whatever is done
        action = self._timed(
            game, theirs, self.n if self.seconds is None else self._fitting(game, theirs, self.seconds)
        )
        key = self.adapter.theirs(theirs, action)
        return next(move for move in state.legal(self.seat) if self.adapter.ours(move) == key)

    def _fitting(self, game: Any, theirs: Any, seconds: float) -> int:
        """So many simulations as fit into the time."""
        if not self.rate:
            self._timed(game, theirs.clone(), PROBE)
        self.left = min(self.left + seconds, 2 * seconds)  # what a solved position leaves is lost
        return max(LEAST, int(self.rate * self.left))

    def _timed(self, game: Any, theirs: Any, n: int) -> int:
        """A move after so many simulations."""
        began = time.thread_time()
        action = self._step(game, theirs, n)
        took = time.thread_time() - began
        self.left -= took
        if not self.rate or took > (self.seconds or 0.0) / 4:
            self.rate = n / took  # a position that was solved sooner tells nothing
        self.cpu, self.simulations = self.cpu + took, self.simulations + n
        return action

    def _step(self, game: Any, theirs: Any, n: int) -> int:
        raise NotImplementedError

    def _action(self, theirs: Any, move: str) -> int:
        key = self.adapter.ours(move)
        actions: Sequence[int] = theirs.legal_actions()
        return next(action for action in actions if self.adapter.theirs(theirs, action) == key)

    def _pass(self, theirs: Any) -> None:
        """Passes where OpenSpiel wants a pass said and we do not."""
        while not theirs.is_terminal():
            actions = theirs.legal_actions()
            if len(actions) > 1 or self.adapter.theirs(theirs, actions[0]) is not None:
                return
            theirs.apply_action(actions[0])


class MctsBot(OpenSpielBot):
    """Its C++ MCTSBot with random rollouts and its solver."""

    def _step(self, game: Any, theirs: Any, n: int) -> int:
        import pyspiel  # noqa: PLC0415 - only where it is asked for

        solves, tells = True, False
        evaluator = pyspiel.RandomRolloutEvaluator(1, n)
        return int(pyspiel.MCTSBot(game, evaluator, self.uct_c, n, 1000, solves, n, tells).step(theirs))


class IsmctsBot(OpenSpielBot):
    """Its Python ISMCTSBot with random rollouts, and states drawn that agree with all that its player knows."""

    def _step(self, game: Any, theirs: Any, n: int) -> int:
        import numpy as np  # noqa: PLC0415 - only where it is asked for
        from open_spiel.python.algorithms import ismcts, mcts  # noqa: PLC0415 - likewise

        chance = np.random.RandomState(n + len(theirs.history()))
        evaluator = mcts.RandomRolloutEvaluator(1, chance)
        bot = ismcts.ISMCTSBot(game, evaluator, self.uct_c, n, random_state=chance)
        sampler = _Sampler(game, theirs, Random(n + len(theirs.history())))
        bot.set_resampler(lambda *_: sampler.drawn())
        return int(bot.step(theirs))


class _Sampler:
    """Draws states that agree with what the player to move has done and been told, by trying the others' moves."""

    def __init__(self, game: Any, theirs: Any, chance: Random) -> None:
        self._game, self._chance = game, chance
        self._player = theirs.current_player()
        self._done: list[tuple[int | None, str]] = []
        state = game.new_initial_state()
        for action in theirs.history():
            is_own = state.current_player() == self._player
            state.apply_action(action)
            self._done.append((action if is_own else None, state.information_state_string(self._player)))

    def drawn(self) -> Any:
        """A state."""
        return next(self._from(self._game.new_initial_state(), 0))

    def _from(self, state: Any, step: int) -> Iterator[Any]:
        """The states that a state leads to, in random order."""
        if step == len(self._done):
            yield state
            return
        own, told = self._done[step]
        actions = [own] if own is not None else list(state.legal_actions())
        self._chance.shuffle(actions)
        for action in actions:
            after = state.clone()
            after.apply_action(action)
            if after.information_state_string(self._player) == told and not after.is_terminal():
                yield from self._from(after, step + 1)
