"""How a match ended, in words and numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from redscience.english import English
from redscience.interface import Outcome
from redscience.random_games import Result
from redscience.stratego.engine.limits import MOST_QUIET
from redscience.stratego.engine.records import (
    BY_AGREEMENT,
    BY_BLOCK,
    BY_FLAG,
    BY_LEAVING,
    BY_QUIET,
    BY_STANDSTILL,
    DRAW,
    LOSE,
    MARSHAL,
    WIN,
    Array,
)
from redscience.stratego.seats import SEATS, other

_RESULTS: Mapping[int, Result] = {LOSE: "lose", DRAW: "draw", WIN: "win"}
_WHY: Mapping[int, English] = {
    BY_FLAG: "{Winner} captures the flag and wins.",
    BY_BLOCK: "{Loser} has no legal move, so {winner} wins.",
    BY_STANDSTILL: "Neither side has a piece left that can move: it is a draw.",
    BY_QUIET: f"There was no attack in {MOST_QUIET} moves: it is a draw.",
    BY_AGREEMENT: "Both agree to a draw.",
    BY_LEAVING: "{Loser} leaves, so {winner} wins.",
}


def results_of(result: int) -> Mapping[str, Result]:
    """What became of each seat, by a result of the engine that is not ONGOING."""
    return {seat: _RESULTS[result >> 2 * number & 3] for number, seat in enumerate(SEATS)}


def outcome_of(position: Array) -> Outcome:
    """The outcome of a match that is over."""
    now = position[0]
    results = results_of(int(now["result"]))
    statistics = {seat: _statistics(now, number, results) for number, seat in enumerate(SEATS)}
    return Outcome(results, statistics=statistics)


def _statistics(now: Any, side: int, results: Mapping[str, Result]) -> Mapping[str, float]:
    """What is counted of a seat's matches; the length only where somebody has won what was played."""
    length = int(now["plies"]) if "win" in results.values() else 0
    counts = {
        "bombs hit": int(now["bombs_hit"][side]),
        "bombs defused": int(now["bombs_defused"][side]),
        "marshals captured": int(now["lost"][1 - side][MARSHAL]),
        "marshals lost": int(now["lost"][side][MARSHAL]),
    }
    return counts | ({"moves in shortest game": length, "moves in longest game": length} if length else {})


def in_words(position: Array) -> English:
    """How it came to the end, in a sentence."""
    now = position[0]
    winners = [seat for seat, result in results_of(int(now["result"])).items() if result == "win"]
    if not winners and now["reason"] == BY_LEAVING:
        return "Both leave, so both lose."
    winner = winners[0] if winners else SEATS[0]
    loser = other(winner)
    return _WHY[int(now["reason"])].format(
        winner=winner, loser=loser, Winner=winner.capitalize(), Loser=loser.capitalize()
    )
