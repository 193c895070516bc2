"""Page tokens: read back as written, and nothing else is read."""

from __future__ import annotations

import base64
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ulid import ULID

from redscience.errors import InvalidField
from services.kit.ids import new_id
from services.rating.paging import Start, start_of, token

KINDS = (float, int, str)
IDS = st.integers(0, 2**128 - 1).map(lambda number: str(ULID.from_bytes(number.to_bytes(16))))
keys = st.tuples(
    st.floats(allow_nan=False, allow_infinity=False, min_value=-1e18, max_value=1e18),
    st.integers(-(2**62), 2**62),
    IDS,
)
starts = st.builds(Start, keys, st.booleans())


@pytest.mark.slow
@given(starts, st.text(max_size=20))
def test_a_token_is_read_back(start: Start, game: str) -> None:
    assert start_of(token(start, game), KINDS, game) == start


def test_no_start_is_no_text() -> None:
    assert token(None, "game") == ""
    assert start_of("", KINDS, "game") is None


@given(starts, st.text(max_size=20), st.text(max_size=20))
def test_a_token_belongs_to_its_filters(start: Start, game: str, other: str) -> None:
    if game != other:
        refused(token(start, game), other)


@given(st.text(min_size=1, max_size=600))
def test_no_other_text_is_a_token(text: str) -> None:
    refused(text, "")


@pytest.mark.parametrize("part", [0, 1, 2, 3])
@pytest.mark.parametrize(
    "value", [None, "", "0" * 25, [], {}, 2**64, float("nan"), float("inf"), -1e300, 1, 1.5, "now"], ids=repr
)
def test_a_token_with_another_value_in_it_is_refused(part: int, value: object) -> None:
    written = json.loads(base64.urlsafe_b64decode(token(Start((0.5, 7, new_id())), "game")))
    if part == (1 if value == 1 else 0 if value == 1.5 else -1):
        return
    written[part] = value
    refused(base64.urlsafe_b64encode(json.dumps(written).encode()).decode(), "game")


def refused(text: str, game: str) -> None:
    with pytest.raises(InvalidField) as refused:
        start_of(text, KINDS, game)
    assert [fault.path for fault in refused.value.faults] == ["page_token"]
