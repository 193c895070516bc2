"""Boards as text."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from redscience.interface import State
from redscience.variations import catalogue
from redscience.variations.drawing import BoardDrawing
from redscience.variations.game import VariationGame
from redscience.variations.language import read

MANY = """{
  "name": "Many", "players": "partners",
  "board": {"kind": "stacks", "size": [3, 2, 2], "count": 2, "sticky": ["1:2,1"], "walls": ["3,2"],
            "exclusive": {"2:1,1": "white", "2:2,1": ["black", "pink"]}},
  "shapes": {"O": {"reserve": {"black": 4, "white": 4, "pink": 4, "yellow": 4}}, "X": {"reserve": {"black": 1}}},
  "setup": {"1:2,1": ["communal X", "black O"]}
}"""


def start(name: str) -> tuple[State, BoardDrawing]:
    rules = read(MANY) if name == "Many" else catalogue.get(name)
    return VariationGame(rules).start(), BoardDrawing(rules, width=80, colored=False)


def drawn(name: str, *moves: str, width: int = 80) -> str:
    state, drawing = start(name)
    drawing.width = width
    view = state.view("black")
    for move in moves:
        state = state.play({state.acting[0]: move})
        view = state.view("black")
    return "\n".join(drawing.table(view, drawing.changed(view)))


def test_a_board_of_one_layer() -> None:
    assert drawn("Tic-Tac-Toe", "O@1,1", "O@2,3") == ("3  . (W) .\n2  .  .  .\n1  B  .  .\n   1  2  3")


def test_a_line() -> None:
    assert drawn("3on15line", "O@11,1").splitlines() == [
        "1  .  .  .  .  .  .  .  .  .  . (B) .  .  .  .",
        "   1  2  3  4  5  6  7  8  9 10 11 12 13 14 15",
    ]


def test_stacks_are_seen_from_the_front() -> None:
    assert drawn("Connect4", "O@4,1", "O@4,1").splitlines()[-3:] == [
        "2  .  .  . (W) .  .  .",
        "1  .  .  .  B  .  .  .",
        "   1  2  3  4  5  6  7",
    ]


def test_layers_stand_beside_each_other_as_far_as_there_is_room() -> None:
    wide, narrow = (drawn("Qubic-4", "O@1,2,3", width=width).splitlines() for width in (80, 40))
    assert wide[0] == "   z = 1             z = 2             z = 3             z = 4"
    assert wide[3] == "2  .  .  .  .     2  .  .  .  .     2 (B) .  .  .     2  .  .  .  ."
    assert len(wide) == 6
    assert len(narrow) == 13
    assert max(map(len, narrow)) <= 40


def test_a_row_that_decided_is_in_brackets() -> None:
    last = drawn("Tic-Tac-Toe", "O@1,1", "O@1,2", "O@2,2", "O@1,3", "O@3,3")
    assert last.splitlines()[0] == "3  W  . [B]"


def test_chosen_colours_walls_and_a_common_reserve() -> None:
    state, drawing = start("Wild-TTT-6sq3143")
    assert drawn("Wild-TTT-6sq3143", "WO@1,1").splitlines()[-2] == "1 (W) .  #  .  .  ."
    assert drawing.beside(state.view("black")) == "In reserve for all 18 BO, 18 WO."
    assert drawing.legend()[1:] == ["# nobody may enter or leave."]


def test_several_boards_stacks_shapes_and_marks() -> None:
    state, drawing = start("Many")
    assert drawing.table(state.view("black")) == [
        "   board 1, y = 1       board 1, y = 2       board 2, y = 1       board 2, y = 2",
        "2   .   bO ~  .      2   .    .    #      2   . w  . 2  .      2   .    .    #",
        "1   .   cX ~  .      1   .    .    #      1   . w  . 2  .      1   .    .    #",
        "    1    2    3          1    2    3          1    2    3          1    2    3",
    ]
    assert drawing.legend()[0].startswith("b black, w white, k pink, y yellow, c nobody's; O circle, X X; . empty")
    assert drawing.legend()[1:] == [
        "# nobody may enter or leave.",
        "~ sticky: what stands there stays.",
        "w only white may enter and leave.",
        "2 only black and pink may enter and leave.",
    ]


def test_colour_only_helps() -> None:
    state, plain = start("Qubic-4")
    painted = BoardDrawing(catalogue.get("Qubic-4"), width=80, colored=True)
    view = state.play({"black": "O@1,1,1"}).view("black")
    stripped = [re.sub(r"\x1b\[[0-9;]*m", "", line).rstrip() for line in painted.table(view)]
    assert stripped == plain.table(view)
    assert painted.table(view) != plain.table(view)


@pytest.mark.parametrize("name", catalogue.names())
def test_every_space_of_every_game_is_drawn_once(name: str) -> None:
    state, drawing = start(name)
    rules = catalogue.get(name)
    view: dict[str, Any] = json.loads(json.dumps(state.view("black")))
    text = "\n".join(drawing.table(view))
    occupied = {tuple(piece["at"]) for piece in view["table"]["pieces"]}
    pieces, walls = len(occupied), len(set(rules.board.walls) - occupied)
    x, y, z = rules.board.size
    assert text.count(".") == x * y * z * rules.board.count - pieces - walls
    assert text.count("#") == walls


@pytest.mark.parametrize(
    ("came", "told"),
    [
        ({}, "plays O@1,1"),
        ({"failed": True}, "tries O@1,1, and nothing moves"),
        ({"lost": True}, "plays O@1,1, and it is lost there"),
        ({"converted": True}, "plays O@1,1, and it is converted there"),
    ],
)
def test_what_came_of_a_move_is_told(came: dict[str, bool], told: str) -> None:
    drawing, event = start("Connect4")[1], {"seat": "black", "move": "O@1,1", **came}
    assert drawing.told(event) == f"black {told}"
    assert drawing.is_unmeant(event) == bool(came)


def test_a_piece_whose_shape_is_not_known_is_drawn_so() -> None:
    state, drawing = start("Many")
    view = state.view("black")
    view["table"]["pieces"] = [{"at": [1, 1, 1, 1], "color": "white"}]
    assert any("w?" in line for line in drawing.table(view))
