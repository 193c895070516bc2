"""Games of two sides that only step forward: the short text for them says what the text for all games says."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest
from fixtures.forward_games import BREAKTHROUGH, FORWARD, PAWN, named
from fixtures.kernels import by_both_texts, interpreted

import redscience
from redscience import families
from redscience.variations.game import VariationGame

RUN = """
import json, sys, warnings
from redscience import families
from redscience.variations.engine import advance, kernels, records
from redscience.variations.engine.records import POSITION, SCRATCH, record

warnings.simplefilter("error", RuntimeWarning)
drawn, made = [], []
below, nth_advance = advance.below, advance.nth_advance


def noted_below(position, n):
    drawn.append(n)
    return below(position, n)


def noted_advance(*arguments):
    made.append(int(nth_advance(*arguments)))
    return made[-1]


advance.below, advance.nth_advance = noted_below, noted_advance
for rules in json.loads(sys.argv[1]):
    game = families.read(json.dumps(rules)).game()
    ends = set()
    for seed in range(1 if game.spaces.total > 40 else 2):
        drawn.clear(), made.clear()
        origin = records.copy_of(game.start(seed).record)
        played, scratch = record(POSITION), record(SCRATCH)
        kernels.playouts(game.rules, origin, played, scratch, 1, seed)
        assert made
        for n, move in zip(drawn, made, strict=True):
            seat = int(origin[0]["seat"])
            assert kernels.list_legal(game.rules, origin, seat, scratch) == n, rules["name"]
            assert kernels.adjudicate(game.rules, origin, scratch, seat, move), rules["name"]
        for field in ("result", "reason", "ply"):
            assert played[0][field] == origin[0][field] != 0, (rules["name"], field)
        ends.add((int(origin[0]["result"]), int(origin[0]["reason"])))
    print(rules["name"], len(ends))
"""


def game_of(changes: Mapping[str, Any], name: str = "Forward") -> VariationGame:
    """Breakthrough with changes."""
    game = families.read(json.dumps({**BREAKTHROUGH, "name": name, **changes})).game()
    assert isinstance(game, VariationGame)
    return game


@pytest.mark.parametrize("name", FORWARD)
def test_games_that_only_step_forward_are_played_as_bits(name: str) -> None:
    assert game_of(FORWARD[name]).rules["advances"][0]


def test_each_game_played_as_bits_can_be_played_move_by_move_and_ends_alike() -> None:
    rules = named()
    told = {name: int(ends) for name, ends in map(str.split, interpreted(RUN, json.dumps(rules)).splitlines())}
    assert list(told) == [each["name"] for each in rules]
    assert sum(told.values()) > len(told)  # they do not all end in one way


@pytest.mark.parametrize("name", ["breakthrough", "5 x 5", "who cannot move passes"])
def test_random_games_come_out_alike_by_both_texts(name: str) -> None:
    n = 40_000
    rules = {**BREAKTHROUGH, "name": "Forward", **FORWARD[name]}
    one, other = (redscience.playouts(game, n, seed=3) for game in by_both_texts(rules, "advances"))
    assert one.plies / n == pytest.approx(other.plies / n, rel=0.01)
    assert set(one.counts) == set(other.counts)
    for outcome, count in one.counts.items():
        assert count / n == pytest.approx(other.counts[outcome] / n, abs=0.015)  # six times what chance makes of it


@pytest.mark.parametrize(
    "other",
    [
        pytest.param({"shapes": {"O": {**PAWN, "move": "adjacent"}}}, id="backward"),
        pytest.param({"shapes": {"O": {**PAWN, "move": "orthogonal"}}}, id="slides"),
        pytest.param({"board": {"kind": "squares", "size": [9, 8, 1]}}, id="72 spaces"),
        pytest.param({"players": "3", "setup": {"1,1": "black O", "1,8": "white O", "8,1": "pink O"}}, id="three"),
        pytest.param({"checks": ["stalemate_if_goal_reached"], "stalemate": ["most_pieces_wins"]}, id="goal ends play"),
        pytest.param({"checks": [{"check": "first_row_wins", "length": 3}]}, id="rows"),
        pytest.param({"board": {**BREAKTHROUGH["board"], "sticky": ["4,4"]}}, id="sticky"),
    ],
)
def test_what_does_more_than_step_forward_is_played_by_the_text_for_all(other: Mapping[str, Any]) -> None:
    assert not game_of(other, "More").rules["advances"][0]
