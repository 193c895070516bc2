"""How a match came to its end, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from redscience.english import English
from redscience.rainbow.engine.records import BY_LEAVING, BY_LINE, BY_REPETITION, MOST_PLIES
from redscience.results import results_in_words

_LINES: Mapping[str, English] = {
    "R": "a red line",
    "O": "an orange line",
    "Y": "a yellow line",
    "G": "a green line",
    "B": "a blue line",
    "V": "a violet line",
    "W": "a white line",
    "K": "a black line",
}


def verdict(reason: int, mover: str, colors: Sequence[str], left: Sequence[str], outcome: Mapping[str, str]) -> str:
    """What decided, and who has won.

    Args:
        reason: the engine's.
        mover: who acted last.
        colors: the faces that the complete lines are of, where lines decided.
        left: who left.
        outcome: by seat.
    """
    return f"{_reason(reason, mover, colors, left)}. {results_in_words(outcome)}"


def _reason(reason: int, mover: str, colors: Sequence[str], left: Sequence[str]) -> English:
    if reason == BY_LINE:
        lines = _listed([_LINES[color] for color in colors])
        return f"{mover.capitalize()} has completed {lines}"
    if reason == BY_REPETITION:
        return "The same position has come about a third time with the same player to move"
    if reason == BY_LEAVING:
        seats = _listed(left).capitalize()
        return f"{seats} left"
    return f"{MOST_PLIES} turns have been taken without a line"


def _listed(words: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))
