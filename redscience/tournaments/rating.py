"""How strong the players of a tournament are, and how sure that is.

The model is that of the platform's ratings (docs/adr/0002) for players whose skill stands still: in a match of n sides
one comes before another with probability 1 / (1 + exp(-(a - b) / c)), c = BETA √n, where a and b are the sums of their
players' ratings and of what the side is worth in that game, which is estimated too. Between two players that is
Bradley's and Terry's model; among more it is what Plackett's and Luce's says of each pair. Where two sides meet, a tie
is half of either: ratings foretell points. Where more meet, a pair that ties tells nothing: two have lost to a third.
The numbers are on the scale of the platform's mu, with the mean of the players at 25.

* Estimates are those of greatest composite likelihood: every pair of sides of every game counts by itself.
  R. A. Bradley, M. E. Terry, "Rank analysis of incomplete block designs", Biometrika 39 (1952); C. Varin, N. Reid,
  D. Firth, "An overview of composite likelihood methods", Statistica Sinica 21 (2011).
* Intervals are from the sandwich estimator with the game as the unit, so that what the pairs of a game have to do with
  one another, and how much is drawn, is in them. H. White, "Maximum likelihood estimation of misspecified models",
  Econometrica 50 (1982).
* Who has won everything would be infinitely strong: each player is given one more game, half won and half lost, spread
  over those they met, as J. B. S. Haldane and F. J. Anscombe did for the logarithm of odds (both 1956).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, combinations
from math import erf, sqrt
from types import ModuleType
from typing import TYPE_CHECKING, Any

from redscience.random_games import Result
from redscience.tournaments.results import Results, compare, stake
from redscience.tournaments.seating import Seating

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[Any]

MEAN = 25.0
"""The mean of a tournament's players: what the platform believes of a beginner."""
BETA = 25.0 / 3.0
"""How far one performance is from the skill behind it, as the platform's ratings have it."""
Z_95 = 1.959963984540054
"""Deviations on either side that hold 95 % of a normal distribution."""
Weights = tuple[tuple[int, float], ...]
_STEPS = 100
# So many outcomes of line-ups are looked at at once.
_ROWS = 10_000
_CLOSE = 1e-9
# Of what is estimated so many decimals are told: behind them who has done the same is apart by rounding alone.
_DECIMALS = 6
_LONGEST_STEP = 2.0 * BETA


@dataclass(frozen=True, slots=True)
class Rating:
    """How strong a player is: the estimate, and its deviation. The interval of 95 % is from `low` to `high`."""

    value: float
    deviation: float

    @property
    def low(self) -> float:
        """The lower end of the interval."""
        return self.value - Z_95 * self.deviation

    @property
    def high(self) -> float:
        """The upper end of the interval."""
        return self.value + Z_95 * self.deviation


@dataclass(frozen=True)
class Ratings:
    """The ratings of those who have played.

    Attributes:
        players: their numbers, in ascending order.
        values: by place in `players`.
        covariance: likewise, of two.
        groups: likewise, the number of those to whom games lead, over however many others. Between two of different
            groups nothing is known: each has the mean of all.
    """

    players: tuple[int, ...]
    values: tuple[float, ...]
    covariance: tuple[tuple[float, ...], ...]
    groups: tuple[int, ...]

    def of(self, player: int) -> Rating | None:
        """A player's; None for who has not played."""
        at = self._place.get(player)
        return None if at is None else Rating(self.values[at], sqrt(max(self.covariance[at][at], 0.0)))

    def superiority(self, one: int, other: int) -> float | None:
        """How likely the one is stronger than the other, 0 to 1; None of who has not played, or where groups differ."""
        here, there = self._place.get(one), self._place.get(other)
        if here is None or there is None or here == there or self.groups[here] != self.groups[there]:
            return None
        cov = self.covariance
        variance = cov[here][here] + cov[there][there] - 2 * cov[here][there]
        return normal_share((self.values[here] - self.values[there]) / sqrt(max(variance, 1e-12)))

    @cached_property
    def _place(self) -> Mapping[int, int]:
        return {player: at for at, player in enumerate(self.players)}


def ratings(results: Results) -> Ratings:
    """The players' ratings, by all games so far; of nobody where nothing was played."""
    players = tuple(sorted({player for _, seated in results.outcomes for player in seated}))
    if not players:
        return Ratings((), (), (), ())
    import numpy as np  # noqa: PLC0415 - whoever makes schedules alone does not wait for it

    evidence = _Evidence(results, players)
    fit = _Fit(evidence, np)
    at = fit.estimates()
    size = len(players)
    centered = np.eye(size) - 1.0 / size
    covariance = centered @ fit.covariance(at)[:size, :size] @ centered
    values = np.round(MEAN + centered @ at[:size], _DECIMALS)
    return Ratings(players, tuple(values.tolist()), tuple(map(tuple, covariance.tolist())), evidence.groups())


def normal_share(deviations: float) -> float:
    """The share of a normal distribution that lies below so many deviations over its mean."""
    return 0.5 * (1.0 + erf(deviations / sqrt(2.0)))


def scale(seating: Seating) -> float:
    """How many points of rating multiply the odds between two sides by e."""
    return BETA * sqrt(len(seating.sides))


