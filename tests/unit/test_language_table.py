"""The board before the first move, as it is drawn."""

from __future__ import annotations

import pytest

from redscience.variations import catalogue
from redscience.variations.language import read, table
from redscience.variations.language.called import words_of


def test_connect4() -> None:
    assert table(catalogue.get("Connect4")) == {
        "board": {"kind": "stacks", "size": [7, 1, 6], "count": 1},
        "colors": "assigned",
        "goals_matter": False,
        "seats": [
            {"seat": "black", "color": "black", "team": 0, "goal": {"axis": "x", "at": 1}, "reserve": {"O": 21}},
            {"seat": "white", "color": "white", "team": 1, "goal": {"axis": "x", "at": 7}, "reserve": {"O": 21}},
        ],
        "pieces": [],
        "marks": {"walls": [], "sticky": [], "exclusive": [], "locked": [], "cloaked": []},
    }


def test_chaos_is_drawn_in_the_colour_that_was_written() -> None:
    trust, hunt = table(catalogue.get("NeedyTrust")), table(catalogue.get("StagHunt"))
    assert [seat["color"] for seat in trust["seats"]] == ["black", "white", "yellow"]
    assert [seat["color"] for seat in hunt["seats"]] == ["black", "white", "pink"]
    assert trust["pieces"][0] == {"at": [1, 1, 1, 1], "shape": "O", "color": "black"}
    assert {"at": [1, 4, 1, 4], "shape": "O", "color": "yellow"} in trust["pieces"]


def test_partners_play_the_colours_that_they_share() -> None:
    seats = table(catalogue.get("4P-Blind-TTT"))["seats"]
    assert [(seat["seat"], seat["color"], seat["team"], seat["reserve"]["O"]) for seat in seats] == [
        ("black", "black", 0, 5),
        ("white", "white", 1, 4),
        ("pink", "black", 0, 5),
        ("yellow", "white", 1, 4),
    ]


def test_who_may_choose_a_colour_has_all_of_them() -> None:
    for seat in table(catalogue.get("Wild-TTT-6sq3143"))["seats"]:
        assert seat["color"] == seat["seat"]
        assert seat["reserve"] == {"BO": 18, "WO": 18}


def test_a_game_may_call_and_draw_shapes_differently() -> None:
    assert "shapes" not in table(catalogue.get("Tic-Tac-Toe"))
    assert table(catalogue.get("RockPaperScissors"))["shapes"]["O"] == {
        "one": "scissors",
        "several": "scissors",
        "symbol": "scissors",
    }
    assert table(catalogue.get("EnglishDraughts"))["shapes"]["O"] == {"one": "man", "several": "men"}


@pytest.mark.parametrize(
    ("called", "several"),
    [("rock", "rocks"), ("cross", "crosses"), ("fox", "foxes"), ("spy", "spies"), ("boy", "boys"), ("man ,men", "men")],
)
def test_english_has_a_word_for_several(called: str, several: str) -> None:
    assert words_of(called)[1] == several


def test_marks_are_those_of_the_first_phase() -> None:
    marks = table(catalogue.get("3P-9X-HideSeek"))["marks"]
    assert [1, 1, 4, 1] in marks["locked"]
    assert len(marks["cloaked"]) == 9
    assert {"at": [1, 3, 3, 1], "seats": ["black", "white", "pink"]} in marks["exclusive"]


def test_pieces_that_are_nobodys_or_not_dealt_yet() -> None:
    rules = read('{"name": "a", "setup": {"1,1": "communal O", "2,1": "dealt", "3,1": "dealt white"}, "deck": "{O .}"}')
    assert table(rules)["pieces"] == [
        {"at": [1, 1, 1, 1], "shape": "O", "color": "communal"},
        {"at": [1, 2, 1, 1], "shape": "dealt", "color": "communal"},
        {"at": [1, 3, 1, 1], "shape": "dealt", "color": "white"},
    ]


@pytest.mark.parametrize(("name", "matter"), [("Connect4", False), ("3P-9X-HideSeek", True), ("Breakthrough", True)])
def test_a_table_says_whether_goal_lines_matter(name: str, *, matter: bool) -> None:
    assert table(catalogue.get(name))["goals_matter"] is matter
