"""Pauses between tries."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from redscience.client.backoff import Backoff

BOUNDS_S = (0.1, 0.2, 0.4, 0.8, 1.0, 1.0, 1.0)
"""The longest that each pause may be, where the first may be 0.1 s and any 1 s."""


def pauses_s(backoff: Backoff) -> list[float]:
    return [backoff.next_s() for _ in BOUNDS_S]


@given(st.integers(0, 20))
def test_pauses_double_to_their_bound_and_begin_anew_after_a_success(tries: int) -> None:
    backoff = Backoff(0.1, 1.0)
    for _ in range(tries):
        backoff.next_s()
    backoff.reset()
    for pause_s, bound_s in zip(pauses_s(backoff), BOUNDS_S, strict=True):
        assert bound_s / 2 <= pause_s <= bound_s


def test_no_two_wait_alike() -> None:
    assert pauses_s(Backoff(0.1, 1.0)) != pauses_s(Backoff(0.1, 1.0))


def test_a_pause_is_no_shorter_than_was_asked_for_and_the_next_is_as_ever() -> None:
    backoff = Backoff(0.1, 1.0)
    assert 7.05 <= backoff.next_s(at_least_s=7) <= 7.1
    assert backoff.next_s() == pytest.approx(0.15, abs=0.05)
