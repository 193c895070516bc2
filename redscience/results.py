"""What became of the seats of a match, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from redscience.english import English

_ORDER = ("win", "draw", "lose")
_DRAWN: English = "It is a draw."


def results_in_words(outcome: Mapping[str, str]) -> str:
    """All seats by their results, in one sentence.

    Args:
        outcome: "win", "draw" or "lose" by seat; at least one.
    """
    if set(outcome.values()) == {"draw"}:
        return _DRAWN
    groups = {result: [seat for seat in outcome if outcome[seat] == result] for result in _ORDER}
    told = ", ".join(_clause(result, seats) for result, seats in groups.items() if seats)
    return f"{told[0].upper()}{told[1:]}."


def _clause(result: str, named: Sequence[str]) -> English:
    """One result and whose it is."""
    one, seats = len(named) == 1, " and ".join(filter(None, (", ".join(named[:-1]), named[-1])))
    if result == "win":
        return f"{seats} {'wins' if one else 'win'}"
    if result == "draw":
        return f"{seats} {'draws' if one else 'draw'}"
    return f"{seats} {'loses' if one else 'lose'}"
