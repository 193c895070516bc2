"""Plain games on small boards: what is reckoned on bits is what the engine says."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest
from fixtures.kernels import interpreted
from fixtures.row_games import rows

from redscience import families
from redscience.variations.game import VariationGame

SMALL = [
    rows("squares", (3, 3, 1), 3),
    rows("squares", (5, 5, 1), 5),
    rows("squares", (19, 3, 1), 6),
    rows("squares", (4, 4, 4), 4),
    rows("squares", (5, 4, 3), 3, walls=["1,1,1", "3,2,2"]),
    rows("squares", (6, 6, 1), 4, check="first_row_wins_no_diagonal", walls=["3,3", "6,6"]),
    rows("squares", (15, 1, 1), 2),
    rows("squares", (2, 6, 1), 2),
    rows("squares", (2, 4, 3), 3),
    rows("stacks", (7, 1, 6), 4),
    rows("stacks", (4, 4, 4), 4),
    rows("stacks", (3, 5, 4), 3),
    rows("hexagons", (7, 7, 1), 4),
    rows("tetrakis", (7, 7, 1), 4),
    rows("hash", (3, 3, 1), 3),
]

RUN = """
import json, sys, warnings
from random import Random
from redscience import families
from redscience.variations.engine.bit_rows import completing, has_row, ready_spaces

warnings.simplefilter("error", RuntimeWarning)
for rules in json.loads(sys.argv[1]):
    game, chance, won = families.read(json.dumps(rules)).game(), Random(1), 0
    r = game.rules[0]
    assert r["small"], rules["name"]
    bits = [int(bit) for bit in r["bit"]]
    for seed in range(2):
        state = game.start(seed)
        while state.outcome is None:
            (seat,) = state.acting
            position, number = state.record[0], int(state.record[0]["seat"])
            keys = [int(r["color_key"][r["hand"][each, 0]]) for each in range(2)]
            own, theirs = (
                r["no_bit"] + sum(bits[space] for space in range(int(r["n_spaces"])) if position["key"][space] == key)
                for key in (keys[number], keys[1 - number])
            )
            ready, found, expected = ready_spaces(r, own | theirs), completing(r, own), {}
            moves = state.legal(seat)
            # (of many moves some are looked at: the whole is interpreted)
            for move in chance.sample(moves, min(len(moves), 8)):
                after = state.play({seat: move})
                new = [s for s in range(int(r["n_spaces"])) if after.record[0]["key"][s] != position["key"][s]]
                (space,) = new
                assert ready & r["bit"][space], (rules["name"], move)
                wins = after.outcome is not None and after.outcome[seat] == "win"
                assert bool(found & r["bit"][space]) == has_row(r, own | r["bit"][space]) == wins, (rules["name"], move)
                won += wins
            assert bin(int(ready) & (1 << 64) - 1).count("1") == len(moves)
            state = state.play({seat: chance.choice(moves)})
    assert won, rules["name"]
    print(rules["name"])
"""


def test_rows_found_as_bits_are_those_of_the_engine() -> None:
    assert interpreted(RUN, json.dumps(SMALL)).split() == [rules["name"] for rules in SMALL]


@pytest.mark.parametrize(
    "rules",
    [
        pytest.param(rows("squares", (9, 8, 1), 4), id="72 spaces"),
        pytest.param(rows("squares", (4, 4, 1), 3, check="first_row_loses"), id="rows lose"),
        pytest.param(rows("toroid", (5, 5, 1), 3), id="toroid"),
        pytest.param(rows("stacks", (4, 1, 4), 3, walls=["2,1,2"]), id="walls in stacks"),
        pytest.param(
            {
                **rows("squares", (5, 5, 1), 3),
                "players": "3",
                "shapes": {"O": {"reserve": dict.fromkeys(("black", "white", "pink"), 9)}},
            },
            id="three sides",
        ),
    ],
)
def test_other_plain_games_are_searched_by_the_long_text(rules: Mapping[str, Any]) -> None:
    game = families.read(json.dumps(rules)).game()
    assert isinstance(game, VariationGame)
    assert not game.rules["small"][0]
    searcher, state = game.searcher(), game.start(1)
    searcher.begin([state], state.acting[0], 1)
    searcher.search(100)
    assert searcher.findings().simulations
