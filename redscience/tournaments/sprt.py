"""When enough has been played to say which of two players is the stronger: a sequential probability ratio test.

Two hypotheses are put against each other: that the first player is `elo0` stronger than the second, and that they are
`elo1` stronger. After each set the logarithm of the likelihood ratio is compared with A. Wald's bounds ("Sequential
Tests of Statistical Hypotheses", Annals of Mathematical Statistics 16, 1945). How the results of a set are distributed
is not assumed: of the distributions over the five results that a set of two games can have, it is the one closest to
what was seen that has the mean of the hypothesis. That is the generalized test with pentanomial counts, as fishtest and
cutechess use it (M. Van den Bergh, "A practical introduction to the GSPRT", 2019). The games of a set have their seats
and so their scatter in common; sets have nothing in common.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from math import exp, log

MOST_ELO = 1_000.0
"""A hypothesis is no further from 0: beyond it hardly any game tells two hypotheses apart."""
_ELO_BASE = 400.0
_HALF_POINTS = 4
"""The most that a player can have in a set of two games."""
_UNSEEN = 1e-3
"""What stands for a result that has not been seen: a likelihood ratio must not be infinite by it."""


class Verdict(Enum):
    """What the test says."""

    GOES_ON = "goes on"
    H0 = "the weaker hypothesis"
    """The first player is no stronger than elo0."""
    H1 = "the stronger hypothesis"
    """The first player is at least as strong as elo1."""


@dataclass(frozen=True, slots=True)
class SequentialTest:
    """A test of how much stronger the first of two players is.

    Attributes:
        elo0, elo1: the two hypotheses, in Elo: 400 for odds of ten to one; from -MOST_ELO to MOST_ELO.
        alpha: how often H1 is said at most where elo0 is true.
        beta: how often H0 is said at most where elo1 is true.

    Raises:
        ValueError: elo1 is not above elo0, one of them is out of bounds, or alpha or beta is not between 0 and a half.
    """

    elo0: float = 0.0
    elo1: float = 10.0
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not self.elo0 < self.elo1:
            raise ValueError(f"elo1 is {self.elo1}; it must be above elo0, {self.elo0}")
        if not (self.elo0 >= -MOST_ELO and self.elo1 <= MOST_ELO):
            raise ValueError(
                f"elo0 and elo1 are {self.elo0} and {self.elo1}; they must be from -{MOST_ELO:g} to {MOST_ELO:g}"
            )
        for name, share in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0.0 < share < 0.5:  # noqa: PLR2004 - a coin errs as often
                raise ValueError(f"{name} is {share}; it must be between 0 and 0.5")

    @property
    def bounds(self) -> tuple[float, float]:
        """At or below the first the test says H0, at or above the second H1."""
        return log(self.beta / (1.0 - self.alpha)), log((1.0 - self.beta) / self.alpha)

    def ratio(self, counts: Mapping[int, int]) -> float:
        """The logarithm of the likelihood ratio.

        Args:
            counts: how often the first player had so many half points in a set, 0 to 4.
        """
        sets = sum(counts.values())
        if sets == 0:
            return 0.0
        seen = [counts.get(half_points, 0) or _UNSEEN for half_points in range(_HALF_POINTS + 1)]
        shares = [each / sum(seen) for each in seen]
        under_0, under_1 = (_closest(shares, expected_score(elo)) for elo in (self.elo0, self.elo1))
        return sets * sum(share * log(p1 / p0) for share, p0, p1 in zip(shares, under_0, under_1, strict=True))

    def verdict(self, counts: Mapping[int, int]) -> Verdict:
        """What the test says after these sets."""
        ratio, (lower, upper) = self.ratio(counts), self.bounds
        if ratio <= lower:
            return Verdict.H0
        return Verdict.H1 if ratio >= upper else Verdict.GOES_ON

    def first_verdict(
        self, sets: Iterable[int], counts: Mapping[int, int] | None = None
    ) -> tuple[Verdict, int, dict[int, int]]:
        """What the test says on its way through sets in their order, after how many of them, and the counts there.

        Args:
            sets: the half points of the first player in each.
            counts: of the sets before these.
        """
        seen, number = dict(counts or {}), 0
        for number, half_points in enumerate(sets, start=1):
            seen[half_points] = seen.get(half_points, 0) + 1
            verdict = self.verdict(seen)
            if verdict is not Verdict.GOES_ON:
                return verdict, number, seen
        return Verdict.GOES_ON, number, seen


def expected_score(elo: float) -> float:
    """The share of the points that belongs to a difference in Elo."""
    return 1.0 / (1.0 + exp(-elo * log(10.0) / _ELO_BASE))


def _closest(shares: list[float], mean: float) -> list[float]:
    """The distribution of greatest likelihood that has this mean, by what was seen of each result.

    It is p / (1 + x (a - mean)), where x is the root that makes the mean right (A. B. Owen, "Empirical Likelihood",
    2001, section 2.9); found by bisection, as the left side falls in x.
    """
    away = [half_points / _HALF_POINTS - mean for half_points in range(_HALF_POINTS + 1)]
    low, high = -1.0 / away[-1], -1.0 / away[0]
    for _ in range(60):
        middle = (low + high) / 2.0
        excess = sum(share * each / (1.0 + middle * each) for share, each in zip(shares, away, strict=True))
        low, high = (middle, high) if excess > 0.0 else (low, middle)
    return [share / (1.0 + low * each) for share, each in zip(shares, away, strict=True)]
