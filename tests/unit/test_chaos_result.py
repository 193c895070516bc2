"""Where Chaos ranks in a match, at the table or not (docs/adr/0008)."""

from __future__ import annotations

import pytest
from fixtures.cups import Cups
from fixtures.pennies import Pennies

from redscience.interface import Outcome
from redscience.random_games import Result


@pytest.mark.parametrize(
    ("results", "seated", "absent"),
    [
        (("win", "win"), "lose", "lose"),
        (("lose", "lose"), "win", "win"),
        (("draw", "draw"), "draw", None),
        (("win", "lose"), "draw", None),
    ],
)
def test_chaos_wins_where_all_lose_and_ranks_between_players_only_at_the_table(
    results: tuple[Result, Result], seated: Result, absent: Result | None
) -> None:
    outcome = Outcome(dict(zip(("black", "white"), results, strict=True)))
    with_chaos, without = Cups(), Pennies()
    assert (with_chaos.has_chaos, without.has_chaos) == (True, False)
    assert (with_chaos.chaos_result(outcome), without.chaos_result(outcome)) == (seated, absent)
