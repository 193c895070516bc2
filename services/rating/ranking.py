"""Who came before whom: winners, then draws, then losers; partners as one side; ties tie (rules: C10)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from services.rating.result import MatchResult, Outcome, SeatResult

RANKS: dict[Outcome, int] = {"win": 0, "draw": 1, "lose": 2}


@dataclass(frozen=True, slots=True)
class Side:
    """Those who are rated together.

    Attributes:
        players: ids, in order of play; empty for Chaos, which has no rating to change.
        rank: the smaller the better; equal ranks tie.
        weights: of each player, how much of the match counts, from 0 to 1; all of it where there are none.
    """

    players: tuple[str, ...]
    rank: int
    weights: tuple[float, ...] = ()


def sides(result: MatchResult) -> tuple[Side, ...]:
    """The sides of a match, in the order of their first seats; Chaos is the last."""
    teams: dict[int, list[SeatResult]] = {}
    for seat in result.seats:
        teams.setdefault(seat.team, []).append(seat)
    players = tuple(map(_side, teams.values()))
    return players if result.chaos is None else (*players, Side((), RANKS[result.chaos]))


def _side(team: Sequence[SeatResult]) -> Side:
    weights = tuple(seat.weight for seat in team)
    is_whole = all(weight == 1 for weight in weights)
    return Side(tuple(seat.player_id for seat in team), RANKS[team[0].outcome], () if is_whole else weights)
