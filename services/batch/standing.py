"""How players stand, as counts; all further statistics are others' to make."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from redscience.random_games import Result
from redscience.tournaments.results import Results
from redscience.tournaments.standings import standings
from services.batch.model import Tournament
from services.batch.rounds import seatings


@dataclass(frozen=True, slots=True)
class PlayerCount:
    """What became of the seats of one player, in one game or, where that is -1, in all."""

    player: int
    game: int
    won: int = 0
    drawn: int = 0
    lost: int = 0


def results_of(tournament: Tournament, counts: str) -> Results:
    """Counts of a tournament, as they are kept."""
    return Results.from_json(seatings(tournament), json.loads(counts))


def player_counts(tournament: Tournament, results: Results, *, by_game: bool) -> Sequence[PlayerCount]:
    """What became of each player's seats, in the order of the players and games."""
    found: dict[tuple[int, int], Counter[Result]] = {}
    for (game, players), outcomes in results.outcomes.items():
        for outcome, times in outcomes.items():
            for player, result in zip(players, outcome, strict=True):
                found.setdefault((player, game if by_game else -1), Counter())[result] += times
    if not by_game:
        found |= {(player, -1): Counter() for player in range(len(tournament.players)) if (player, -1) not in found}
    return [
        PlayerCount(player, game, its["win"], its["draw"], its["lose"]) for (player, game), its in sorted(found.items())
    ]


def ranking(tournament: Tournament) -> list[int]:
    """All players by their standing, the best first."""
    results = results_of(tournament, tournament.counts)
    return [standing.player for standing in standings(results, len(tournament.players))]
