"""What a check of a game costs."""

from __future__ import annotations

from typing import Any

import pytest
from fixtures.saved_games import rule_set

from redscience.variations.language.spaces import Spaces, read_box
from services.rules.checking import check


def test_a_check_reads_a_file_once(monkeypatch: pytest.MonkeyPatch) -> None:
    spaces = list[str]()

    def noted(text: str, of: Spaces) -> Any:
        spaces.append(text)
        return read_box(text, of)

    monkeypatch.setattr("redscience.variations.language.reading.read_box", noted)
    checked = check(rule_set("With-walls", board={"kind": "squares", "size": [6, 6, 1], "walls": ["1,1", "2,2-4"]}))
    assert checked.source is not None
    assert spaces == ["1,1", "2,2-4"]


def test_a_game_without_a_name_is_told_and_one_with_two_is_not() -> None:
    assert check("{}").source is not None
    twice = check('{"name": "One", "name": "Two"}')
    assert [str(fault) for fault in twice.faults] == ["name: appears twice. Keep only one."]
    assert twice.source is None


@pytest.mark.parametrize(
    ("fields", "is_read"),
    [
        ({}, True),
        ({"name": "not one word"}, True),
        ({"checks": []}, True),
        ({"cloaking": "hides"}, True),
        ({"deck": "{O X"}, True),
        ({"shapes": {}}, True),
        ({"board": {"kind": "squares", "size": [19, 19, 19]}}, True),
        ({"checks": ["first_row_winds"]}, False),
        ({"phases": []}, False),
        ({"setup": {"9,9": "black O"}}, False),
        ({"shapes": {"O": {"reserve": {"black": -1}}}}, False),
        ({"unheard_of": 1}, False),
    ],
)
def test_a_file_is_read_whose_fields_each_say_something(fields: dict[str, Any], *, is_read: bool) -> None:
    assert check(rule_set(**{"name": "Read", **fields})).is_read == is_read
