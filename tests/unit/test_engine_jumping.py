"""Which pieces can capture by a jump: all at once, as bits, are what each piece's moves say."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest
from fixtures.kernels import interpreted

from redscience import families
from redscience.variations.game import VariationGame

RUN = """
import json, sys, warnings
from random import Random
from redscience import families
from redscience.variations.engine import legality
from redscience.variations.engine.jumping import jumping_pieces

warnings.simplefilter("error", RuntimeWarning)


def captures(rules, position, seat, source):
    kind = int(position["kind"][source])
    if not legality.may_lift(rules, position, seat, source, kind):
        return False
    start, stop = legality.reach_from(rules, seat, kind, source)
    targets = (legality.arrives(rules, position, seat, kind, source, entry) for entry in range(start, stop))
    return any(target != legality.OFF and target & legality.CAPTURING for target in targets)


for text in json.loads(sys.argv[1]):
    game, found = families.read(text).game(), 0
    rules = game.rules[0]
    assert rules["leaps"], game.name
    for number in range(3):
        chance, state = Random(number), game.start(1)
        for _ in range(120):
            if state.outcome is not None:
                break
            position = state.record[0]
            if not position["chain"]:
                for seat in range(int(rules["n_seats"])):
                    bits = jumping_pieces(rules, position, seat)
                    for space in range(int(rules["n_spaces"])):
                        expected = captures(rules, position, seat, space)
                        assert bool(bits & rules["bit"][space]) == expected, (game.name, seat, space)
                        found += expected
            mover = state.acting[0]
            state = state.play({mover: chance.choice(state.legal(mover))})
    assert found, game.name
print("same")
"""
DRAUGHTS: Mapping[str, Any] = json.loads(families.get("EnglishDraughts").text)


def like_draughts(name: str, **changes: Any) -> str:
    """Such a game with other rules."""
    return json.dumps({**DRAUGHTS, "name": name, **changes})


def on_board(*size: int) -> str:
    """Draughts on another board, full but for a row in the middle."""
    x, y, z = size
    spaces = [(column, row, 1) for row in range(1, y + 1) for column in range(1, x + 1)]
    pieces = {at: "black O" if at[1] < (y + 1) // 2 else "white P" for at in spaces if at[1] != (y + 1) // 2}
    setup = {",".join(map(str, at if z > 1 else at[:2])): piece for at, piece in pieces.items()}
    board = {"kind": "squares", "size": [*size]}
    return like_draughts("Draughts-" + "-".join(map(str, size)), board=board, setup=setup)


SHAPES = DRAUGHTS["shapes"]
BACK = {name: {**shape, "condition": "chain_jump_back"} for name, shape in SHAPES.items()}
LEAP = [
    like_draughts("Draughts"),
    like_draughts("Walled", board={**DRAUGHTS["board"], "walls": ["4,4", "5,5", "8,4"]}),
    like_draughts("Back", shapes=BACK),
    like_draughts("Straight", shapes={name: {**shape, "move": "adjacent"} for name, shape in SHAPES.items()}),
    *(on_board(*size) for size in ((5, 5, 1), (3, 7, 3), (2, 9, 3), (3, 3, 7))),
]
DO_MORE = {
    "captures that are no duty": {"shapes": {name: {**shape, "power": "can"} for name, shape in SHAPES.items()}},
    "captives that come back": {"shapes": {name: {**shape, "result": "converts"} for name, shape in SHAPES.items()}},
    "a capture by stepping": {"shapes": {"O": {**SHAPES["O"], "condition": "diag_en_passant"}, "P": SHAPES["P"]}},
    "a torus": {
        "board": {**DRAUGHTS["board"], "kind": "toroid"},
        "shapes": {"P": SHAPES["P"]},
        "setup": {"1,1": "black P", "4,4": "white P"},
    },
    "two boards": {"board": {**DRAUGHTS["board"], "count": 2}},
    "a large board": {"board": {**DRAUGHTS["board"], "size": [9, 8, 1]}},
    "pieces to be placed": {"shapes": {**SHAPES, "P": {**SHAPES["P"], "reserve": {"black": 1, "white": 1}}}},
    "a space of one side": {"board": {**DRAUGHTS["board"], "exclusive": {"4,4": "black"}}},
    "rounds": {"checks": ["any_piece_wins"], "phases": [{"order": "simultaneous"}]},
}


def test_bits_are_what_each_piece_says() -> None:
    assert interpreted(RUN, json.dumps(LEAP)) == "same\n"


@pytest.mark.parametrize("more", DO_MORE)
def test_what_captures_otherwise_is_looked_at_piece_by_piece(more: str) -> None:
    game = families.read(like_draughts("More", **DO_MORE[more])).game()
    assert isinstance(game, VariationGame)
    assert not game.rules[0]["leaps"]
