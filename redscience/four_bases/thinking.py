"""The searcher of Four Bases; see `redscience.search.findings`."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from redscience.four_bases.engine.records import POSITION, record
from redscience.four_bases.prepared import PreparedGame, thread_round, thread_scratch
from redscience.four_bases.search import kernels
from redscience.four_bases.search.lessons import lessons
from redscience.four_bases.situation import Situation
from redscience.many_games import engine_seed
from redscience.search.findings import Findings, MoveFindings, Searcher
from redscience.search.in_turn import InTurn


class FourBasesSearcher(Searcher):
    """Random games, in which the orders of the present turn are given by what they have been worth.

    There are far too many plans of a turn to be looked at one by one: an order is judged by all plans that it was part
    of. What was found out serves for the rest of the turn.

    Attributes:
        draws, doubt: see `lessons.LESSONS`; chosen by docs/adr/0021-standard-player.md.
    """

    draws, doubt = 3, 30.0

    def __init__(self, game: PreparedGame) -> None:
        self.game = game
        self._lessons, self._position = lessons(), record(POSITION)
        self._states: InTurn[Situation] = InTurn()
        self._seat = self._turn = 0

    def begin(self, states: Sequence[Situation], seat: str, seed: int) -> None:
        """Turns to a new position: what was found out before is of the same turn, or forgotten."""
        number = self.game.layout.seats.index(seat)
        if (number, states[0].turn) != (self._seat, self._turn) or not states[0].plan(number):
            kernels.four_bases_forget(self._lessons)
        self._states, self._seat, self._turn = InTurn(states), number, states[0].turn
        self._lessons[0]["draws"], self._lessons[0]["doubt"] = self.draws, self.doubt
        self._position[0]["random"] = engine_seed(seed) | 1

    def search(self, simulations: int) -> int:
        """Plays so many games more."""
        self._states.search(simulations, self._search)
        return simulations

    def findings(self) -> Findings:
        """What has been found out."""
        its, state = self._lessons[0], self._states.states[0]
        done = int(its["simulations"])
        values = dict(zip(self.game.seats, (its["won"][: len(self.game.seats)] / max(done, 1)).tolist(), strict=True))
        choices, weights = state.choices(self._seat)
        orders = [order for order, weight in zip(choices, weights, strict=True) if weight]
        visits, worths = np.zeros(len(orders), np.int32), np.zeros(len(orders))
        kernels.four_bases_lessons(self._lessons, self._seat, np.array(orders, np.int32), visits, worths)
        best = int(worths.argmax())
        moves = {
            state.text_of(order): MoveFindings(int(visits[i]), float(worths[i]), float(i == best))
            for i, order in enumerate(orders)
        }
        return Findings(values, moves if done else {}, done)

    def _search(self, state: Situation, games: int) -> None:
        kernels.four_bases_think(
            self.game.rules, state.record, self._position, thread_scratch(), thread_round(), self._lessons, games
        )
