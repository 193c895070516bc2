"""Who came before whom: winners, then draws, then losers; partners as one side; ties tie (rules: C10)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

from services.rating.result import MatchResult, Outcome, SeatResult

RANKS: dict[Outcome, int] = {"win": 0, "draw": 1, "lose": 2}


@dataclass(frozen=True, slots=True)
class Side:
    """Those who are rated together.

    Attributes:
        players: ids, in order of play; empty for Chaos, which has no rating to change.
        rank: the smaller the better; equal ranks tie.
        shares: of each player, how much of the match they have played themself, from 0 to 1; all where there are none.
    """

    players: tuple[str, ...]
    rank: int
    shares: tuple[float, ...] = ()


def sides(result: MatchResult) -> tuple[Side, ...]:
    """The sides of a match, in the order of their first seats; Chaos is the last."""
    teams: dict[int, list[SeatResult]] = {}
    for seat in result.seats:
        teams.setdefault(seat.team, []).append(seat)
    players = tuple(map(_side, teams.values()))
    return players if result.chaos is None else (*players, Side((), RANKS[result.chaos]))


def _side(team: Sequence[SeatResult]) -> Side:
    shares = tuple(seat.weight for seat in team)
    is_whole = all(share == 1 for share in shares)
    return Side(tuple(seat.player_id for seat in team), RANKS[team[0].outcome], () if is_whole else shares)


def weights(ranked: Sequence[Side]) -> list[tuple[float, ...]]:
    """How much of a match counts for each player of each side, from 0 to 1 (rules: D2, Absence).

    What a player wins is won from those behind, and what they lose goes to those ahead: it counts by the player's own
    share of the match and by theirs, on average. Where all tie, by that of all others.
    Chaos has always played all of it.
    """
    return [tuple(share * _met(side, ranked) for share in _shares(side)) for side in ranked]


def _met(side: Side, ranked: Sequence[Side]) -> float:
    """The mean share of those whom a side came before or after; of all others where it came level with all."""
    others = [other for other in ranked if other is not side]
    apart = [other for other in others if other.rank != side.rank] or others
    shares = [share for other in apart for share in _shares(other)]
    return fmean(shares) if shares else 1.0


def _shares(side: Side) -> tuple[float, ...]:
    return side.shares or (1.0,) * max(1, len(side.players))
