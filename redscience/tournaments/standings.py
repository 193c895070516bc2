"""The tables of a tournament that people read: standings, who did what against whom, what a seat is worth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
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


CrossTable = dict[tuple[int, int], Score]
"""By player and opponent."""


@dataclass(frozen=True, slots=True)
class Standing:
    """How a player stands.

    Attributes:
        rank: from 1; those who are rated alike share one, or those who have the same score where that decides.
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


def standings(
    results: Results,
    players: int,
    rated: Ratings | None = None,
    *,
    by_score: bool = False,
    gone: Collection[int] = (),
) -> list[Standing]:
    """All players, the best first: by rating, or by their share of the points; who has not played last.

    Args:
        results: of all games so far.
        players: how many there are.
        rated: their ratings, where they are known.
        by_score: whether it is by the share of the points. Of those who are `gone` it is the share of as many games as
            anybody has had: whoever wins the first one and leaves is not the best.
        gone: those who have left.
    """
    rated = rated or ratings(results)
    own, all_lost = _own_results(results), _all_lost(results)
    most = max((score.games for score in own.values()), default=0)
    values = [float("-inf")] * players
    for player, score in own.items():
        rating = rated.of(player)
        missed = Score(losses=most - score.games) if player in gone else Score()
        if by_score and (share := (score + missed).share) is not None:
            values[player] = share
        elif rating is not None:
            values[player] = rating.value
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


def cross_table(results: Results, game: int | None = None, seat: int | None = None) -> CrossTable:
    """By player and opponent, in how many games the player came before the opponent, tied, or came after.

    Args:
        results: of all games so far.
        game: only of this game.
        seat: only where the player held this seat.
    """
    of_both = cross_tables(results).items()
    return joined(table for of, table in of_both if game in {None, of[0]} and seat in {None, of[1]})


def cross_tables(results: Results) -> dict[tuple[int, int], CrossTable]:
    """The same by game and seat, for all that there are: in one go, as there may be very many line-ups."""
    counts: dict[tuple[int, int], dict[tuple[int, int], list[int]]] = {}
    for (game, players), outcomes in results.outcomes.items():
        for here, there in _opposed(results.seatings[game], players):
            table = counts.setdefault((game, here), {}).setdefault((players[here], players[there]), [0, 0, 0])
            for outcome, times in outcomes.items():
                table[1 - compare(outcome[here], outcome[there])] += times
    return {of: {pair: Score(*told) for pair, told in table.items()} for of, table in counts.items()}


def joined(tables: Iterable[CrossTable]) -> CrossTable:
    """What several cross-tables come to together."""
    whole: CrossTable = {}
    for table in tables:
        for pair, score in table.items():
            whole[pair] = whole[pair] + score if pair in whole else score
    return whole


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


def _opposed(seating: Seating, players: Sequence[int]) -> list[tuple[int, int]]:
    """Each two seats of different players and sides, of those that one player holds of a side the first alone."""
    sides = list(zip(players, seating.teams, strict=True))
    first = [seat for seat, held in enumerate(sides) if held not in sides[:seat]]
    return [
        (here, there)
        for here, there in permutations(first, 2)
        if players[here] != players[there] and seating.teams[here] != seating.teams[there]
    ]


def _result(result: Result, times: int) -> Score:
    return Score(times * (result == "win"), times * (result == "draw"), times * (result == "lose"))


def _median(counts: Counter[int]) -> int:
    """The middle one, the lower of two."""
    left = (counts.total() + 1) // 2
    for length in sorted(counts):
        left -= counts[length]
        if left <= 0:
            return length
    raise AssertionError("there is a middle")
