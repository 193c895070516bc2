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
from services.rules.paging import Place, place, token

IDS = st.integers(0, 2**128 - 1).map(lambda number: str(ULID.from_bytes(number.to_bytes(16))))
names = st.text(st.characters(exclude_categories=("C", "Z")), max_size=40)
places = st.builds(Place, st.integers(0, 1_000_000), names, IDS, st.integers(0, 1 << 50), st.integers(-1, 1_000_000))


@given(places, names, names)
def test_a_token_is_read_back(at: Place, search: str, creator: str) -> None:
    assert place(token(at, search, creator), search, creator) == at


@given(places, names, names)
def test_a_token_belongs_to_its_filters(at: Place, search: str, other: str) -> None:
    if search == other:
        return
    with pytest.raises(InvalidField):
        place(token(at, search), other)


@given(st.text(max_size=1_100))
def test_no_other_text_is_a_token(text: str) -> None:
    with pytest.raises(InvalidField) as refused:
        place(text, "")
    assert [fault.path for fault in refused.value.faults] == ["page_token"]


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(), lambda inner: st.lists(inner, max_size=5), max_leaves=9
    )
)
def test_no_other_json_is_a_token(value: object) -> None:
    forged = base64.urlsafe_b64encode(json.dumps(value).encode()).decode()
    with pytest.raises(InvalidField):
        place(forged, "")


@pytest.mark.parametrize(
    "forged",
    [
        [True, "a", None, 0, 0],
        [1 << 40, "a", None, 0, 0],
        [0, "\ud800", None, 0, 0],
        [0, "\0", None, 0, 0],
        [0, 7, None, 0, 0],
        ["0", "a", None, 0, 0],
        [0, "a", 7, 0, 0],
        [0, "a", "me", 0, 0],
        [0, "a", None, 1 << 70, 0],
        [0, "a", None, "0", 0],
        [0, "a", None, 0, 1 << 40],
        [0, "a", None, 0, None],
        [0, "a", None, 0],
        [0, "a", None, 0, 0, 0],
    ],
)
def test_a_token_with_the_right_mark_and_wrong_values_is_refused(forged: list[object]) -> None:
    game_id = new_id()
    mark = json.loads(base64.urlsafe_b64decode(token(Place(0, "a", game_id, 0, 0), "")))[-1]
    values = [game_id if value is None else value for value in forged]
    with pytest.raises(InvalidField):
        place(base64.urlsafe_b64encode(json.dumps([*values, mark]).encode()).decode(), "")
