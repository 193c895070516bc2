"""How many matches visitors begin."""

from __future__ import annotations

from pathlib import Path

import pytest
from fixtures.services import person

from redscience.errors import LimitReached
from redscience.names import ANONYMOUS_ID
from services.kit.identity import Caller
from services.match.visits import OF_ALL_AT_ONCE, OF_ALL_PER_S, OF_ONE_AT_ONCE, OF_ONE_PER_S, Visits


def visitor(number: int) -> Caller:
    return Caller(ANONYMOUS_ID, "anonymous", "anonymous", "public", "Anonymous", f"01VISIT{number}")


def granted(visits: Visits, caller: Caller, times: int) -> int:
    """How many of so many matches somebody may begin."""
    begun = 0
    for _ in range(times):
        try:
            visits.begin(caller)
        except LimitReached:
            continue
        begun += 1
    return begun


def test_a_visitor_begins_some_matches_at_once_and_then_one_now_and_then() -> None:
    now_s = [0.0]
    visits = Visits(lambda: now_s[0])
    assert granted(visits, visitor(1), 100) == OF_ONE_AT_ONCE
    assert granted(visits, visitor(2), 1) == 1
    with pytest.raises(LimitReached, match="Log in, or try again") as refused:
        visits.begin(visitor(1))
    assert refused.value.retry_after_s == 1 / OF_ONE_PER_S
    now_s[0] += 2 / OF_ONE_PER_S
    assert granted(visits, visitor(1), 100) == 2


def test_many_visitors_begin_no_more_than_all_together_may_and_others_as_many_as_they_like() -> None:
    now_s = [0.0]
    visits = Visits(lambda: now_s[0])
    assert sum(granted(visits, visitor(each), 10) for each in range(100)) == OF_ALL_AT_ONCE
    assert granted(visits, person("01ANNA"), 1_000) == 1_000
    now_s[0] += 1.0
    assert granted(visits, visitor(1_000), 10) == OF_ALL_PER_S


def test_the_page_for_hosts_says_so() -> None:
    page = (Path(__file__).parents[2] / "docs" / "hosting.md").read_text("utf-8")
    of_one = f"{OF_ONE_AT_ONCE} of a visitor at once, then {round(OF_ONE_PER_S * 60)} a minute"
    assert f"| {of_one} | {OF_ALL_AT_ONCE} at once, then {OF_ALL_PER_S} a second, in a process |" in page
