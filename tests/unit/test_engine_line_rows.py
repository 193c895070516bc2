"""Plain games: rows found by the bits of lines are those that are found step by step, and random games end alike."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest
from fixtures.kernels import by_both_texts, interpreted
from fixtures.row_games import rows

import redscience
from redscience import families
from redscience.variations.game import VariationGame

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
for wanted in json.loads(sys.argv[1]):
    game, ended = families.read(json.dumps(wanted)).game(), 0
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
    assert interpreted(RUN, json.dumps(PLAIN)) == "same\n"


def test_lines_of_too_many_spaces_are_walked() -> None:
    game = families.read(json.dumps(rows("stacks", (2, 1, 63), 3))).game()
    assert isinstance(game, VariationGame)
    assert not game.rules[0]["plain"]
    assert redscience.playouts(game, 50, seed=1).games == 50


@pytest.mark.parametrize("rules", [PLAIN[1], PLAIN[3], PLAIN[6]], ids=["squares", "three", "stacks"])
def test_random_games_come_out_as_often_as_move_by_move(rules: Mapping[str, Any]) -> None:
    """By both texts each seat wins as often, and games are as long, within what chance allows."""
    n = 4_000
    mine, other = (redscience.playouts(game, n, seed=3) for game in by_both_texts(rules, "plain"))
    assert mine.games == other.games == n
    for outcome in {*mine.counts, *other.counts}:
        share, its = mine.counts.get(outcome, 0) / n, other.counts.get(outcome, 0) / n
        assert abs(share - its) < 5 * (0.25 * 2 / n) ** 0.5
    assert abs(mine.plies / other.plies - 1) < 0.05
