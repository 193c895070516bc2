"""How players stand, as counts; all further statistics are others' to make."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from redscience.random_games import Result
from redscience.tournaments.results import Results
from services.batch.model import Tournament

Seats = dict[tuple[int, int], Counter[Result]]
"""By player and game, what became of their seats in it."""


@dataclass(frozen=True, slots=True)
class PlayerCount:
    """What became of the seats of one player, in one game or, where that is -1, in all."""

    player: int
    game: int
    won: int = 0
    drawn: int = 0
    lost: int = 0


def add_seats(seats: Seats, results: Results) -> None:
    """Adds what became of each player's seats in some games."""
    for (game, players), outcomes in results.outcomes.items():
        for outcome, times in outcomes.items():
            for player, result in zip(players, outcome, strict=True):
                seats.setdefault((player, game), Counter())[result] += times


def player_counts(seats: Seats) -> list[PlayerCount]:
    """What became of each player's seats, in the order of the players and games."""
    return [
        PlayerCount(player, game, its["win"], its["draw"], its["lose"]) for (player, game), its in sorted(seats.items())
    ]


def totals_after(tournament: Tournament, results: Results) -> list[tuple[int, int, int]]:
    """By player, how many seats were won, drawn and lost in all once these games are counted, too."""
    seats: Seats = {}
    add_seats(seats, results)
    totals = list(tournament.totals) or [(0, 0, 0)] * len(tournament.players)
    for each in player_counts(seats):
        won, drawn, lost = totals[each.player]
        totals[each.player] = (won + each.won, drawn + each.drawn, lost + each.lost)
    return totals


def total_counts(tournament: Tournament) -> Sequence[PlayerCount]:
    """What became of each player's seats in all games."""
    totals = tournament.totals or [(0, 0, 0)] * len(tournament.players)
    return [PlayerCount(player, -1, *total) for player, total in enumerate(totals)]
