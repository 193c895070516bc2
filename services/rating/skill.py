"""Skill as a Gaussian, and how the ranking of a match updates it: openskill's model, see docs/adr/0002."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from openskill.models import PlackettLuce

Z = 3.0
"""Deviations below the mean at which skill is shown: better than that with 99.7 % probability."""


@dataclass(frozen=True, slots=True)
class Skill:
    """Belief about a player's skill: N(mu, sigma squared)."""

    mu: float
    sigma: float

    @property
    def rating(self) -> float:
        """The conservative number that is shown, R = mu - 3 sigma."""
        return self.mu - Z * self.sigma


BETA = 25.0 / 3.0
"""How far one performance is from the skill behind it. openskill's own, half of this, makes too much of one result."""


def _undamped(*_: object) -> float:
    """The factor on the shrinking of sigma. openskill's own, sigma / c, foretells less well."""
    return 1.0


MODEL = PlackettLuce(beta=BETA, gamma=_undamped)
BEGINNER = Skill(MODEL.mu, MODEL.sigma)
"""What is believed of whoever has not played, and always of Chaos."""


def update(sides: Sequence[Sequence[Skill]], ranks: Sequence[int]) -> tuple[tuple[Skill, ...], ...]:
    """The skills after a match, in the shape of `sides`.

    Args:
        sides: at least two, each of at least one player.
        ranks: one per side, the smaller the better; equal ranks tie.
    """
    rated = MODEL.rate(
        [[MODEL.rating(mu=skill.mu, sigma=skill.sigma) for skill in side] for side in sides],
        ranks=[float(rank) for rank in ranks],
    )
    return tuple(tuple(Skill(rating.mu, rating.sigma) for rating in side) for side in rated)
