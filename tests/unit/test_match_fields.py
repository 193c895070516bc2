"""Requests that nobody sends by mistake."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from fixtures.services import person
from ulid import ULID

from redscience.api.match.v1.match_pb2 import STATUS_ENDED, ListRequest
from redscience.errors import InvalidField, UnknownMatch
from services.kit.ids import request_id
from services.match import fields
from services.match.queries import Wanted

ID = "01J0000000000000000000TEST"
CALLER = person("01J00000000000000000000ANN")


@pytest.mark.parametrize("text", ["", "x", "'; drop table matches", ID + "0", "\0" * 26, "é" * 26])
def test_what_is_no_id_is_the_id_of_no_match(text: str) -> None:
    with pytest.raises(UnknownMatch):
        fields.match_id(text)


@pytest.mark.parametrize(
    ("read", "path"),
    [
        (lambda: request_id(""), "request_id"),
        (lambda: request_id("a" * 65), "request_id"),
        (lambda: request_id("a b"), "request_id"),
        (lambda: request_id("a\0"), "request_id"),
        (lambda: fields.moves([]), "moves"),
        (lambda: fields.moves(["1,1"] * 65), "moves"),
        (lambda: fields.moves(["1,1", "x" * 10_000]), "moves[1]"),
        (lambda: fields.count(-1, "limit", most=500, usual=100), "limit"),
        (lambda: fields.count(501, "limit", most=500, usual=100), "limit"),
        (lambda: fields.cursor("-1"), "cursor"),
        (lambda: fields.cursor("9" * 30), "cursor"),
        (lambda: fields.cursor("\u0661"), "cursor"),
        (lambda: fields.wanted(ListRequest(player_id="x"), CALLER), "player_id"),
        (lambda: fields.wanted(ListRequest(game_id="x"), CALLER), "game_id"),
        (lambda: fields.wanted(ListRequest(page_token="?"), CALLER), "page_token"),  # noqa: S106 - no password
        (lambda: fields.wanted(ListRequest(page_size=101), CALLER), "page_size"),
        (lambda: fields.wanted(ListRequest(status=9), CALLER), "status"),
    ],
)
def test_a_field_at_fault_is_named(read: Callable[[], object], path: str) -> None:
    with pytest.raises(InvalidField) as refused:
        read()
    assert [fault.path for fault in refused.value.faults] == [path]


def test_what_is_right_is_read() -> None:
    assert fields.match_id(ID) == ID
    assert request_id("black-1") == "black-1"
    assert fields.moves(["1,1"]) == ("1,1",)
    assert fields.moves([], may_be_empty=True) == ()
    assert fields.count(0, "limit", most=500, usual=100) == 100
    assert (fields.cursor(""), fields.cursor("17")) == (0, 17)
    request = ListRequest(player_id=ID, status=STATUS_ENDED, page_size=5)
    assert fields.wanted(request, CALLER) == Wanted("public", "", CALLER.id, ID, "", "ended", "", 6)
    made_at_ms = ULID.from_str(ID).milliseconds
    for before_ms, is_before in ((made_at_ms, False), (made_at_ms + 1, True), (-1, False), (1 << 62, True)):
        assert (fields.wanted(ListRequest(before_ms=before_ms), CALLER).before_id > ID) is is_before
    both = ListRequest(before_ms=made_at_ms + 1, page_token=ID)
    assert fields.wanted(both, CALLER).before_id == ID
    assert fields.wanted(ListRequest(universe=ID), CALLER) == Wanted(ID, ID, CALLER.id, "", "", None, "", 21)
