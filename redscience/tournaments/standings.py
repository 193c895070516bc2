"""The tables of a tournament that people read: standings, who did what against whom, what a seat is worth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations
from math import sqrt

from redscience.random_games import Result
from redscience.tournaments.rating import Z_95, Rating, Ratings, ratings
from redscience.tournaments.results import Results, compare
from redscience.tournaments.seating import Seating


@dataclass(frozen=True, slots=True)
class Score:
    """Wins, draws and losses.

    In a standing they are the results of games; where two are compared, who came before the other: they draw where
    neither did, both having won, drawn or lost.
    """

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        """How many there are."""
        return self.wins + self.draws + self.losses

    @property
    def share(self) -> float | None:
        """The share of the points, a draw being half of one; None before the first game."""
        return (self.wins + self.draws / 2) / self.games if self.games else None

    @property
    def margin(self) -> float | None:
        """Half the width of the 95 % interval of `share`, by how games scatter.

        A win and a loss are added, so that there is an interval where all went one way (A. Agresti, B. Caffo, "Simple
        and effective confidence intervals for proportions", The American Statistician 54, 2000).
        """
        if not self.games:
            return None
        games, points = self.games + 2, self.wins + 1 + self.draws / 2
        squares = self.wins + 1 + self.draws / 4
        return Z_95 * sqrt((squares / games - (points / games) ** 2) / games)

    def __add__(self, other: Score) -> Score:
        return Score(self.wins + other.wins, self.draws + other.draws, self.losses + other.losses)


@dataclass(frozen=True, slots=True)
class Standing:
    """How a player stands.

    Attributes:
        rank: from 1; those who are rated alike share one.
        player: the player's number.
        results: what became of their seats.
        rating: None before the first game.
        superiority: how likely they are stronger than whoever stands next below; None for the last.
        all_lost: how many of their games everybody lost.
        illegal, timed_out: how many games they lost so.
    """

    rank: int
    player: int
    results: Score
    rating: Rating | None
    superiority: float | None
    all_lost: int
    illegal: int
    timed_out: int


@dataclass(frozen=True, slots=True)
class SeatWorth:
    """What came of a seat, whoever held it: everybody has held it equally often.

    Attributes:
        seat: its number, in order of play.
        results: what became of it.
    """

    seat: int
    results: Score


@dataclass(frozen=True, slots=True)
class Lengths:
    """How long the games were, in plies."""

    games: int
    mean: float
    least: int
    median: int
    most: int


def standings(results: Results, players: int, rated: Ratings | None = None) -> list[Standing]:
    """All players, the best first: by rating, who has not played last."""
    rated = rated or ratings(results)
    own, all_lost = _own_results(results), _all_lost(results)
    values = [rating.value if (rating := rated.of(player)) else float("-inf") for player in range(players)]
    order = sorted(range(players), key=lambda player: (-values[player], player))
    return [
        Standing(
            rank=1 + sum(value > values[player] for value in values),
            player=player,
            results=own.get(player, Score()),
            rating=rated.of(player),
            superiority=rated.superiority(player, order[place + 1]) if place + 1 < players else None,
            all_lost=all_lost[player],
            illegal=results.illegal[player],
            timed_out=results.timed_out[player],
        )
        for place, player in enumerate(order)
    ]


def cross_table(results: Results, game: int | None = None, seat: int | None = None) -> dict[tuple[int, int], Score]:
    """By player and opponent, in how many games the player came before the opponent, tied, or came after.

    Args:
        results: of all games so far.
        game: only of this game.
        seat: only where the player held this seat.
    """
    table: dict[tuple[int, int], Score] = {}
    for seating, players, outcome, times in _outcomes(results, game):
        for here, there in permutations(range(len(players)), 2):
            apart = seating.teams[here] != seating.teams[there] and players[here] != players[there]
            if apart and seat in {None, here} and _first_of_place(seating, players, here, there):
                key = players[here], players[there]
                table[key] = table.get(key, Score()) + _compared(outcome[here], outcome[there], times)
    return table


def seat_worths(results: Results, game: int) -> list[SeatWorth]:
    """What each seat of a game is worth: the first-mover advantage is what the first one's score has over the mean."""
    worths = [Score() for _ in results.seatings[game].teams]
    for _, _, outcome, times in _outcomes(results, game):
        worths = [worth + _result(result, times) for worth, result in zip(worths, outcome, strict=True)]
    return [SeatWorth(seat, worth) for seat, worth in enumerate(worths) if worth.games]


def lengths(results: Results, game: int) -> Lengths | None:
    """How long the games of a game were; None before the first."""
    counts = results.lengths.get(game)
    if not counts:
        return None
    games, plies = counts.total(), sum(length * times for length, times in counts.items())
    return Lengths(games, plies / games, min(counts), _median(counts), max(counts))


def _outcomes(
    results: Results, only: int | None = None
) -> Iterator[tuple[Seating, tuple[int, ...], tuple[Result, ...], int]]:
    for (game, players), counts in results.outcomes.items():
        if only in {None, game}:
            for outcome, times in counts.items():
                yield results.seatings[game], players, outcome, times


def _own_results(results: Results) -> dict[int, Score]:
    """What became of each player: once a game for the seats of a side, and once for each place otherwise."""
    own: dict[int, Score] = {}
    for seating, players, outcome, times in _outcomes(results):
        for place in seating.places:
            player = players[place[0]]
            own[player] = own.get(player, Score()) + _result(outcome[place[0]], times)
    return own


def _all_lost(results: Results) -> Counter[int]:
    lost: Counter[int] = Counter()
    for _, players, outcome, times in _outcomes(results):
        if set(outcome) == {"lose"}:
            lost.update(dict.fromkeys(players, times))
    return lost


def _first_of_place(seating: Seating, players: Sequence[int], here: int, there: int) -> bool:
    """Whether two seats are the first that these players hold in their sides: partners of one player count once."""
    return all(
        not any(players[seat] == players[of] and seating.teams[seat] == seating.teams[of] for seat in range(of))
        for of in (here, there)
    )


def _result(result: Result, times: int) -> Score:
    return Score(times * (result == "win"), times * (result == "draw"), times * (result == "lose"))


def _compared(one: Result, other: Result, times: int) -> Score:
    balance = compare(one, other)
    return Score(times * (balance > 0), times * (balance == 0), times * (balance < 0))


def _median(counts: Counter[int]) -> int:
    """The middle one, the lower of two."""
    left = (counts.total() + 1) // 2
    for length in sorted(counts):
        left -= counts[length]
        if left <= 0:
            return length
    raise AssertionError("there is a middle")
