"""How a match ended, in words."""

from __future__ import annotations

from collections.abc import Sequence

from redscience.interface import Outcome


def verdict(outcome: Outcome, *, flags: Sequence[str], deserted: bool, turn: int) -> str:
    """A sentence or two."""
    won = [seat for seat, result in outcome.items() if result == "win"]
    drawn = [seat for seat, result in outcome.items() if result == "draw"]
    if deserted:
        return "Everybody has left: it is a draw, and counts for nobody."
    if len(flags) == len(outcome):
        said = f"All flags are up in turn {turn}: it is a draw."
    elif won and len(flags) == len(outcome) - 1:
        said = f"{won[0].capitalize()} wins in turn {turn}: all other flags are up."
    elif won:
        said = f"{won[0].capitalize()} wins by bases, then pieces, after turn {turn}."
    else:
        said = f"{_listed(drawn)} draw: they have as many bases and pieces after turn {turn}."
    return f"{said} A bot had taken the seat that won, so it counts for nobody." if outcome.is_void else said


def _listed(seats: Sequence[str]) -> str:
    *first, last = seats
    return f"{', '.join(first)} and {last}".capitalize()
