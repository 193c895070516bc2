"""Each legal move is drawn as often as its weight says, and a retry draws the same."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.chaos.choosing import choose, drawing_key

KEY = drawing_key("a secret")
MATCH = "01J0000000000000000000TEST"


def draws(weights: dict[str, int], count: int) -> Counter[str | None]:
    moves, ways = list(weights), list(weights.values())
    return Counter(
        choose(moves, ways, key=KEY, match_id=MATCH, seat="black", view_version=version) for version in range(count)
    )


@pytest.mark.parametrize(
    ("weights", "limit"),
    [
        # Limits: 0.1 % of draws of as many degrees of freedom lie above. The second is the case of the product's page:
        # two circles and a triangle in reserve, two open spaces and a pass.
        ({"a": 1, "b": 1, "c": 1}, 13.8),
        ({"O1": 2, "O2": 2, "T1": 1, "T2": 1, "pass": 1}, 18.5),
        ({"a": 1, "b": 19}, 10.8),
    ],
)
def test_moves_are_drawn_by_weight(weights: dict[str, int], limit: float) -> None:
    count = 7000
    drawn = draws(weights, count)
    expected = {move: count * weight / sum(weights.values()) for move, weight in weights.items()}
    assert sum((drawn[move] - mean) ** 2 / mean for move, mean in expected.items()) < limit


def test_what_has_no_weight_is_never_drawn() -> None:
    assert set(draws({"offer": 0, "1,1": 1, "resign": 0, "2,2": 1}, 200)) == {"1,1", "2,2"}


@pytest.mark.parametrize("moves", [[], ["offer"]])
def test_where_nothing_can_be_drawn_nothing_is(moves: list[str]) -> None:
    assert choose(moves, [0] * len(moves), key=KEY, match_id=MATCH, seat="black", view_version=1) is None


@given(version=st.integers(0, 1 << 40), seat=st.sampled_from(["black", "white"]))
def test_a_retry_draws_the_same(version: int, seat: str) -> None:
    moves = [f"m{n}" for n in range(200)]
    once, again = (choose(moves, [1] * 200, key=KEY, match_id=MATCH, seat=seat, view_version=version) for _ in range(2))
    assert once == again


@pytest.mark.slow
def test_another_secret_match_seat_or_version_draws_anew() -> None:
    moves, weights = [f"m{n}" for n in range(1_000_000)], [1] * 1_000_000
    drawn = {
        choose(moves, weights, key=KEY, match_id=MATCH, seat="black", view_version=1),
        choose(moves, weights, key=drawing_key("another"), match_id=MATCH, seat="black", view_version=1),
        choose(moves, weights, key=KEY, match_id=MATCH[::-1], seat="black", view_version=1),
        choose(moves, weights, key=KEY, match_id=MATCH, seat="white", view_version=1),
        choose(moves, weights, key=KEY, match_id=MATCH, seat="black", view_version=2),
    }
    assert len(drawn) == 5
