"""For how long a match counts as one that others should not wait for."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from services.match.adjudicator import _QUICK, _SLOW_S

LARGE_S, SMALL_S = 6 * _SLOW_S, 0.1 * _SLOW_S


def steps_until_quick(spent_s: Sequence[float]) -> int:
    """How many small steps after these it takes until the match is slow no more."""
    slow = _QUICK
    for each_s in spent_s:
        slow = slow.after(each_s)

    def is_slow(_: int) -> bool:
        nonlocal slow
        slow = slow.after(SMALL_S)
        return slow.cost_s > _SLOW_S

    return len(list(takewhile(is_slow, range(1_000))))


def test_one_large_step_is_forgotten_soon() -> None:
    assert 5 <= steps_until_quick([LARGE_S]) <= 10


def test_large_steps_between_small_ones_are_remembered() -> None:
    assert 50 <= steps_until_quick([LARGE_S, SMALL_S, LARGE_S, SMALL_S, LARGE_S]) <= 100
