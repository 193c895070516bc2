"""The rules of Tic-Tac-Rainbow, case by case (rules: D3)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from fixtures.rainbow import came, game, played, table

from redscience.errors import IllegalMove, MatchOver, NotActing, UnreadableMove
from redscience.rainbow.board import CELLS, lines
from redscience.rainbow.engine import kernels
from redscience.rainbow.engine.records import SCRATCH, Array, copy_of, record
from redscience.rainbow.state import RainbowState

COLORED = {"2,1": "RO", "4,1": "OY", "1,2": "YG", "3,2": "GB", "5,2": "BV", "1,4": "VR"}
"""The six coloured pegs of a seat, none of them in line with two of its colour."""


def of(seat: str, pegs: dict[str, str], count: int = 6) -> dict[str, str]:
    return {at: f"{seat} {peg}" for at, peg in list(pegs.items())[:count]}


def refused(state: RainbowState, move: str) -> str:
    with pytest.raises((IllegalMove, UnreadableMove)) as why:
        state.play({state.acting[0]: move})
    assert move not in state.legal(state.acting[0])
    return why.value.message


# The board.


def test_the_board_has_21_cells_and_36_lines_each_cell_in_3_to_9() -> None:
    degrees = Counter(cell for line in lines("square") for cell in line)
    assert (len(CELLS), len(lines("square")), len(set(lines("square")))) == (21, 36, 36)
    assert (min(degrees.values()), max(degrees.values()), set(degrees)) == (3, 9, set(CELLS))


def test_corners_are_no_cells() -> None:
    assert ((1, 1), (2, 2), (3, 3)) not in lines("square")
    assert ((2, 1), (3, 2), (4, 3)) in lines("square")
    told = refused(game().start(), "RO@1,1")
    assert told == "RO@1,1: 1,1 is no cell of the board; x and y go from 1 to 5, without the corners."


def test_turned_the_board_has_29_lines_none_along_the_diagonals_that_rise() -> None:
    assert len(lines("hexagon")) == 29
    assert set(lines("square")) - set(lines("hexagon")) == {
        line for line in lines("square") if line[1][0] - line[0][0] == line[1][1] - line[0][1] == 1
    }
    rising = {"2,1": "square RO", "3,2": "circle VR"}
    assert came(played(table({"2,1": "square RO", "3,2": "circle RV"}), "RO@4,3")) == "wl"
    assert came(played(table({"2,1": "square RO", "3,2": "circle RV"}, lines="hexagon"), "RO@4,3")) == ""
    falling = {"2,4": "square RO", "3,3": "circle RV"}
    assert came(played(table(falling, lines="hexagon"), "RO@4,2")) == "wl"
    assert came(played(table(rising), "RO@4,3")) == ""


# Lines.


@pytest.mark.parametrize(
    ("middle", "move", "result"),
    [
        ("square WK", "RO@4,3", "wl"),  # red, white, red
        ("square WK", "OR@4,3", ""),  # red, white, orange
        ("square KW", "RO@4,3", ""),  # red, black, red
        ("square RO", "RO@4,3", "wl"),  # whose they are does not matter
        ("square OR", "RO@4,3", ""),
    ],
)
def test_a_line_is_full_of_one_colour_where_white_is_any_and_black_none(middle: str, move: str, result: str) -> None:
    assert came(played(table({"2,3": "circle RV", "3,3": middle}), move)) == result


def test_the_mover_wins_also_with_pegs_of_the_other_alone() -> None:
    others = {"2,3": "square RO", "4,3": "square RV"}
    assert came(played(table(others), "RO@3,3")) == "wl"
    assert came(played(table(others, turn="square"), "flip 2,3")) == ""


def test_a_line_is_completed_by_placing_flipping_and_moving() -> None:
    row = {"2,3": "square RO", "3,3": "square RV"}
    assert came(played(table(row), "RO@1,3")) == "wl"
    assert came(played(table({**row, "4,3": "circle OR"}), "flip 4,3")) == "wl"
    assert came(played(table({**row, "5,4": "circle RO"}), "5,4>4,3")) == "wl"
    assert came(played(table({**row, "5,3": "circle RO"}), "flip 5,3")) == ""


def test_black_turned_over_to_white_completes_a_line() -> None:
    assert came(played(table({"2,3": "square RO", "3,3": "circle KW", "4,3": "square RV"}), "flip 3,3")) == "wl"


@pytest.mark.parametrize(
    "pegs",
    [
        {"1,3": "circle WK", "2,3": "square WK"},
        {"1,3": "circle GB", "2,3": "square WK"},
    ],
)
def test_two_whites_and_any_colour_are_a_line(pegs: dict[str, str]) -> None:
    state = table({**pegs, **of("triangle", {"3,5": "RO", "5,2": "OY"})}, turn="triangle", players=3)
    assert came(played(state, "GB@3,3")) == "llw"


def test_three_whites_are_a_line() -> None:
    pegs = {"1,3": "circle WK", "2,3": "square WK", "3,3": "triangle KW"}
    state = played(table(pegs, turn="triangle", players=3), "flip 3,3")
    assert came(state) == "llw"
    assert state.view("circle")["outcome"]["lines"] == [{"cells": [[1, 3], [2, 3], [3, 3]], "color": "W"}]
    assert "Triangle has completed a white line." in state.view("circle")["outcome"]["text"]


def test_two_lines_at_once_are_one_win_and_both_are_told() -> None:
    pegs = {"1,3": "square RO", "2,3": "square RV", "3,1": "square BV", "3,2": "square BG"}
    six = of("circle", {"5,2": "RO", "5,4": "OY", "1,2": "YG", "2,5": "GB", "4,5": "BV", "1,4": "VR"})
    state = played(table({**pegs, **six}), "WK@3,3")
    assert came(state) == "wl"
    outcome = state.view("spectator")["outcome"]
    assert outcome["text"] == "Circle has completed a red line and a blue line. Circle wins, square loses."
    assert {line["color"] for line in outcome["lines"]} == {"R", "B"}
    assert played(table({"2,3": "square OR", "3,3": "square OY"}), "OR@4,3").view("square")["outcome"]["text"] == (
        "Circle has completed an orange line. Circle wins, square loses."
    )


def test_a_line_of_four_or_five_is_several_lines() -> None:
    pegs = {"1,3": "square RO", "2,3": "square RV", "4,3": "circle RO"}
    state = played(table(pegs), "RV@3,3")
    assert came(state) == "wl"
    assert len(state.view("circle")["outcome"]["lines"]) == 2


# Pegs and actions.


def test_each_has_seven_pegs_off_the_board_and_both_faces_to_choose() -> None:
    start = game().start()
    assert start.acting == ("circle",)
    assert len(start.legal("circle")) == 12 * 21
    assert [move for move in start.legal("circle") if "@" not in move] == []
    assert {move[:2] for move in start.legal("circle")} == {
        *("RO", "OR", "OY", "YO", "YG", "GY", "GB", "BG", "BV", "VB", "VR", "RV")
    }
    hands = start.view("square")["table"]["hands"]
    assert hands == [
        {"seat": seat, "off": ["RO", "OY", "YG", "GB", "BV", "VR", "WK"], "waiting": ["WK"]}
        for seat in ("circle", "square")
    ]


def test_the_white_black_peg_waits_for_the_other_six() -> None:
    five = table(of("circle", COLORED, 5))
    assert refused(five, "WK@3,3") == (
        "WK@3,3: the white-black peg waits until your other six are on the board; VR are not yet."
    )
    assert five.view("circle")["table"]["hands"][0] == {"seat": "circle", "off": ["VR", "WK"], "waiting": ["WK"]}
    six = table(of("circle", COLORED))
    assert {"WK@3,3", "KW@3,3"} <= set(six.legal("circle"))
    assert six.view("circle")["table"]["hands"][0] == {"seat": "circle", "off": ["WK"], "waiting": []}
    # What the other has does not matter.
    assert "WK@3,3" not in table(of("circle", COLORED), turn="square").legal("square")


def test_a_flip_stays_where_it_is_and_a_move_keeps_its_face() -> None:
    state = table({"2,1": "circle RO"})
    assert played(state, "flip 2,1").position == "3/5/5/5/cOR2 square 21 - -"
    assert played(state, "2,1>3,3").position == "3/5/2cRO2/5/3 square 21 - -"
    assert {move for move in state.legal("circle") if ">" in move} == {
        f"2,1>{x},{y}" for x, y in CELLS if (x, y) != (2, 1)
    }


@pytest.mark.parametrize(
    ("move", "told"),
    [
        ("RO@3,3", "RO@3,3: your red-orange peg is on the board, at 2,1."),
        ("OR@3,3", "OR@3,3: your red-orange peg is on the board, at 2,1."),
        ("OY@2,1", "OY@2,1: 2,1 is taken by a peg of circle's."),
        ("OY@4,4", "OY@4,4: 4,4 is taken by a peg of square's."),
        ("flip 3,3", "flip 3,3: there is no peg at 3,3."),
        ("flip 4,4", "flip 4,4: the peg at 4,4 is square's; you may touch your own only."),
        ("4,4>3,3", "4,4>3,3: the peg at 4,4 is square's; you may touch your own only."),
        ("3,3>3,4", "3,3>3,4: there is no peg at 3,3."),
        ("2,1>4,4", "2,1>4,4: 4,4 is taken by a peg of square's."),
        ("2,1>2,1", "2,1>2,1: a peg moves to another cell; to turn it over, flip it."),
        ("flip 5,5", "flip 5,5: 5,5 is no cell of the board; x and y go from 1 to 5, without the corners."),
        ("2,1>6,1", "2,1>6,1: 6,1 is no cell of the board; x and y go from 1 to 5, without the corners."),
        ("RG@3,3", "There is no peg RG. The pegs are RO, OY, YG, GB, BV, VR, WK, either face first."),
        ("pass", "'pass' is not a move. Write RO@2,3 to place a peg, flip 2,3 to flip one, 2,3>4,4 to move one."),
        ("flip_1", "'flip_1' is not a move. Write RO@2,3 to place a peg, flip 2,3 to flip one, 2,3>4,4 to move one."),
    ],
)
def test_what_is_refused_names_the_peg_the_place_and_the_rule(move: str, told: str) -> None:
    assert refused(table({"2,1": "circle RO", "4,4": "square VR"}), move) == told


def test_only_who_is_to_move_moves() -> None:
    state = game().start()
    with pytest.raises(NotActing, match="It is not square's turn but circle's"):
        state.play({"square": "RO@2,1"})
    with pytest.raises(NotActing, match="its seats are circle, square"):
        state.play({"triangle": "RO@2,1"})
    over = played(table({"2,3": "square RO", "3,3": "square RV"}), "RO@4,3")
    with pytest.raises(MatchOver):
        over.play({"square": "OY@2,1"})


# Draws.


def test_the_third_time_a_position_comes_with_the_same_seat_to_move_is_a_draw() -> None:
    state = played(game().start(), "RO@2,1", "RO@4,5")
    there_and_back = ("flip 2,1", "flip 4,5", "flip 2,1", "flip 4,5")
    state = played(state, *there_and_back)
    assert came(state) == ""
    state = played(state, *there_and_back[:3])
    assert came(state) == ""
    state = played(state, there_and_back[3])
    assert came(state) == "dd"
    assert state.view("circle")["outcome"]["text"] == (
        "The same position has come about a third time with the same player to move. It is a draw."
    )


def test_the_same_pegs_with_another_seat_to_move_are_another_position() -> None:
    state = played(game().start(), "RO@2,1", "RO@4,5")
    # Circle walks a triangle while square flips: the board is as it was when the other is to move.
    state = played(state, "2,1>3,1", "flip 4,5", "3,1>4,1", "flip 4,5", "4,1>2,1", "flip 4,5", "flip 2,1", "flip 4,5")
    assert came(state) == ""


def test_after_200_turns_it_is_a_draw_unless_the_last_completes_a_line() -> None:
    row = {"2,3": "square RO", "3,3": "square RV", "1,2": "circle GB"}
    assert came(played(table(row, ply=198), "flip 1,2")) == ""
    quiet = played(table(row, ply=199), "flip 1,2")
    assert came(quiet) == "dd"
    assert quiet.view("circle")["outcome"]["text"] == "200 turns have been taken without a line. It is a draw."
    assert came(played(table(row, ply=199), "RO@4,3")) == "wl"


# Misère, three players, leaving.


@pytest.mark.parametrize(
    ("values", "result"),
    [
        ({}, "wl"),
        ({"ending": "loses"}, "lw"),
        ({"players": 3}, "wll"),
        ({"players": 3, "ending": "loses"}, "lww"),
    ],
)
def test_who_completes_a_line_wins_or_loses_against_all_others(values: dict[str, Any], result: str) -> None:
    assert came(played(table({"2,3": "square RO", "3,3": "square RV"}, **values), "RO@4,3")) == result


def test_three_take_turns_in_order() -> None:
    state = game(players=3).start()
    order = []
    for move in ("RO@2,1", "RO@4,1", "RO@1,2", "flip 2,1"):
        order += state.acting
        state = played(state, move)
    assert order == ["circle", "square", "triangle", "circle"]


def test_of_two_who_leaves_loses_and_the_other_wins() -> None:
    for values in ({}, {"ending": "loses"}):
        state = game(**values).start().leave("circle")  # type: ignore[arg-type]
        assert came(state) == "lw"
        assert state.view("square")["outcome"] == {
            "seats": {"circle": "lose", "square": "win"},
            "text": "Circle left. Square wins, circle loses.",
            "lines": [],
        }
    assert came(game().start().leave("square", "circle")) == "ll"


def test_of_three_the_others_go_on_among_the_pegs_that_stay() -> None:
    state = played(game(players=3).start(), "RO@2,3", "OY@1,2", "GB@5,2").leave("circle")
    assert (state.acting, came(state), state.left) == (("square",), "", ("circle",))
    assert state.view("square")["left"] == ["circle"]
    assert "cRO" in state.position
    assert refused(state, "flip 2,3").endswith("circle's; you may touch your own only.")
    state = played(state, "RO@3,3", "YG@5,4", "flip 1,2")
    assert state.acting == ("triangle",)
    # The pegs of who left count in lines as before.
    assert came(played(state, "RO@4,3")) == "llw"
    with pytest.raises(NotActing, match="Circle has left"):
        state.leave("circle")
    assert came(state.leave("square")) == "llw"
    assert came(state.leave("square", "triangle")) == "lll"


def test_who_left_loses_whatever_happens() -> None:
    row = {"2,3": "square RO", "3,3": "triangle RV", "1,2": "square GB"}
    left = table(row, players=3, ending="loses").leave("circle")
    assert left.acting == ("square",)
    assert came(played(left, "RV@4,3")) == "llw"
    assert came(played(table(row, players=3, ply=199, turn="square").leave("circle"), "flip 1,2")) == "ldd"


def test_a_position_after_a_leave_counts_with_those_before() -> None:
    state = played(game(players=3).start(), "RO@2,1", "RO@4,5", "RO@1,4").leave("triangle")
    state = played(state, *("flip 2,1", "flip 4,5") * 2)
    assert came(state) == ""
    assert came(played(state, *("flip 2,1", "flip 4,5") * 2)) == "ddl"


# Counts.


def perft(state: RainbowState, depth: int) -> int:
    """The lines of play of a length; those that end sooner are none."""
    return _perft(state.game.rules, state.record, depth)


def _perft(rules: Array, position: Array, depth: int) -> int:
    # By the kernels alone: states make texts, which are not needed here.
    scratch, seat = record(SCRATCH), int(position[0]["seat"])
    n = kernels.rainbow_list(position, seat, scratch)
    if depth == 1:
        return n
    lines_of_play = 0
    for move in scratch[0]["moves"][:n].tolist():
        after = copy_of(position)
        kernels.rainbow_play(rules, after, seat, move)
        lines_of_play += _perft(rules, after, depth - 1)
    return lines_of_play


SOME = {"2,3": "square RO", "3,3": "square RV", "1,2": "circle GB", "4,4": "circle VR", "3,5": "square BV"}
FULL = {
    **{at: f"circle {peg}" for at, peg in COLORED.items()},
    "4,4": "circle KW",
    "3,1": "square OR",
    "2,2": "square YO",
    "4,2": "square GY",
    "3,3": "square BG",
    "5,3": "square VB",
    "1,3": "square RV",
    "2,4": "square KW",
}


@pytest.mark.parametrize(
    ("state", "counts"),
    [
        (game().start(), (252, 60_480, 12_700_800)),
        (table(SOME), (162, 22_386, 3_069_912)),
        (table(SOME, lines="hexagon"), (162, 22_386, 3_070_746)),
        (table(FULL), (56, 3_080, 172_312)),
    ],
)
def test_lines_of_play_are_counted(state: RainbowState, counts: tuple[int, ...]) -> None:
    """The judge of the tests counts the same."""
    assert tuple(perft(state, depth) for depth in range(1, len(counts) + 1)) == counts
