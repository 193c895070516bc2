"""The searcher of Stratego; see `redscience.search.findings`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from redscience.many_games import engine_seed
from redscience.search.findings import Findings, MoveFindings, Searcher, only_best
from redscience.search.in_turn import InTurn
from redscience.stratego.engine.legality import OFFER
from redscience.stratego.engine.records import N_KINDS, ROW, position
from redscience.stratego.moves import text_of
from redscience.stratego.options import BARRAGE, FULL
from redscience.stratego.prepared import PreparedGame
from redscience.stratego.search import kernels
from redscience.stratego.search.table import table
from redscience.stratego.seats import SEATS
from redscience.stratego.situation import Situation

WORTH: Mapping[str, tuple[float, ...]] = {
    FULL: (0.0, 3.5, 0.027, 0.03, 0.018, 0.031, 0.066, 0.088, 0.233, 0.288, 0.367, 0.497, 0.049),
    BARRAGE: (0.0, 3.5, 0.176, 0.128, 0.221, 0.0, 0.0, 0.0, 0.0, 0.0, 0.365, 0.477, 0.01),
}
"""By army and kind, what a piece more is worth in random games, in logits of winning: `benchmarks.piece_worth`.

The flag, which is never lost before the end, counts as a won game.
"""
NEAR: Mapping[str, tuple[float, ...]] = {
    FULL: (0.0, 1.392, 0.678, 0.33, 0.176),
    BARRAGE: (0.0, 0.787, 0.583, 0.342, 0.197),
}
"""By army and steps, what a piece so near to the other's flag is worth there."""
DOUBT = 30.0
"""So many random games weigh as much as what is known of a kind in a row, and as what is known of the set-up."""


class StrategoSearcher(Searcher):
    """A table of moves, and playouts that are cut off.

    Attributes:
        explores, plies, draws: see `table.TABLE`; chosen by docs/adr/0021-standard-player.md.
    """

    explores, plies, draws = 1.0, 60, 3

    def __init__(self, game: PreparedGame) -> None:
        self.game = game
        self._table, self._position = table(), position()
        army = str(game.chosen.values["army"])
        self._table[0]["worth"], self._table[0]["near"] = WORTH[army], NEAR[army]
        self._states: InTurn[Situation] = InTurn()
        self._side = 0
        self._is_new = False

    def begin(self, states: Sequence[Situation], seat: str, seed: int) -> None:
        """Turns to a new position; what was found out of a set-up serves for the rest of it."""
        goes_on = self._is_new and states[0].is_setting_up and self._side == SEATS.index(seat)
        self._states, self._side = InTurn(states), SEATS.index(seat)
        self._is_new = states[0].is_setting_up
        tree = self._table[0]
        for name in ("explores", "plies", "draws"):
            tree[name] = getattr(self, name)
        tree["known"] = self._known()
        self._position[0]["random"] = engine_seed(seed) | 1
        if not goes_on:
            kernels.stratego_forget(self._table)

    def search(self, simulations: int) -> int:
        """Plays so many simulations more."""
        self._states.search(simulations, self._search)
        return simulations

    def findings(self) -> Findings:
        """What has been found out."""
        tree = self._table[0]
        done = int(tree["simulations"])
        red = float(tree["won"]) / max(done, 1)
        values = dict(zip(SEATS, (red, 1.0 - red), strict=True))
        moves = [move for move in self._states.states[0].numbers(SEATS[self._side]) if move != OFFER]
        return Findings(values, only_best(self._placed(moves) if self._is_new else self._made(moves)), done)

    def _search(self, state: Situation, simulations: int) -> None:
        more = kernels.stratego_set_up if self._is_new else kernels.stratego_search
        more(state.record, self._position, self._table, self._side, simulations)

    def _known(self) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
        """Where nothing is to be laid anew: where all states have the same."""
        cells = np.stack([state.record[0]["cell"] for state in self._states.states])
        same: np.ndarray[tuple[int, ...], np.dtype[np.bool_]] = (cells == cells[0]).all(axis=0)
        return same

    def _made(self, moves: Sequence[int]) -> Mapping[str, MoveFindings]:
        visits, totals = np.zeros(len(moves), np.int32), np.zeros(len(moves))
        kernels.stratego_read(self._table, np.array(moves, np.int32), visits, totals)
        return {
            text_of(move): MoveFindings(n, total / n if n else 0.5, 0.0)
            for move, n, total in zip(moves, visits.tolist(), totals.tolist(), strict=True)
        }

    def _placed(self, moves: Sequence[int]) -> Mapping[str, MoveFindings]:
        """Of what stood nowhere often, what is known of its kind in that row counts for more."""
        placed = self._table[0]["placed"]
        rows = placed.reshape(N_KINDS, ROW, ROW, 2).sum(axis=2)
        mean = rows[..., 1].sum() / max(rows[..., 0].sum(), 1.0)
        of_row = (rows[..., 1] + DOUBT * mean) / (rows[..., 0] + DOUBT)
        of_cell = (placed[..., 1] + DOUBT * np.repeat(of_row, ROW, axis=1)) / (placed[..., 0] + DOUBT)
        best = max(moves, key=lambda move: of_cell[move >> 8, move & 255])
        return {
            text_of(move): MoveFindings(
                int(placed[move >> 8, move & 255, 0]) if move != best else int(placed[..., 0].max()) + 1,
                float(of_cell[move >> 8, move & 255]),
                0.0,
            )
            for move in moves
        }
