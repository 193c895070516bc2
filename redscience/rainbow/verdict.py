"""How a match came to its end, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from redscience.rainbow.engine.records import BY_LEAVING, BY_LINE, BY_REPETITION, MOST_PLIES
from redscience.rainbow.pegs import FACE_NAMES

_VERBS = {"win": ("wins", "win"), "lose": ("loses", "lose"), "draw": ("draws", "draw")}


def verdict(reason: int, mover: str, colors: Sequence[str], left: Sequence[str], outcome: Mapping[str, str]) -> str:
    """What decided, and who has won.

    Args:
        reason: the engine's.
        mover: who acted last.
        colors: the faces that the complete lines are of, where lines decided.
        left: who left.
        outcome: by seat.
    """
    return f"{_reason(reason, mover, colors, left)} {_results(outcome)}"


def _reason(reason: int, mover: str, colors: Sequence[str], left: Sequence[str]) -> str:
    if reason == BY_LINE:
        named = _listed([f"a {FACE_NAMES[color]} line" for color in colors]).replace("a orange", "an orange")
        return f"{mover.capitalize()} has completed {named}."
    if reason == BY_REPETITION:
        return "The same position has come about a third time with the same player to move."
    if reason == BY_LEAVING:
        return f"{_listed(left).capitalize()} left."
    return f"{MOST_PLIES} turns have been taken without a line."


def _results(outcome: Mapping[str, str]) -> str:
    if set(outcome.values()) == {"draw"}:
        return "It is a draw."
    groups = {came: [seat for seat in outcome if outcome[seat] == came] for came in ("win", "draw", "lose")}
    parts = [f"{_listed(seats)} {_VERBS[came][len(seats) > 1]}" for came, seats in groups.items() if seats]
    told = ", ".join(parts)
    return f"{told[0].upper()}{told[1:]}."


def _listed(words: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))
