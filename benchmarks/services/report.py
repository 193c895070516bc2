"""How figures are said."""

from __future__ import annotations

import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

_PERCENTS = 100


@dataclass(frozen=True, slots=True)
class Yardstick:
    """What the machine gives at best in the same run: so many `unit` a second."""

    unit: str
    per_s: float

    def share(self, per_s: float) -> str:
        """A rate beside it."""
        return f"of {self.per_s:.0f} {self.unit}/s: {per_s / self.per_s:.3f}"


def spread(milliseconds: Sequence[float]) -> str:
    """Median and the slowest of a hundred."""
    if len(milliseconds) < 2:  # noqa: PLR2004 - a percentile needs two
        return "too few"
    percentiles = statistics.quantiles(milliseconds, n=_PERCENTS, method="inclusive")
    return f"p50 {percentiles[49]:.1f} ms, p99 {percentiles[98]:.1f} ms"


def by_size(amounts: Mapping[str, float], pattern: str) -> str:
    """Amounts by name, the largest first, without those that are nothing."""
    by_amount = sorted(amounts.items(), key=lambda item: -item[1])
    return ", ".join(f"{name} {pattern.format(amount)}" for name, amount in by_amount if amount)
