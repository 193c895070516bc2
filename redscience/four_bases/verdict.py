"""How a match ended, in words."""

from __future__ import annotations

from collections.abc import Sequence

from redscience.english import English
from redscience.interface import Outcome

_DESERTED: English = "Everybody has left: it is a draw, and counts for nobody."
_VOID: English = "A bot had taken the seat that won, so it counts for nobody."


def verdict(outcome: Outcome, *, flags: Sequence[str], deserted: bool, turn: int) -> str:
    """A sentence or two."""
    if deserted:
        return _DESERTED
    said = _decided(outcome, flags, turn)
    return f"{said} {_VOID}" if outcome.is_void else said


def _decided(outcome: Outcome, flags: Sequence[str], turn: int) -> English:
    """What decided."""
    won = [seat for seat, result in outcome.items() if result == "win"]
    drawn = [seat for seat, result in outcome.items() if result == "draw"]
    if len(flags) == len(outcome):
        return f"All flags are up in turn {turn}: it is a draw."
    if won and len(flags) == len(outcome) - 1:
        return f"{won[0].capitalize()} wins in turn {turn}: all other flags are up."
    if won:
        return f"{won[0].capitalize()} wins by bases, then pieces, after turn {turn}."
    return f"{_listed(drawn)} draw: they have the same number of bases and pieces after turn {turn}."


def _listed(seats: Sequence[str]) -> str:
    *first, last = seats
    return f"{', '.join(first)} and {last}".capitalize()
