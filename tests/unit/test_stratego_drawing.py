"""Stratego in a terminal."""

from __future__ import annotations

from fixtures.stratego import game, on_board, played

from redscience import families
from redscience.stratego.drawing import BoardDrawing


def drawing(*, colored: bool = False) -> BoardDrawing:
    source = families.get("Stratego")
    found = source.family.drawing(source, width=80, colored=colored)
    assert isinstance(found, BoardDrawing)
    return found


def test_pieces_are_drawn_with_what_is_known_of_them() -> None:
    view = played(on_board({"F5": "scout", "I0": "major"}, {"E5": "bomb", "B0": "miner"}), "F5>E5", "B0>C0").view("red")
    *rows, columns = drawing().table(view, drawing().changed(view))
    assert rows[1].startswith("B [ .]    .")
    assert rows[2].startswith("C [b?]+   .")
    assert rows[4].split() == ["E", ".", ".", "~", "~", ".", "bB", "!", "~", "~", ".", "."]
    assert rows[8].split()[:3] == ["I", "r4", "."]
    assert columns.split() == list("0123456789")
    assert "\x1b[34mb?\x1b[0m" in drawing(colored=True).table(view)[2]


def test_what_happened_is_told_with_both_pieces() -> None:
    said = []
    for attacker, defender in (("miner", "bomb"), ("scout", "bomb"), ("major", "major")):
        state = on_board({"F5": attacker, "I0": "major"}, {"E5": defender, "B0": "miner"})
        (event,) = played(state, "F5>E5").view("blue")["last"]
        said.append(drawing().told(event))
    assert said == [
        "red plays F5>E5: miner attacks bomb and captures it",
        "red plays F5>E5: scout attacks bomb and is captured",
        "red plays F5>E5: major attacks major and both are captured",
    ]
    assert drawing().told({"seat": "red"}) == "red has set up its army"
    assert drawing().told({"seat": "red", "move": "draw"}) == "red plays draw"
    assert drawing().told({"seat": "red", "move": "leave"}) == "red leaves the match"


def test_the_tray_and_what_was_captured_are_told_beside_the_board() -> None:
    start = game("Stratego-Barrage").start()
    assert drawing().beside(start.view("red")).startswith("In your tray: 1 flag, 1 spy, 2 scouts, 1 miner")
    assert drawing().beside(start.view("spectator")) == ""
