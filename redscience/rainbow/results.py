"""What the numbers of the engine's results stand for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from redscience.rainbow.engine.records import DRAW, LOSE, ONGOING, WIN
from redscience.random_games import Result

_RESULTS: Mapping[int, Result] = {LOSE: "lose", DRAW: "draw", WIN: "win"}


def results_of(seats: Sequence[str], result: int) -> Mapping[str, Result]:
    """Each seat's; empty while the match goes on."""
    if result == ONGOING:
        return {}
    return {seat: _RESULTS[result >> 2 * number & 3] for number, seat in enumerate(seats)}
