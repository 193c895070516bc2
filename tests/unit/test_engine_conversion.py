"""Games of two sides that convert what they enclose: the short text for them says what the text for all games says."""

from __future__ import annotations

import json
from collections.abc import Mapping
from random import Random
from typing import Any

import pytest
from fixtures.kernels import by_both_texts
from hypothesis import given, settings
from hypothesis import strategies as st

import redscience
from redscience import families
from redscience.variations.game import VariationGame

REVERSI: Mapping[str, Any] = json.loads(families.get("Reversi").text)
PIECE = REVERSI["shapes"]["O"]
SIZES = st.sampled_from(
    [
        *(("squares", size) for size in ([8, 8, 1], [6, 5, 1], [16, 4, 1], [4, 16, 1], [3, 19, 1], [19, 3, 1])),
        *(("squares", size) for size in ([4, 4, 4], [2, 4, 8], [8, 4, 2], [3, 3, 3])),
        *(("hexagons", size) for size in ([8, 8, 1], [5, 7, 1])),
    ]
)


@st.composite
def converting_rules(draw: st.DrawFn) -> Mapping[str, Any]:
    """Rule sets near Reversi: other boards, walls, pieces at the start, reserves that run out."""
    kind, size = draw(SIZES)
    shape = st.tuples(*(st.integers(1, side) for side in size))
    pieces = draw(st.lists(shape, min_size=8, max_size=24, unique=True))
    n_walls = draw(st.integers(0, 3))
    named = [",".join(map(str, space[: 2 + (size[2] > 1)])) for space in pieces]
    seats = draw(st.lists(st.sampled_from(["black", "white"]), min_size=len(pieces), max_size=len(pieces)))
    return {
        **REVERSI,
        "name": "Conversions",
        "board": {"kind": kind, "size": size, "walls": named[:n_walls]},
        "stalemate": [draw(st.sampled_from(["most_pieces_wins", "least_pieces_wins", "most_area_wins"]))],
        "shapes": {"O": {**PIECE, "reserve": {seat: draw(st.integers(1, 64)) for seat in ("black", "white")}}},
        "setup": {space: f"{seat} O" for space, seat in list(zip(named, seats, strict=True))[n_walls:]},
    }


def compare(rules: Mapping[str, Any], seed: int) -> None:
    """Plays some games by the kernels alone from several positions."""
    short, long = by_both_texts(rules, "converts")
    chance, one, other = Random(seed), short.start(seed), long.start(seed)
    while one.outcome is None:
        assert repr(redscience.playouts(one, 8, seed=seed)) == repr(redscience.playouts(other, 8, seed=seed))
        for _ in range(4):
            if one.outcome is None:
                (seat,) = one.acting
                move = chance.choice(one.legal(seat))
                one, other = one.play({seat: move}), other.play({seat: move})


@settings(max_examples=40, deadline=None)
@given(converting_rules(), st.integers(0, 2**32 - 1))
def test_a_game_is_the_same_by_both_texts(rules: Mapping[str, Any], seed: int) -> None:
    compare(rules, seed)


@pytest.mark.parametrize("seed", range(3))
def test_reversi_is_the_same_by_both_texts(seed: int) -> None:
    compare(REVERSI, seed)


@pytest.mark.parametrize(
    "other",
    [
        pytest.param({"shapes": {"O": {**PIECE, "result": "removes"}}}, id="removes"),
        pytest.param({"shapes": {"O": {**PIECE, "power": "can"}}}, id="may be placed anywhere"),
        pytest.param({"shapes": {"O": {**PIECE, "move": "adjacent"}}}, id="moves"),
        pytest.param({"checks": [{"check": "first_row_wins", "length": 5}]}, id="rows"),
        pytest.param({"pieces_per_turn": 2}, id="two pieces a turn"),
        pytest.param({"phases": [{"may_pass": True}]}, id="passes"),
        pytest.param({"setup": {**REVERSI["setup"], "1,1": "communal O"}}, id="a piece of nobody"),
        pytest.param({"board": {"kind": "squares", "size": [9, 8, 1]}}, id="72 spaces"),
    ],
)
def test_what_does_more_than_convert_is_played_by_the_text_for_all(other: Mapping[str, Any]) -> None:
    game = families.read(json.dumps({**REVERSI, "name": "More", **other})).game()
    assert isinstance(game, VariationGame)
    assert not game.rules["converts"][0]
