"""What holds for a while is over in time, also where the clock that noted it was ahead of what it is now."""

from __future__ import annotations

import pytest
from sqlalchemy import ColumnElement, create_engine, literal, select

from services.kit.expiry import MOST_APART_MS, has_expired, is_recent

NOW_MS = 1_700_000_000_000
WINDOW_MS = 5_000


def is_true(condition: ColumnElement[bool]) -> bool:
    engine = create_engine("sqlite://")
    with engine.connect() as connection:
        told = bool(connection.execute(select(condition)).scalar_one())
    engine.dispose()
    return told


@pytest.mark.parametrize(
    ("ahead_ms", "is_over"),
    [
        (0, True),
        (1, False),
        (WINDOW_MS + MOST_APART_MS, False),
        (WINDOW_MS + MOST_APART_MS + 1, True),
    ],
)
def test_what_ends_later_than_a_lifetime_from_now_has_expired(ahead_ms: int, *, is_over: bool) -> None:
    assert is_true(has_expired(literal(NOW_MS + ahead_ms), WINDOW_MS, NOW_MS)) == is_over


@pytest.mark.parametrize(
    ("ago_ms", "is_it"),
    [
        (WINDOW_MS, False),
        (WINDOW_MS - 1, True),
        (-MOST_APART_MS, True),
        (-MOST_APART_MS - 1, False),
    ],
)
def test_what_is_still_to_come_was_not_done_lately(ago_ms: int, *, is_it: bool) -> None:
    assert is_true(is_recent(literal(NOW_MS - ago_ms), WINDOW_MS, NOW_MS)) == is_it
