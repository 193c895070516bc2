"""Games whose pieces only step: the short text for them says what the text for all games says."""

from __future__ import annotations

import json
from collections.abc import Mapping
from random import Random
from typing import Any

import pytest
from fixtures.kernels import by_both_texts
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import redscience
from redscience import families
from redscience.variations.game import VariationGame

BREAKTHROUGH: Mapping[str, Any] = json.loads(families.get("Breakthrough").text)
PAWN = BREAKTHROUGH["shapes"]["O"]
ROWS = {"2": ("black", "white"), "3": ("black", "white", "pink"), "4": ("black", "white", "pink", "yellow")}
STEPS = ("adjacent_no_back_side", "adj_orthogonal", "adj_diagonal", "adjacent", "forward_orth", "forward_diag")


@st.composite
def stepping_rules(draw: st.DrawFn) -> Mapping[str, Any]:
    """Rule sets near Breakthrough, most of which only step."""
    players = draw(st.sampled_from(list(ROWS)))
    x, y = draw(st.integers(3, 7)), draw(st.integers(max(3, len(ROWS[players])), 7))
    walls = draw(st.lists(st.tuples(st.integers(1, x), st.integers(1, y)), max_size=3, unique=True))
    taking = ("diag_en_passant", "cover")
    takes = [*({"power": "can", "condition": condition, "result": "removes"} for condition in taking), {}]
    shapes = {
        sign: {**draw(st.sampled_from(takes)), "move": draw(st.sampled_from(STEPS))}
        for sign in draw(st.sampled_from(["O", "OX"]))
    }
    rows = dict(zip(ROWS[players], draw(st.permutations(range(1, y + 1))), strict=False))
    setup = {
        f"{column},{row}": f"{seat} {draw(st.sampled_from(list(shapes)))}"
        for seat, row in rows.items()
        for column in range(1, x + 1)
        if (column, row) not in walls
    }
    return {
        **BREAKTHROUGH,
        "name": "Steps",
        "players": players,
        "board": {"kind": "squares", "size": [x, y, 1], "walls": [f"{a},{b}" for a, b in walls]},
        "checks": draw(st.sampled_from([BREAKTHROUGH["checks"], ["no_move_loses"]])),
        "shapes": shapes,
        "setup": setup,
    }


def compare(rules: Mapping[str, Any], seed: int) -> None:
    """Plays some games by the kernels alone, and one move by move."""
    short, long = by_both_texts(rules, "steps")
    short.rules["advances"] = long.rules["advances"] = 0  # else neither text would play whole games
    chance, one, other = Random(seed), short.start(seed), long.start(seed)
    if one.outcome is None:
        assert repr(redscience.playouts(short, 20, seed=seed)) == repr(redscience.playouts(long, 20, seed=seed))
    for _ in range(120):
        assert one.record.tobytes() == other.record.tobytes()
        assert str(one) == str(other)
        for viewer in short.seats:
            assert one.view(viewer) == other.view(viewer)
        if one.outcome is not None:
            break
        (seat,) = one.acting
        move = chance.choice(one.legal(seat))
        one, other = one.play({seat: move}), other.play({seat: move})


@settings(max_examples=40, deadline=None)
@given(stepping_rules(), st.integers(0, 2**32 - 1))
def test_a_game_is_the_same_by_both_texts(rules: Mapping[str, Any], seed: int) -> None:
    game = families.read(json.dumps(rules)).game()
    assert isinstance(game, VariationGame)
    assume(bool(game.rules["steps"][0]))
    compare(rules, seed)


@pytest.mark.parametrize("seed", range(3))
def test_breakthrough_is_the_same_by_both_texts(seed: int) -> None:
    compare(BREAKTHROUGH, seed)


@pytest.mark.parametrize(
    "other",
    [
        pytest.param({"shapes": {"O": {**PAWN, "power": "must"}}}, id="must take"),
        pytest.param({"shapes": {"O": {**PAWN, "move": "orthogonal"}}}, id="slides"),
        pytest.param({"shapes": {"O": {**PAWN, "result": "reincarnates"}}}, id="gives back"),
        pytest.param({"shapes": {"O": {**PAWN, "reserve": {"black": 1}}}}, id="has a reserve"),
        pytest.param({"board": {"kind": "squares", "size": [8, 8, 1], "count": 2}}, id="two boards"),
    ],
)
def test_what_does_more_than_step_is_played_by_the_text_for_all(other: Mapping[str, Any]) -> None:
    game = families.read(json.dumps({**BREAKTHROUGH, "name": "More", **other})).game()
    assert isinstance(game, VariationGame)
    assert not game.rules["steps"][0]
