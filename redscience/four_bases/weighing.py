"""How much a match counts for each seat where some have left it (rules: D2, Absence)."""

from __future__ import annotations

from collections.abc import Mapping
from statistics import fmean

from redscience.random_games import Result


def weights_of(results: Mapping[str, Result], shares: Mapping[str, float]) -> dict[str, float]:
    """By seat, how much of the rating of a match counts for it; none where nobody has left.

    A winner wins from each loser what that one has played, and a loser pays it: both as far as the winner has played
    too. Where seats draw, each counts as far as it has played.

    Args:
        results: of each seat.
        shares: the part of all turns, from 0 to 1, that whoever took the seat has played.
    """
    if all(share == 1 for share in shares.values()):
        return {}
    winner = next((seat for seat, result in results.items() if result == "win"), None)
    if winner is None:
        return dict(shares)
    lost = {seat: shares[seat] * shares[winner] for seat in results if seat != winner}
    return {seat: lost[seat] if seat in lost else fmean(lost.values()) for seat in results}