class _Evidence:
    """What came of the games, as pairs of sides that have something to win from each other.

    What is estimated are the players' strengths and, after them, what the sides of each game are worth: `size` numbers.

    Attributes:
        weights: of each kind of pair: by what is estimated, how much of it the one side has more than the other.
        games: a row for each outcome of each line-up: how often it came, and for each pair that it tells something of
            the kind of pair and what the one side had of it, from 0 to 1.
    """

    def __init__(self, results: Results, players: Sequence[int]) -> None:
        self.players = len(players)
        self._place = {player: at for at, player in enumerate(players)}
        self._sides = list(accumulate((len(each.sides) for each in results.seatings), initial=self.players))
        self.size = self._sides[-1]
        self._kinds: dict[Weights, int] = {}
        self.games: list[tuple[int, list[tuple[int, float]]]] = []
        for line_up, counts in results.outcomes.items():
            self._add(results.seatings[line_up[0]], line_up, counts)

    @property
    def weights(self) -> list[Weights]:
        """Of each kind of pair."""
        return list(self._kinds)

    def groups(self) -> tuple[int, ...]:
        """By player, the number of those to whom games lead, over however many others."""
        groups = list(range(self.players))
        for weights in self._kinds:
            met = {groups[place] for place, _ in weights if place < self.players}
            if len(met) > 1:
                groups = [min(met) if group in met else group for group in groups]
        return tuple(groups)

    def _add(self, seating: Seating, line_up: tuple[int, tuple[int, ...]], counts: Counter[tuple[Result, ...]]) -> None:
        pairs = list(self._pairs(seating, line_up))
        halves_ties = len(seating.sides) == 2  # noqa: PLR2004 - where two meet
        for outcome, times in counts.items():
            told = [(kind, compare(outcome[here], outcome[there])) for here, there, kind in pairs]
            row = [(kind, (1 + balance) / 2) for kind, balance in told if balance or halves_ties]
            if row:
                self.games.append((times, row))

    def _pairs(self, seating: Seating, line_up: tuple[int, tuple[int, ...]]) -> Iterator[tuple[int, int, int]]:
        """A seat of the one side, a seat of the other, and the kind of pair."""
        game, seated = line_up
        c = scale(seating)
        for (one, its), (other, theirs) in combinations(enumerate(seating.sides), 2):
            found = [(self._place[player], weight / c) for player, weight in stake(seated, its, theirs)]
            if found:
                first = self._sides[game]
                weights = (*found, (first + one, 1.0 / c), (first + other, -1.0 / c))
                yield its[0], theirs[0], self._kinds.setdefault(weights, len(self._kinds))


class _Fit:
    """The likelihood of the evidence as a function of what is estimated.

    Each pair of each game adds (what the one side had - what was expected) times its weights to the slope.
    """

    def __init__(self, evidence: _Evidence, np: ModuleType) -> None:
        self._np = np
        self._design: Numbers = np.zeros((len(evidence.weights), evidence.size))
        for kind, weights in enumerate(evidence.weights):
            for place, weight in weights:
                self._design[kind, place] = weight
        self._rows = evidence.games
        self._times, self._had = np.zeros(len(evidence.weights)), np.zeros(len(evidence.weights))
        for times, row in evidence.games:
            for kind, had in row:
                self._times[kind] += times
                self._had[kind] += times * had
        # One game for each player, half of it won.
        self._given = evidence.players / (2 * max(len(evidence.weights), 1))

    def estimates(self) -> Numbers:
        """Where the likelihood is greatest, by Newton's method."""
        at: Numbers = self._np.zeros(self._design.shape[1])
        for _ in range(_STEPS):
            step = self._inverse_curvature(at) @ self._slope(at)
            longest = float(abs(step).max())
            at = at + step * min(1.0, _LONGEST_STEP / max(longest, _CLOSE))
            if longest < _CLOSE:
                break
        return at

    def covariance(self, at: Numbers) -> Numbers:
        """The sandwich: inverse curvature, how games scatter, inverse curvature."""
        games = sum(times for times, _ in self._rows)
        rank = self._np.linalg.matrix_rank(self._squares(self._np.ones(len(self._design))), hermitian=True)
        free = max(games - int(rank), 1) if games else 1
        bread = self._inverse_curvature(at)
        found: Numbers = bread @ (self._scatter(at) * games / free + self._given_scatter(at)) @ bread
        return found

    def _expected(self, at: Numbers) -> Numbers:
        """How likely the one side of each kind of pair comes before the other."""
        expected: Numbers = 0.5 * (1.0 + self._np.tanh(0.5 * (self._design @ at)))
        return expected

    def _slope(self, at: Numbers) -> Numbers:
        expected = self._expected(at)
        slope: Numbers = self._design.T @ (self._had - self._times * expected + self._given * (0.5 - expected))
        return slope

    def _inverse_curvature(self, at: Numbers) -> Numbers:
        expected = self._expected(at)
        inverse: Numbers = self._np.linalg.pinv(
            self._squares((self._times + self._given) * expected * (1.0 - expected)), hermitian=True
        )
        return inverse

    def _scatter(self, at: Numbers) -> Numbers:
        """The sum of the squares of what each game adds to the slope."""
        expected = self._expected(at).tolist()
        scatter: Numbers = self._np.zeros((self._design.shape[1],) * 2)
        for begin in range(0, len(self._rows), _ROWS):
            rows = self._rows[begin : begin + _ROWS]
            off = self._np.zeros((len(rows), self._design.shape[1]))
            for number, (_, row) in enumerate(rows):
                for kind, had in row:
                    off[number] += (had - expected[kind]) * self._design[kind]
            scatter += (off.T * [times for times, _ in rows]) @ off
        return scatter

    def _given_scatter(self, at: Numbers) -> Numbers:
        """The same of the games that are given to everybody."""
        expected = self._expected(at)
        factors: Numbers = self._given * 0.5 * (expected**2 + (1.0 - expected) ** 2)
        return self._squares(factors)

    def _squares(self, factors: Numbers) -> Numbers:
        squares: Numbers = (self._design.T * factors) @ self._design
        return squares
