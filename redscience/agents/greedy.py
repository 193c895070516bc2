"""The agent that looks one move ahead."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from redscience.agents.belief import Effort
from redscience.agents.believing import BelievingAgent
from redscience.agents.contract import Advice, drawn, weighted
from redscience.interface import CHAOS, State

MOVES = 2000
"""So many are tried to find a state that agrees with what the seat has been told."""


class GreedyAgent(BelievingAgent):
    """Wins at once where it can, else keeps the next one from winning, else draws as Random does.

    Where something is hidden it looks at one state that agrees with what its seat has been told.
    """

    def _choose(self, view: Mapping[str, Any]) -> Advice:
        has_choice = len(weighted(view)[0]) > 1 and self.seat != CHAOS
        states = self._belief.states(view, Effort(MOVES), most=1) if has_choice else ()
        move = self._seen(states[0], view) if states else drawn(view, self.chance)
        return Advice(move, states=len(states))

    def _seen(self, state: State, view: Mapping[str, Any]) -> str:
        moves, weights = weighted(view)
        after = {move: state.play({self.seat: move}) for move in moves}
        for move, its in after.items():
            if its.outcome is not None and its.outcome[self.seat] == "win":
                return move
        in_order = sorted(moves, key=lambda move: self.chance.random() ** (1 / weights[moves.index(move)]))
        return self._safe(after, in_order[::-1])

    def _safe(self, after: Mapping[str, State], moves: Sequence[str]) -> str:
        """The first of some moves after which nobody wins at once; the first of all where there is none."""
        refuting: list[str] = []  # what has won before is tried first
        for move in moves:
            refutation = self._refutation(after[move], refuting)
            if refutation is None:
                return move
            if refutation and refutation not in refuting:
                refuting.insert(0, refutation)
        return moves[0]

    def _refutation(self, state: State, first: Sequence[str]) -> str | None:
        """A move after which the seat has lost; "" where it has already, None where there is none."""
        if state.outcome is not None:
            return "" if state.outcome[self.seat] == "lose" else None
        others = [seat for seat in state.acting if seat != self.seat]
        if len(state.acting) != 1 or not others or others[0] == CHAOS:
            return None
        legal = state.legal(others[0])
        for move in (*(move for move in first if move in legal), *legal):
            outcome = state.play({others[0]: move}).outcome
            if outcome is not None and outcome[self.seat] == "lose":
                return move
        return None
