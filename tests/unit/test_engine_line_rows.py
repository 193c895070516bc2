"""Plain games: rows found by the bits of lines are those that are found step by step, and random games end alike."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

import redscience
from redscience import families
from redscience.variations.game import VariationGame

TIC_TAC_TOE: Mapping[str, Any] = json.loads(families.get("Tic-Tac-Toe").text)


def rows(kind: str, size: Sequence[int], length: int, *, players: str = "2", walls: Sequence[str] = ()) -> str:
    """A game in which so many in a row win."""
    seats = {"2": ("black", "white"), "3": ("black", "white", "pink")}[players]
    rules = {
        **TIC_TAC_TOE,
        "name": "-".join(["Rows", kind, *map(str, size), str(length), players]),
        "players": players,
        "board": {"kind": kind, "size": list(size), "walls": list(walls)},
        "checks": [{"check": "first_row_wins", "length": length}],
        "shapes": {"O": {"reserve": dict.fromkeys(seats, 400)}},
    }
    return json.dumps(rules)


PLAIN = [
    rows("squares", (3, 3, 1), 3),
    rows("squares", (15, 15, 1), 5),
    rows("squares", (19, 19, 1), 6, walls=["3,3", "10,10", "11,10", "19,19"]),
    rows("squares", (19, 5, 1), 2, players="3"),
    rows("squares", (5, 5, 5), 3),
    rows("squares", (8, 8, 8), 4, players="3"),
    rows("stacks", (5, 5, 4), 4),
    rows("stacks", (2, 1, 62), 3),
    rows("hexagons", (11, 11, 1), 5),
    rows("tetrakis", (9, 9, 1), 4),
]
RUN = """
import json, sys, warnings
from random import Random
from redscience import families
from redscience.variations.engine.line_rows import completes_row, note_standing, restore_standing
from redscience.variations.engine.records import SCRATCH, record
from redscience.variations.engine.rows import is_row

warnings.simplefilter("error", RuntimeWarning)
for text in json.loads(sys.argv[1]):
    game, ended = families.read(text).game(), 0
    rules, scratch = game.rules[0], record(SCRATCH)[0]
    length = int(rules["row_length"][0])
    doublings = length.bit_length() - 1
    assert rules["plain"], game.name
    for number in range(3):
        chance, state = Random(number), game.start(1)
        for move in range(60):
            if state.outcome is not None:
                break
            if move in (0, 7):  # as random games from there begin
                note_standing(rules, state.record[0], scratch)
                restore_standing(rules, scratch)
            before = state.record[0]["key"].copy()
            mover = state.acting[0]
            state = state.play({mover: chance.choice(state.legal(mover))})
            position = state.record[0]
            ((space,),) = (before != position["key"]).nonzero()
            found = completes_row(rules, scratch, position["key"][space], space, doublings, length - (1 << doublings))
            assert found == is_row(rules, position, 0, space), (game.name, number, move)
            ended += found
    assert ended or rules["n_spaces"] > 200, game.name
print("same")
"""


def test_rows_by_the_bits_of_lines_are_those_found_step_by_step() -> None:
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, "-c", RUN, json.dumps(PLAIN)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.stdout == "same\n", done.stderr


def test_lines_of_too_many_spaces_are_walked() -> None:
    game = families.read(rows("stacks", (2, 1, 63), 3)).game()
    assert isinstance(game, VariationGame)
    assert not game.rules[0]["plain"]
    assert redscience.playouts(game, 50, seed=1).games == 50


@pytest.mark.parametrize("text", [PLAIN[1], PLAIN[3], PLAIN[6]], ids=["squares", "three", "stacks"])
def test_random_games_come_out_as_often_as_move_by_move(text: str) -> None:
    """By both texts each seat wins as often, and games are as long, within what chance allows."""
    game = families.read(text).game()
    assert isinstance(game, VariationGame)
    n = 4_000
    mine = redscience.playouts(game, n, seed=3)
    game.rules[0]["plain"] = 0
    other = redscience.playouts(game, n, seed=4)
    assert mine.games == other.games == n
    for outcome in {*mine.counts, *other.counts}:
        share, its = mine.counts.get(outcome, 0) / n, other.counts.get(outcome, 0) / n
        assert abs(share - its) < 5 * (0.25 * 2 / n) ** 0.5
    assert abs(mine.plies / other.plies - 1) < 0.05
